/** What was answered within so many milliseconds was answered fast: then up to so many times as many pieces of work run at once. */
const FAST_MS = 20;
const TIMES = 4;

/**
 * Lets so many pieces of work run at once, and some more as long as each takes little time. One that wants to be alone is next: it waits for
 * those under way, and all others wait for it.
 */
export class InFlight {
  #limit: number;
  #now: number;
  #running = 0;
  #isAlone = false;
  /** What starts those that wait, in order; of those that want to be alone the latest is first. */
  readonly #beside = new Set<() => void>();
  readonly #alone: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
    this.#now = limit;
  }

  /** From now on so many at once; with 1 it stays at that. */
  set limit(limit: number) {
    this.#limit = limit;
    this.#now = limit;
  }

  /** Runs beside others, as soon as there is room. */
  async beside<T>(work: () => Promise<T>): Promise<T> {
    if (this.#beside.size || this.#alone.length || !this.#hasRoom) await new Promise<void>((start) => this.#beside.add(start));
    else this.#running++;
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.#adapt(performance.now() - startedAt);
      this.#running--;
      this.#startNext();
    }
  }

  /** Runs with nothing else under way. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      this.#alone.push(start);
      this.#startNext();
    });
    try {
      return await work();
    } finally {
      this.#running--;
      this.#isAlone = false;
      this.#startNext();
    }
  }

  get #hasRoom(): boolean {
    return !this.#isAlone && this.#running < this.#now;
  }

  /** An adapter that answers fast waits for us more than we for it. */
  #adapt(ms: number): void {
    if (ms > FAST_MS) this.#now = this.#limit;
    else if (this.#limit > 1) this.#now = Math.min(this.#now + 1, this.#limit * TIMES);
  }

  #startNext(): void {
    const last = this.#alone.at(-1);
    if (last) {
      if (this.#running) return;
      this.#alone.pop();
      this.#isAlone = true;
      this.#running++;
      last();
      return;
    }
    for (const start of this.#beside) {
      if (!this.#hasRoom) return;
      this.#beside.delete(start);
      this.#running++;
      start();
    }
  }
}
