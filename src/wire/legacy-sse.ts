import type { Exchange } from '../model/exchange.ts';
import type { Frame } from '../model/frame.ts';
import type { Channel, Outgoing, ServerRequestHandler } from './channel.ts';
import { FrameLog } from './frame-log.ts';
import { answerOf, fillFromText } from './http-answer.ts';
import { readText } from './http-body.ts';
import { connectionFailed, takeAnswer, type Underway, underway } from './http-exchange.ts';
import { mergeHeaders } from './http-headers.ts';
import { Inbox } from './http-inbox.ts';
import { isStream, requestStream } from './http-listening.ts';
import { AFTERWARDS_MS, answered } from './http-reading.ts';
import { Connections, type HttpHead } from './http-request.ts';
import { type EventStream, readEvents } from './sse.ts';
import { TimeLimit } from './time-limit.ts';
import { aborted, within } from './wait.ts';

/** How long answering a request of the adapter's may take. */
const COURTESY_MS = 2_000;

/**
 * Asks whether a URL is the stream of the transport of 2024-11-05, HTTP+SSE: a GET that is answered by an event stream whose first event
 * names the endpoint (2024-11-05 basic/transports, "HTTP with SSE"). The open channel when it is, else null. Never rejects.
 */
export async function detectLegacySse(
  url: string,
  headers: Record<string, string>,
  timeoutMs: number,
  frames = new FrameLog(),
): Promise<LegacySseChannel | null> {
  const connections = new Connections();
  const closing = new AbortController();
  const limit = new TimeLimit({ timeoutMs }, closing.signal);
  const give = () => {
    limit.clear();
    closing.abort();
    connections.close();
    return null;
  };
  try {
    const address = new URL(url);
    const head = await requestStream(connections, address, headers, AbortSignal.any([closing.signal, limit.signal]));
    if (!isStream(head)) return give();
    const channel = new LegacySseChannel({ url: address, headers, frames, connections, closing, head });
    await Promise.race([channel.ready, aborted(limit.signal)]);
    if (!channel.endpoint) return give();
    limit.clear();
    return channel;
  } catch {
    return give();
  }
}

interface Parts {
  url: URL;
  headers: Record<string, string>;
  frames: FrameLog;
  connections: Connections;
  /** Aborting it ends the stream. */
  closing: AbortController;
  head: HttpHead;
}

/** A conversation over HTTP+SSE: messages are posted to the endpoint, everything of the adapter's comes on the one stream. */
export class LegacySseChannel implements Channel {
  readonly kind = 'http';
  readonly frames: FrameLog;
  /** Where messages are posted; null until the stream has said so. On another origin than the stream it is not taken. */
  endpoint: URL | null = null;
  /** Resolves when the endpoint is known, or the stream has ended. */
  readonly ready: Promise<void>;
  readonly #parts: Parts;
  readonly #inbox: Inbox;
  readonly #stream: EventStream;
  #ended = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.frames = parts.frames;
    this.#inbox = new Inbox(parts.frames, (message) => this.#reply(message));
    parts.closing.signal.addEventListener('abort', () => void parts.head.body.destroy(), { once: true });
    let found = (): void => {};
    const named = new Promise<void>((resolve) => {
      found = resolve;
    });
    this.#stream = readEvents(parts.head.body, {
      onEvent: ({ type, data }) => {
        if (type !== 'endpoint') this.#inbox.receive(data, null);
        else if (!this.endpoint && URL.canParse(data, parts.url.href)) {
          const endpoint = new URL(data, parts.url);
          if (endpoint.origin === parts.url.origin) this.endpoint = endpoint;
          found();
        }
      },
    });
    this.ready = Promise.race([named, this.#stream.ended.then(() => {})]);
    void this.#stream.ended.then(() => {
      this.#ended = true;
    });
  }

  /** Requests and notifications of the adapter's own, and answers to nothing. */
  get unsolicited(): Frame[] {
    return this.#inbox.unsolicited;
  }

  onServerRequest(handler: ServerRequestHandler): void {
    this.#inbox.handler = handler;
  }

  async exchange(out: Outgoing): Promise<Exchange> {
    const text = out.text ?? JSON.stringify(out.message);
    const it = await underway(this.#inbox, out, text, (it) => this.#converse(it, text));
    takeAnswer(it);
    return it.exchange;
  }

  async close(): Promise<void> {
    this.#parts.closing.abort();
    await within(this.#stream.ended, AFTERWARDS_MS);
    this.#parts.connections.close();
    await this.frames.end();
  }

  async #converse(it: Underway, text: string): Promise<void> {
    try {
      await this.#post(it, text);
    } catch (error) {
      if (!it.limit.passed) connectionFailed(it, error);
    }
  }

  async #post({ exchange, waiting, limit }: Underway, text: string): Promise<void> {
    const { out } = waiting;
    const url = this.endpoint ?? this.#parts.url;
    const startedAt = performance.now();
    const usual = { 'User-Agent': 'mcp-adapter', 'Content-Type': 'application/json' };
    const headers = mergeHeaders(usual, this.#parts.headers, out.headers);
    const head = await this.#parts.connections.request({ method: 'POST', url, headers, body: text, signal: limit.signal, fresh: false });
    const http = answerOf(head, 'POST', url, startedAt);
    exchange.http = http;
    head.body.on('error', () => {});
    const impatience = setTimeout(() => head.body.destroy(), AFTERWARDS_MS);
    fillFromText(http, await readText(head.body));
    clearTimeout(impatience);
    if (http.status >= 300) exchange.outcome = 'refused';
    else if (out.expects === 'nothing') exchange.outcome = 'accepted';
    else {
      await Promise.race([answered(waiting), this.#stream.ended, aborted(limit.signal)]);
      if (!waiting.answer && this.#ended) throw new Error('the event stream ended without a response');
    }
  }

  #reply(message: Exchange['sent']): void {
    void this.exchange({ method: '(response)', message, expects: 'nothing', timeoutMs: COURTESY_MS, phase: 'probe', tool: null });
  }
}
