import type { Outgoing } from './channel.ts';
import { remainingMs } from './pending.ts';

type Limits = Pick<Outgoing, 'timeoutMs' | 'totalMs'>;

/** A time limit that can be started again, and that the caller's own signal ends early. Nothing extends its total. */
export class TimeLimit {
  readonly #controller = new AbortController();
  readonly #limits: Limits;
  readonly #startedAt = performance.now();
  readonly #outer: AbortSignal | undefined;
  #timer: NodeJS.Timeout;
  /** True when the time passed or the caller gave up. */
  passed = false;

  constructor(limits: Limits, outer?: AbortSignal) {
    this.#limits = limits;
    this.#outer = outer;
    this.#timer = setTimeout(this.#pass, remainingMs(limits, this.#startedAt));
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
    this.#timer = setTimeout(this.#pass, remainingMs(this.#limits, this.#startedAt));
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
