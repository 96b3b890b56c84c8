import { readEnvelope, stepsIn } from '../model/envelope.ts';
import { type Exchange, resultOf } from '../model/exchange.ts';
import { isObject, type JsonObject, member } from '../model/json.ts';
import { NO_ANSWER, type TracedCall } from '../model/trace.ts';
import { outcomeOf } from './outcome.ts';
import { argumentSummary } from './trace-call.ts';
import type { TracedFrame } from './trace-lines.ts';
import { messageIn, taskOf } from './trace-message.ts';

/** So many calls may be under way at once; when more are, the oldest is given up. */
const MAX_OPEN = 5_000;

type Sent = Pick<TracedCall, 'tool' | 'taskId' | 'arguments' | 'startMs'>;

/** The calls of one connection that were sent and have no answer yet, by the messages that the trace holds. */
export class OpenCalls {
  readonly #open = new Map<string, Sent>();
  #lastMs = 0;

  /** Takes the next message. Returns the call that it answers, or one that is given up; null for any other message. */
  take(frame: TracedFrame): TracedCall | null {
    this.seen(frame.ms);
    if (frame.phase !== 'call' || frame.tool === null) return null;
    const message = messageIn(frame);
    if (message.kind === 'call') {
      this.#open.set(message.id, sentBy(frame.tool, frame.ms, message.message));
      const [oldest] = this.#open;
      if (this.#open.size <= MAX_OPEN || !oldest) return null;
      this.#open.delete(oldest[0]);
      return this.#unanswered(oldest[1]);
    }
    if (message.kind !== 'answer') return null;
    const id = message.id ?? this.#oldestOf(frame.tool);
    const sent = id === null ? undefined : this.#open.get(id);
    if (id === null || !sent) return null;
    this.#open.delete(id);
    return answered(sent, frame, message.message);
  }

  /** Something came at that time: until then the connection was alive. */
  seen(ms: number): void {
    this.#lastMs = Math.max(this.#lastMs, ms);
  }

  /** A call of this tool is known to have got no answer: it is told of elsewhere. */
  drop(tool: string): void {
    const id = this.#oldestOf(tool);
    if (id !== null) this.#open.delete(id);
  }

  /** The connection is over: the calls that are still open. */
  end(): TracedCall[] {
    const left = [...this.#open.values()].map((sent) => this.#unanswered(sent));
    this.#open.clear();
    this.#lastMs = 0;
    return left;
  }

  #oldestOf(tool: string): string | null {
    for (const [id, sent] of this.#open) if (sent.tool === tool) return id;
    return null;
  }

  #unanswered(sent: Sent): TracedCall {
    const ms = Math.max(0, this.#lastMs - sent.startMs);
    return { ...sent, name: sent.tool, ms, outcome: 'transport', code: NO_ANSWER, attempts: null, steps: [] };
  }
}

function sentBy(tool: string, startMs: number, message: JsonObject | null): Sent {
  const given = member(member(message, 'params'), 'arguments');
  return { tool, startMs, taskId: taskOf(message), arguments: isObject(given) ? argumentSummary(given) : '' };
}

function answered(sent: Sent, frame: TracedFrame, answer: JsonObject | null): TracedCall {
  const base = { ...sent, name: sent.tool, ms: Math.max(0, frame.ms - sent.startMs) };
  // What is in an answer that was too long to be read is not known, only that it came.
  if (!answer) return { ...base, outcome: 'ok', code: 'not_read', attempts: null, steps: [] };
  const result = resultOf({ ...ANSWERED, answer });
  return {
    ...base,
    ...outcomeOf({ ...ANSWERED, answer }),
    attempts: readEnvelope(result)?.attempts ?? null,
    steps: stepsIn(result),
  };
}

/** An exchange of which only the answer is known. */
const ANSWERED: Omit<Exchange, 'answer'> = {
  method: 'tools/call',
  sent: null,
  outcome: 'answered',
  numbers: {},
  bytes: 0,
  line: null,
  ms: 0,
  phase: 'call',
  tool: null,
  notifications: [],
  stderrBytes: 0,
  http: null,
  reason: null,
};
