import type { Caller } from '../caller.ts';

/**
 * The token of each caller. It is kept apart from the caller, so that no tool finds it in its context, passes it on or logs it: the only use
 * it has is to be exchanged for a token of the system behind.
 */
const tokens = new WeakMap<Caller, string>();

export function keepToken(caller: Caller, token: string): void {
  tokens.set(caller, token);
}

/** Undefined for a caller without one: over stdio, or over loopback without OAuth. */
export function tokenOf(caller: Caller): string | undefined {
  return tokens.get(caller);
}
