import { orTimeUp } from '../../kit/time-up.ts';
import { ToolError } from '../../kit/tool-error.ts';

/** Whatever does not want to end is left to what is given back after it: a browser that ends takes its contexts along. */
const LIMIT_MS = 5_000;

const ENDED = new ToolError('env_lost', {
  retryable: true,
  message: 'the environment ended before it was ready: call prepare_environment again',
});

/**
 * What has to be given back, the newest first, whether something failed half-way or is over. What was still being made when this was
 * called is given back as soon as it is added.
 */
export class Cleanup {
  readonly #log: (line: string) => void;
  readonly #over = new AbortController();
  #steps: (() => unknown)[] = [];
  #running: Promise<void> | undefined;

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  /** Aborted once this is called: what waits for the things that go back need not wait any longer. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /**
   * `step` must be safe to be called for what is gone already.
   * @throws ToolError `env_lost` when the cleanup has been called: `step` was called now, and whoever is still making things stops
   */
  async add(step: () => unknown): Promise<void> {
    if (!this.#running) return void this.#steps.push(step);
    await this.#limited(step);
    throw ENDED;
  }

  /** Never rejects; the second call waits for the first. */
  run(): Promise<void> {
    this.#running ??= this.#runAll();
    this.#over.abort(ENDED);
    return this.#running;
  }

  async #runAll(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) await this.#limited(step);
  }

  async #limited(step: () => unknown): Promise<void> {
    try {
      await orTimeUp(Promise.resolve(step()), LIMIT_MS);
    } catch (error) {
      this.#log(`something of an environment could not be given back: ${error}`);
    }
  }
}

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
