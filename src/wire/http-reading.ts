import type { Exchange, HttpAnswer } from '../model/exchange.ts';
import { isObject, member } from '../model/json.ts';
import { fillFromStream, fillFromText } from './http-answer.ts';
import { readText } from './http-body.ts';
import { acceptStray, type Inbox, type Waiting } from './http-inbox.ts';
import type { HttpHead } from './http-request.ts';
import { parseJson } from './json-text.ts';
import { readEvents } from './sse.ts';
import { aborted, within } from './wait.ts';

/** How long a stream may go on after its response; how long what follows the head of an answer to a notification is looked at. */
export const AFTERWARDS_MS = 300;
/** How often a stream that was closed before its response is taken up again. */
const RESUMPTIONS = 5;

/** The answer of one POST that is to be read. */
export interface Reading {
  exchange: Exchange;
  http: HttpAnswer;
  waiting: Waiting;
  head: HttpHead;
  inbox: Inbox;
  /** Aborted when the time is over. */
  signal: AbortSignal;
  /** Aborted when the channel closes: ends what is left of a stream. */
  closing: AbortSignal;
  /** Bounds an event stream in milliseconds; null lets the time limit do it. */
  streamMs: number | null;
  /** Takes a stream up again that was closed before its response; null when that is impossible. */
  resume: ((lastId: string) => Promise<HttpHead | null>) | null;
}

/** Reads the body of an answer, JSON or event stream, into the exchange. Rejects only when taking a stream up again does. */
export async function readAnswer(reading: Reading): Promise<void> {
  const { head, signal, streamMs } = reading;
  head.body.on('error', () => {});
  const stop = () => void head.body.destroy();
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  if (head.contentType !== 'text/event-stream') await readBody(reading);
  else if (streamMs === 0) stop();
  else await readStream(reading);
}

async function readBody({ exchange, http, waiting, head, inbox, signal }: Reading): Promise<void> {
  const notification = waiting.out.expects === 'nothing';
  // Nothing should follow the head of an answer to a notification; what does is looked at for a moment.
  const impatience = notification && waiting.out.message ? setTimeout(() => head.body.destroy(), AFTERWARDS_MS) : undefined;
  const read = await readText(head.body);
  clearTimeout(impatience);
  fillFromText(http, read);
  // A notification may be refused with an error response (2025-11-25 basic/transports), which then answers nothing.
  const refused = http.status === 401 || http.status === 403 || (http.status >= 400 && notification);
  if (!read.cut && !refused && looksLikeRpc(read.text, http.status)) inbox.receive(read.text, waiting);
  if (read.cut) exchange.reason = 'the body is larger than what is read of it';
  else if (read.broken && !signal.aborted && !notification) {
    exchange.reason = read.broken;
    exchange.outcome = 'gone';
  }
}

async function readStream(reading: Reading): Promise<void> {
  const { exchange, http, waiting, inbox, signal, streamMs, resume } = reading;
  let lastId: string | undefined;
  let retryMs = 1_000;
  let current: HttpHead | null = reading.head;
  for (let attempt = 0; current; attempt++) {
    const head: HttpHead = current;
    const stream = readEvents(head.body, {
      onEvent: ({ data, id }) => {
        if (id) lastId = id;
        // An event without data only names an id to take the stream up from.
        if (data) inbox.receive(data, waiting);
      },
      onRetry: (ms) => {
        retryMs = ms;
      },
    });
    const enough = Promise.race([stream.ended, answered(waiting), aborted(signal)]);
    await (streamMs === null ? enough : within(enough, streamMs));
    fillFromStream(http, stream.look());
    if (waiting.answer || streamMs !== null || signal.aborted) return letEnd(head, stream.ended, reading.closing);
    acceptStray(waiting, inbox.unsolicited);
    if (waiting.answer) return;
    exchange.outcome = 'gone';
    exchange.reason = stream.facts.broken ?? 'the event stream ended without a response';
    if (lastId === undefined || !resume || attempt >= RESUMPTIONS) return;
    await within(aborted(signal), retryMs);
    current = signal.aborted ? null : await resume(lastId);
    if (!current) return;
    exchange.outcome = 'silent';
    exchange.reason = null;
  }
}

/** Lets a stream end by itself for a moment, so that its connection can be used again and late messages are seen. */
function letEnd(head: HttpHead, ended: Promise<unknown>, closing: AbortSignal): void {
  const destroy = () => void head.body.destroy();
  const timer = setTimeout(destroy, AFTERWARDS_MS);
  timer.unref();
  closing.addEventListener('abort', destroy, { once: true });
  void ended.then(() => {
    clearTimeout(timer);
    closing.removeEventListener('abort', destroy);
  });
}

/** An error page may be JSON without being JSON-RPC: `{"error": "Not found"}`. */
function looksLikeRpc(text: string, status: number): boolean {
  if (status < 400) return true;
  const value = parseJson(text);
  if (Array.isArray(value)) return true;
  return member(value, 'jsonrpc') !== undefined || isObject(member(value, 'error')) || isObject(member(value, 'result'));
}

/** Resolves when the answer has come, or had come already. */
export function answered(waiting: Waiting): Promise<void> {
  return new Promise((resolve) => {
    waiting.onAnswer = resolve;
    if (waiting.answer) resolve();
  });
}
