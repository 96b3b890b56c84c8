/**
 * The exit codes, and what each promises:
 * 0 clean · 1 findings at or above --fail-on, failing steps or cases · 2 usage, configuration, unreadable file
 * · 3 the adapter could not be started or reached, or its handshake failed · 4 authorization needed
 * · 70 a bug of ours · 130 interrupted.
 */
export const EXIT = { ok: 0, findings: 1, usage: 2, unreachable: 3, unauthorized: 4, bug: 70, interrupted: 130 } as const;

/** What the user of the toolkit did wrong. Anything else that is thrown is a bug of ours. */
export class Fault extends Error {
  readonly kind: 'usage' | 'config' | 'target';
  /** What to do next. */
  readonly hint: string;

  constructor(kind: Fault['kind'], message: string, hint = '') {
    super(message);
    this.name = 'Fault';
    this.kind = kind;
    this.hint = hint;
  }
}

/** What was thrown, in its own words: a message, or whatever it is as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
