/** The process groups of the browsers that this process has started and that run. */
const groups = new Set<number>();

/** Remembers a browser by the leader of its process group; what is returned forgets it. */
export function watched(leader: number | undefined): () => void {
  if (leader === undefined) return () => {};
  groups.add(leader);
  return () => groups.delete(leader);
}

/**
 * A page can make its browser send a message longer than a string may be (600 MB to the console do). Playwright throws in the middle of reading
 * it, where nobody can catch it, and the process would end. What cannot be read is not worth keeping: the browsers are killed, their
 * environments are lost, and the adapter goes on.
 * @returns false for any other error
 */
export function endsBrowsersFor(error: unknown): boolean {
  if (!isTooLong(error) || !groups.size) return false;
  for (const leader of groups) {
    try {
      process.kill(-leader, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }
  groups.clear();
  return true;
}

/** As Node says it (`buffer.toString`), and as V8 does (adding to a string). */
function isTooLong(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ('code' in error && error.code === 'ERR_STRING_TOO_LONG') || (error instanceof RangeError && error.message === 'Invalid string length')
  );
}
