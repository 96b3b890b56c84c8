/** Runs one thing at a time, in the order asked. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  get isIdle(): boolean {
    return this.#waiting === 0;
  }

  /**
   * @param signal whoever waits gives up when it is aborted; what has begun goes on
   * @throws the signal's reason, or what the work throws
   */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const before = this.#last;
    let over = () => {};
    // A turn is over when its work is, or when it was given up; but never before the turns in front of it.
    const turn = new Promise<void>((resolve) => {
      over = resolve;
    });
    this.#last = before.then(() => turn);
    this.#waiting++;
    try {
      await untilAborted(before, signal);
      return await work();
    } finally {
      this.#waiting--;
      over();
    }
  }
}

async function untilAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  let onAbort = () => {};
  try {
    await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        onAbort = () => reject(signal.reason);
        signal.addEventListener('abort', onAbort, { once: true });
      }),
    ]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
