import { randomBytes } from 'node:crypto';

/** Writes the stack of something unexpected to the log, under a number that the caller may be told. */
export function incident(what: string, error: unknown, log: (line: string) => void): string {
  const id = randomBytes(6).toString('hex');
  log(`incident ${id}: ${what}: ${stackOf(error)}`);
  return id;
}

/** What a known failure was caused by, in one line for the log. */
export function reasonOf(error: unknown): string {
  return stackOf(error).split('\n')[0] ?? '';
}

/** A stack for the log; the caller is never shown one. Whatever was thrown: some things cannot even be turned into a text. */
function stackOf(error: unknown): string {
  try {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  } catch {
    return 'something that cannot be shown was thrown';
  }
}
