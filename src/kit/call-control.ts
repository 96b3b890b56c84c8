import { TimeUp } from './time-up.ts';

/** Why a call ended early: the client cancelled it, its time was up, or the adapter stopped. */
export interface Ended {
  reason: unknown;
}

const OVER = new Error('the call has ended');

/** How many turns of the microtask queue a call may take before it is worth a timer and a listener. */
const QUICK_TURNS = 3;

/**
 * What ends a call early. `cancelled` is set when the client cancels, the adapter stops, or the time is up; `ended` only when nothing can be
 * waited for any longer, so an effect that was begun goes on through a mere cancellation. Signals, listeners and timers are made only for calls
 * that last: for a quick read they would cost more than everything else that is done for it.
 */
export class CallControl {
  ended: Ended | null = null;
  readonly #client: AbortSignal;
  readonly #onClient = () => this.cancel(this.#client.reason);
  #cancelled: Ended | null = null;
  #isListening = false;
  #listeners: (() => void)[] = [];
  #soft: AbortController | null = null;
  #hard: AbortController | null = null;

  constructor(client: AbortSignal) {
    this.#client = client;
  }

  get cancelled(): Ended | null {
    if (!this.#cancelled && this.#client.aborted) this.cancel(this.#client.reason);
    return this.#cancelled;
  }

  /** Aborted once it is cancelled. */
  get signal(): AbortSignal {
    this.#listen();
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
    if (this.#cancelled) return;
    this.#cancelled = { reason };
    this.#soft?.abort(reason);
    for (const listener of this.#listeners) listener();
  }

  end(reason: unknown): void {
    if (this.ended) return;
    this.ended = { reason };
    this.#cancelled ??= this.ended;
    this.#hard?.abort(reason);
    this.#soft?.abort(reason);
    for (const listener of this.#listeners) listener();
  }

  /**
   * Waits for the work, at most so long, and not after the call is cancelled (or, with `ended`, after it is ended). The work itself goes on.
   * @throws TimeUp, or the reason why the call is over
   */
  async wait<T>(work: Promise<T>, ms: number, until: 'cancelled' | 'ended' = 'cancelled'): Promise<T> {
    let isSettled = false;
    const settled = () => {
      isSettled = true;
    };
    work.then(settled, settled);
    for (let turn = 0; turn < QUICK_TURNS && !isSettled; turn++) await null;
    return isSettled ? work : this.#waitLong(work, ms, until);
  }

  #waitLong<T>(work: Promise<T>, ms: number, until: 'cancelled' | 'ended'): Promise<T> {
    this.#listen();
    return new Promise((resolve, reject) => {
      const look = () => {
        const why = this[until];
        if (!why) return;
        over();
        reject(why.reason);
      };
      const over = () => {
        clearTimeout(timer);
        this.#listeners = this.#listeners.filter((each) => each !== look);
      };
      const timer = setTimeout(() => {
        over();
        reject(new TimeUp(ms));
      }, ms);
      this.#listeners.push(look);
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
    if (this.#isListening) this.#client.removeEventListener('abort', this.#onClient);
  }

  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    if (this.#client.aborted) this.cancel(this.#client.reason);
    else this.#client.addEventListener('abort', this.#onClient);
  }
}
