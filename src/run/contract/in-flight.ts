interface Waiting {
  isAlone: boolean;
  start: () => void;
}

/** Lets so many pieces of work run at once. One that wants to be alone is next: it waits for those under way, and all others wait for it. */
export class InFlight {
  limit: number;
  #running = 0;
  #isAlone = false;
  readonly #waiting: Waiting[] = [];

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Runs beside others, as soon as there is room. */
  beside<T>(work: () => Promise<T>): Promise<T> {
    return this.#run(work, false);
  }

  /** Runs with nothing else under way. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#run(work, true);
  }

  async #run<T>(work: () => Promise<T>, isAlone: boolean): Promise<T> {
    await new Promise<void>((start) => {
      const waiting = { isAlone, start };
      if (isAlone) this.#waiting.unshift(waiting);
      else this.#waiting.push(waiting);
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

  #startNext(): void {
    for (let next = this.#waiting[0]; next && this.#hasRoom(next); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#running++;
      this.#isAlone = next.isAlone;
      next.start();
    }
  }

  #hasRoom({ isAlone }: Waiting): boolean {
    return isAlone ? this.#running === 0 : !this.#isAlone && this.#running < this.limit;
  }
}
