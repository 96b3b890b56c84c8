/** What is known of the effects of one call: which are under way, how many were done, and whether one ended without anybody knowing how. */
export class Effects {
  #underWay: Promise<unknown>[] = [];
  #done = 0;
  #unknown = false;
  #begun = 0;

  /** `none` until one begins; `begun` while one is under way, or ended without an answer: nobody knows what it did; else `done`. */
  get state(): 'none' | 'begun' | 'done' {
    if (this.#unknown || this.#underWay.length) return 'begun';
    return this.#done ? 'done' : 'none';
  }

  /** How many were ever begun: a step in which one was must not be tried again. */
  get begun(): number {
    return this.#begun;
  }

  /** Counts an effect until it has ended; `isKnown` tells of a failure whether it surely did nothing. */
  async track<T>(work: Promise<T>, isKnown: (error: unknown) => boolean): Promise<T> {
    this.#begun++;
    this.#underWay.push(work);
    try {
      const result = await work;
      this.#done++;
      return result;
    } catch (error) {
      if (!isKnown(error)) this.#unknown = true;
      throw error;
    } finally {
      this.#underWay = this.#underWay.filter((each) => each !== work);
    }
  }

  /** Resolves when no effect is under way any longer. */
  async settled(): Promise<void> {
    while (this.#underWay.length) await Promise.allSettled(this.#underWay);
    // `track` counts them before whoever waits for them goes on.
    await Promise.resolve();
  }
}
