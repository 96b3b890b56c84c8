import type { Exchange, ExchangeOutcome } from '../model/exchange.ts';
import { type JsonObject, member } from '../model/json.ts';
import type { Outgoing } from './channel.ts';

/** A message of ours, from sending until it is settled. */
export interface Wait {
  exchange: Exchange;
  /** Resolves with the exchange once it is settled; never rejects. */
  done: Promise<Exchange>;
  stderrBefore: number;
  id: unknown;
  token: unknown;
  out: Outgoing;
  startedAt: number;
  settle: () => void;
  onAbort: () => void;
  timer: NodeJS.Timeout | null;
}

/**
 * The messages that wait for something: matches what comes in with what went out. Tolerant, because an answer under a wrong id is a
 * fault to be reported, not a reason to wait for ever: first by the exact id, then by its text, then, for `id: null`, by order.
 */
export class Pending {
  readonly #open: Wait[] = [];
  /** Notifications that were sent and not answered: what an answer without id can belong to. */
  readonly #notifications: Wait[] = [];

  open(out: Outgoing, stderrBefore: number): Wait {
    let settle = (): void => {};
    const exchange = blankExchange(out);
    const done = new Promise<Exchange>((resolve) => {
      settle = () => resolve(exchange);
    });
    const wait: Wait = {
      exchange,
      done,
      stderrBefore,
      id: member(out.message, 'id'),
      token: tokenOf(out.message),
      out,
      startedAt: performance.now(),
      settle,
      onAbort: () => this.end(wait, 'silent'),
      timer: null,
    };
    if (out.expects === 'nothing') {
      this.#notifications.push(wait);
      exchange.outcome = 'accepted';
      settle();
      return wait;
    }
    this.#open.push(wait);
    this.#restart(wait);
    out.signal?.addEventListener('abort', wait.onAbort, { once: true });
    if (out.signal?.aborted) wait.onAbort();
    return wait;
  }

  /** The wait that a message belongs to, if any. */
  match(message: JsonObject): Wait | undefined {
    if (typeof message.method === 'string') return 'id' in message ? undefined : this.#ofNotification(message);
    const { id } = message;
    const exact = this.#open.find((wait) => wait.id === id);
    if (exact) return exact;
    if (id !== null && id !== undefined) return this.#open.find((wait) => sameText(wait.id, id));
    const raw = this.#open.find((wait) => wait.id === undefined);
    if (raw) return raw;
    const unanswered = this.#notifications.find((wait) => !wait.exchange.answer);
    if (unanswered) return unanswered;
    return this.#open.length === 1 && 'error' in message ? this.#open[0] : undefined;
  }

  #ofNotification(message: JsonObject): Wait | undefined {
    const token = member(message.params, 'progressToken');
    if (message.method === 'notifications/progress') return this.#open.find((wait) => sameText(wait.token, token));
    return this.#open.length === 1 ? this.#open[0] : undefined;
  }

  /** A notification that belongs to a wait: progress restarts its time limit. `keep` is false once a flood of them has filled what is kept. */
  progressed(wait: Wait, message: JsonObject, keep = true): void {
    if (keep) wait.exchange.notifications.push(message);
    wait.out.onNotification?.(message);
    if (message.method === 'notifications/progress') this.#restart(wait);
  }

  answer(wait: Wait, message: JsonObject, facts: { line: number; bytes: number; numbers: Record<string, string> }): void {
    Object.assign(wait.exchange, { answer: message, ...facts });
    if (wait.exchange.outcome === 'accepted') wait.exchange.outcome = 'answered';
    else this.end(wait, 'answered');
  }

  end(wait: Wait, outcome: ExchangeOutcome): void {
    const at = this.#open.indexOf(wait);
    if (at < 0) return;
    this.#open.splice(at, 1);
    if (wait.timer) clearTimeout(wait.timer);
    wait.out.signal?.removeEventListener('abort', wait.onAbort);
    wait.exchange.outcome = outcome;
    wait.exchange.ms = Math.round((performance.now() - wait.startedAt) * 10) / 10;
    wait.settle();
  }

  endAll(outcome: ExchangeOutcome): void {
    for (const wait of [...this.#open]) this.end(wait, outcome);
  }

  /** The latest message that still waits for its answer. */
  newest(): Wait | undefined {
    return this.#open.at(-1);
  }

  #restart(wait: Wait): void {
    if (wait.timer) clearTimeout(wait.timer);
    wait.timer = setTimeout(() => this.end(wait, 'silent'), remainingMs(wait.out, wait.startedAt));
  }
}

/** How long a message may wait from now on: as long as at first, but never beyond its total. */
export function remainingMs({ timeoutMs, totalMs }: Pick<Outgoing, 'timeoutMs' | 'totalMs'>, startedAt: number): number {
  return totalMs === undefined ? timeoutMs : Math.max(0, Math.min(timeoutMs, startedAt + totalMs - performance.now()));
}

/** The progress token that a message of ours asks for. */
export function tokenOf(message: JsonObject | null): unknown {
  return member(member(member(message, 'params'), '_meta'), 'progressToken');
}

/** The same id but for its type. Anything that is no text and no number is no id at all, and may throw when it is made a text. */
export function sameText(a: unknown, b: unknown): boolean {
  return (typeof a === 'string' || typeof a === 'number') && (typeof b === 'string' || typeof b === 'number') && String(a) === String(b);
}

/** An exchange that has just begun. */
export function blankExchange(out: Outgoing): Exchange {
  return {
    method: out.method,
    sent: out.message,
    outcome: 'silent',
    answer: null,
    numbers: {},
    bytes: 0,
    line: null,
    ms: 0,
    phase: out.phase,
    tool: out.tool,
    notifications: [],
    stderrBytes: 0,
    http: null,
    reason: null,
  };
}
