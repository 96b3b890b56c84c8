import { LONGEST_TIMER, orTimeUp } from '../kit/time-up.ts';

/** Runs one thing at a time, in the order asked. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  get isIdle(): boolean {
    return this.#waiting === 0;
  }

  /**
   * @param signal whoever waits gives up when it is aborted; what has begun goes on. Null waits for as long as it takes
   * @throws the signal's reason, or what the work throws
   */
  async run<T>(signal: AbortSignal | null, work: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    const before = this.#last;
    let over = () => {};
    // A turn is over when its work is, or when it was given up; but never before the turns in front of it.
    const turn = new Promise<void>((resolve) => {
      over = resolve;
    });
    this.#last = before.then(() => turn);
    this.#waiting++;
    try {
      await orTimeUp(before, LONGEST_TIMER, signal);
      return await work();
    } finally {
      this.#waiting--;
      over();
    }
  }
}
