import { randomBytes } from 'node:crypto';

/** Writes the stack of something unexpected to the log, under a number that the caller may be told. */
export function incident(what: string, error: unknown, log: (line: string) => void): string {
  const id = randomBytes(6).toString('hex');
  log(`incident ${id}: ${what}: ${stackOf(error)}`);
  return id;
}

/** A stack for the log; the caller is never shown one. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
