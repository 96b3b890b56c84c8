import { type Caller, missingScopes } from '../caller.ts';

/** Whether this caller may see a resource or prompt at all; who may not is answered as if there were none. */
export function isVisible(
  { scopes = [], visible }: { scopes?: readonly string[]; visible?(caller: Caller): boolean },
  caller: Caller,
): boolean {
  return !missingScopes(caller, scopes).length && (visible?.(caller) ?? true);
}
