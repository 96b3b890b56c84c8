import type { Exchange } from '../model/exchange.ts';
import type { Outgoing } from './channel.ts';
import type { Inbox, Waiting } from './http-inbox.ts';
import { HttpFailure, reasonOf } from './http-request.ts';
import { unsafeNumbers } from './number-texts.ts';
import { blankExchange } from './pending.ts';
import { TimeLimit } from './time-limit.ts';

/** One message of ours, from sending until nothing more is waited for. */
export interface Underway {
  exchange: Exchange;
  waiting: Waiting;
  limit: TimeLimit;
}

/**
 * Sends one message and gathers what comes of it, within its time limit, which progress restarts unless `extended` is false. `converse`
 * does the talking; what it throws is thrown on. The answer is not in the exchange yet: `takeAnswer` puts it there.
 */
export async function underway(
  inbox: Inbox,
  out: Outgoing,
  text: string,
  converse: (it: Underway) => Promise<void>,
  { extended = true } = {},
): Promise<Underway> {
  const exchange = blankExchange(out);
  const startedAt = performance.now();
  const limit = new TimeLimit(out, out.signal);
  const waiting = inbox.begin(out, text, () => extended && limit.restart());
  waiting.notifications = exchange.notifications;
  const it = { exchange, waiting, limit };
  try {
    await converse(it);
  } finally {
    limit.clear();
    inbox.end(waiting);
  }
  exchange.ms = Math.round((performance.now() - startedAt) * 10) / 10;
  return it;
}

/** Puts the answer that came into the exchange. False when none came. */
export function takeAnswer({ exchange, waiting: { answer, answerText } }: Underway): boolean {
  if (!answer) return false;
  exchange.answer = answer;
  exchange.outcome = 'answered';
  exchange.reason = null;
  exchange.bytes = Buffer.byteLength(answerText ?? JSON.stringify(answer));
  exchange.numbers = answerText === null ? {} : unsafeNumbers(answerText);
  return true;
}

/** Says in the exchange why nothing could be sent or read. A connection that was made is only silent once the time has passed. */
export function connectionFailed({ exchange, limit }: Pick<Underway, 'exchange' | 'limit'>, error: unknown): void {
  if (limit.passed && error instanceof HttpFailure && error.connected) return;
  exchange.reason = limit.passed ? null : reasonOf(error);
  exchange.outcome = error instanceof HttpFailure && !error.connected ? 'unreachable' : 'gone';
}
