/** A time limit that can be started again, and that the caller's own signal ends early. */
export class TimeLimit {
  readonly #controller = new AbortController();
  readonly #ms: number;
  readonly #outer: AbortSignal | undefined;
  #timer: NodeJS.Timeout;
  /** True when the time passed or the caller gave up. */
  passed = false;

  constructor(ms: number, outer?: AbortSignal) {
    this.#ms = ms;
    this.#outer = outer;
    this.#timer = setTimeout(this.#pass, ms);
    if (outer?.aborted) this.#pass();
    else outer?.addEventListener('abort', this.#pass, { once: true });
  }

  /** Aborted when the limit has passed. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(): void {
    if (this.passed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#pass, this.#ms);
  }

  /** Takes the limit away; nothing is aborted by it any more. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#pass);
  }

  #pass = (): void => {
    this.passed = true;
    clearTimeout(this.#timer);
    this.#controller.abort();
  };
}
