/** The longest wait of a timer, in milliseconds: node fires a longer one at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/** A wait was longer than its limit. */
export class TimeUp extends Error {
  constructor(ms: number) {
    super(`longer than ${Math.round(ms)} ms`);
    this.name = 'TimeUp';
  }
}

/**
 * Waits for the work, at most so long, and not after `signal` (if there is one) is aborted. The work itself goes on: whoever started it must give it a signal of its own.
 * @throws TimeUp, or the signal's reason
 */
export async function orTimeUp<T>(work: Promise<T>, ms: number, signal: AbortSignal | null = null): Promise<T> {
  // Nobody may be left to hear of its failure.
  work.catch(() => {});
  signal?.throwIfAborted();
  let timer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new TimeUp(ms)), Math.min(ms, LONGEST_TIMER));
        onAbort = () => reject(signal?.reason);
        signal?.addEventListener('abort', onAbort, { once: true });
      }),
    ]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
