/** What goes on by itself, because nobody has to wait for it until everything ends. */
export class Endings {
  readonly #log: (line: string) => void;
  readonly #running = new Set<Promise<void>>();

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  behind(work: Promise<unknown>): void {
    const ending = work.then(
      () => {},
      (error: unknown) => this.#log(`an environment did not end as it should: ${error}`),
    );
    this.#running.add(ending);
    void ending.then(() => this.#running.delete(ending));
  }

  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }
}
