import { TimeUp } from './time-up.ts';

/** Why a call ended early: the client cancelled it, its time was up, or the adapter stopped. */
export interface Ended {
  reason: unknown;
}

const OVER = new Error('the call has ended');

/**
 * What ends a call early. `cancelled` is set when the client cancels, the adapter stops, or the time is up; `ended` only when nothing can be
 * waited for any longer, so an effect that was begun goes on through a mere cancellation. Signals are made only for those who ask for one,
 * because most reads do not, and one costs as much as everything else that is done for them.
 */
export class CallControl {
  cancelled: Ended | null = null;
  ended: Ended | null = null;
  readonly #client: AbortSignal;
  readonly #onClient = () => this.cancel(this.#client.reason);
  #listeners: (() => void)[] = [];
  #soft: AbortController | null = null;
  #hard: AbortController | null = null;

  constructor(client: AbortSignal) {
    this.#client = client;
    if (client.aborted) this.cancel(client.reason);
    else client.addEventListener('abort', this.#onClient);
  }

  /** Aborted once it is cancelled. */
  get signal(): AbortSignal {
    this.#soft ??= new AbortController();
    if (this.cancelled) this.#soft.abort(this.cancelled.reason);
    return this.#soft.signal;
  }

  /** Aborted once it is ended. */
  get ending(): AbortSignal {
    this.#hard ??= new AbortController();
    if (this.ended) this.#hard.abort(this.ended.reason);
    return this.#hard.signal;
  }

  cancel(reason: unknown): void {
    if (this.cancelled) return;
    this.cancelled = { reason };
    this.#soft?.abort(reason);
    for (const listener of this.#listeners) listener();
  }

  end(reason: unknown): void {
    if (this.ended) return;
    this.ended = { reason };
    this.cancelled ??= this.ended;
    this.#hard?.abort(reason);
    this.#soft?.abort(reason);
    for (const listener of this.#listeners) listener();
  }

  /** Calls `listener` when it is cancelled or ended; what is returned takes it away again. */
  onChange(listener: () => void): () => void {
    this.#listeners.push(listener);
    return () => {
      this.#listeners = this.#listeners.filter((each) => each !== listener);
    };
  }

  /**
   * Waits for the work, at most so long, and not after the call is cancelled (or, with `ended`, after it is ended). The work itself goes on.
   * @throws TimeUp, or the reason why the call is over
   */
  wait<T>(work: Promise<T>, ms: number, until: 'cancelled' | 'ended' = 'cancelled'): Promise<T> {
    return new Promise((resolve, reject) => {
      const over = () => {
        clearTimeout(timer);
        off();
      };
      const look = () => {
        const reason = this[until];
        if (!reason) return;
        over();
        reject(reason.reason);
      };
      const timer = setTimeout(() => {
        off();
        reject(new TimeUp(ms));
      }, ms);
      const off = this.onChange(look);
      work.then(resolve, reject).finally(over);
      look();
    });
  }

  /** True for why it was cancelled or ended. */
  isReason(error: unknown): boolean {
    return (this.cancelled !== null && error === this.cancelled.reason) || (this.ended !== null && error === this.ended.reason);
  }

  throwIfCancelled(): void {
    if (this.cancelled) throw this.cancelled.reason;
  }

  /** The call is over: its steps do nothing any longer, and the client's signal need not know it. */
  release(): void {
    this.end(OVER);
    this.#client.removeEventListener('abort', this.#onClient);
  }
}
