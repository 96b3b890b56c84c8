interface Watched {
  /** Of its process group. */
  leader: number;
  /** Ends what is left of it once it was killed. */
  close(): Promise<void>;
}

/** The browsers that this process has started and that run. */
const running = new Set<Watched>();
/** What a killed browser has sent already is still read, and thrown at, after it. */
let hadSome = false;

/** Remembers a browser; what is returned forgets it. Without a leader nothing can be done for it. */
export function watched(leader: number | undefined, close: () => Promise<void>): () => void {
  if (leader === undefined) return () => {};
  const browser = { leader, close };
  hadSome = true;
  running.add(browser);
  return () => running.delete(browser);
}

/**
 * A page can make its browser send a message longer than a string may be (600 MB to the console do). Playwright throws in the middle of reading
 * it, where nobody can catch it, and the process would end. What cannot be read is not worth keeping: the browsers are killed, their
 * environments are lost, and the adapter goes on.
 * @returns false for any other error
 */
export function endsBrowsersFor(error: unknown, log: (line: string) => void): boolean {
  if (!isTooLong(error) || !hadSome) return false;
  if (running.size) log('a page made the browser send more than can be read: the browser was ended, and its environments are lost');
  for (const browser of running) {
    running.delete(browser);
    try {
      process.kill(-browser.leader, 'SIGKILL');
    } catch {
      // It has just ended.
    }
    void browser.close();
  }
  return true;
}

/** As Node says it (`buffer.toString`), and as V8 does (adding to a string). */
function isTooLong(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ('code' in error && error.code === 'ERR_STRING_TOO_LONG') || (error instanceof RangeError && error.message === 'Invalid string length')
  );
}
