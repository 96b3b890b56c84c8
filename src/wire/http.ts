import type { Exchange, HttpAnswer } from '../model/exchange.ts';
import type { Frame } from '../model/frame.ts';
import { type JsonObject, member } from '../model/json.ts';
import type { Phase } from '../model/protocol.ts';
import { duration } from '../model/text.ts';
import type { ToolDeclaration } from '../model/tool.ts';
import type { Channel, Outgoing, ServerRequestHandler } from './channel.ts';
import { FrameLog } from './frame-log.ts';
import { answerOf, fillFromText, shownUrl } from './http-answer.ts';
import { readText } from './http-body.ts';
import { type HttpEra, headerValue, mergeHeaders, protocolHeaders, type ToolHeaders, toolHeaders } from './http-headers.ts';
import { acceptStray, Inbox, type Waiting } from './http-inbox.ts';
import { AFTERWARDS_MS, type Reading, readAnswer } from './http-reading.ts';
import { Connections, HttpFailure, type HttpHead, reasonOf } from './http-request.ts';
import { unsafeNumbers } from './number-texts.ts';
import { blankExchange } from './pending.ts';
import { readEvents } from './sse.ts';
import { TimeLimit } from './time-limit.ts';

/** How long ending a session may take, and answering a request of the adapter's. */
const COURTESY_MS = 2_000;
export interface HttpOptions {
  url: string;
  /** What the user wants sent with every request to this origin, `Authorization` included. */
  headers?: Record<string, string>;
  frames?: FrameLog;
}

/** An HTTP request of any kind, for probes. */
export interface RawRequest {
  httpMethod: string;
  /** Sent as written, on top of the user's own; null leaves one of those out. */
  headers?: Record<string, string | null>;
  body?: string;
  timeoutMs: number;
  /** Instead of the endpoint. The user's headers never go to another origin. */
  url?: string;
  /** How long an event stream is read: 0, the default for GET, is content with its head. */
  waitBodyMs?: number;
  signal?: AbortSignal;
}

/**
 * A conversation over Streamable HTTP, of every revision. Redirects are followed once, for 307 and 308 within one origin, and noted in
 * `HttpAnswer.followed`. Nothing here rejects for what an adapter does.
 */
export class HttpChannel implements Channel {
  readonly kind = 'http';
  readonly frames: FrameLog;
  readonly #connections = new Connections();
  readonly #inbox: Inbox;
  readonly #headers: Record<string, string>;
  /** What still runs beside the exchanges; aborted by `close`. */
  readonly #background = new AbortController();
  readonly #replies = new Set<Promise<unknown>>();
  /** Every session id that was given out, to be ended. */
  readonly #sessions = new Set<string>();
  #url: URL;
  #era: HttpEra | null = null;
  #tools: ToolHeaders = new Map();
  #sessionId: string | null = null;
  #stream: Promise<Exchange> | null = null;

  /** @throws TypeError when the URL is none */
  constructor({ url, headers = {}, frames = new FrameLog() }: HttpOptions) {
    this.#url = new URL(url);
    this.#headers = headers;
    this.frames = frames;
    this.#inbox = new Inbox(frames, (message) => this.#reply(message));
  }

  /** The endpoint: after a redirect within the origin, what it pointed to. */
  get url(): string {
    return this.#url.href;
  }

  get sessionId(): string | null {
    return this.#sessionId;
  }

  get era(): HttpEra | null {
    return this.#era;
  }

  /** Requests and notifications of the adapter's own, and answers to nothing. */
  get unsolicited(): Frame[] {
    return this.#inbox.unsolicited;
  }

  /** The listening stream, if it was opened. */
  get stream(): Promise<Exchange> | null {
    return this.#stream;
  }

  onServerRequest(handler: ServerRequestHandler): void {
    this.#inbox.handler = handler;
  }

  /** Says what was agreed on; until then only what a message states about itself decides its headers. */
  setEra(era: HttpEra | null): void {
    this.#era = era;
  }

  /** Says which arguments are repeated in `Mcp-Param-*` headers. */
  setToolHeaders(tools: readonly ToolDeclaration[]): void {
    this.#tools = toolHeaders(tools);
  }

  async exchange(out: Outgoing): Promise<Exchange> {
    const text = out.text ?? JSON.stringify(out.message);
    const exchange = blankExchange(out);
    const startedAt = performance.now();
    const limit = new TimeLimit(out.timeoutMs, out.signal);
    const waiting = this.#inbox.begin(out, text, () => limit.restart());
    waiting.notifications = exchange.notifications;
    try {
      await this.#converse(exchange, waiting, text, limit);
    } finally {
      limit.clear();
      this.#inbox.end(waiting);
    }
    this.#settle(exchange, waiting, limit);
    exchange.ms = Math.round((performance.now() - startedAt) * 10) / 10;
    return exchange;
  }

  /** Sends any HTTP request to the endpoint or elsewhere. Never rejects. */
  async raw(request: RawRequest): Promise<Exchange> {
    const { httpMethod, timeoutMs } = request;
    const url = request.url ? new URL(request.url) : this.#url;
    const own = url.origin === this.#url.origin ? this.#headers : {};
    const headers = mergeHeaders({ 'User-Agent': 'mcp-adapter' }, own, request.headers);
    const out: Outgoing = {
      method: httpMethod,
      message: null,
      expects: httpMethod === 'POST' ? 'response' : 'nothing',
      timeoutMs,
      phase: 'probe',
      tool: null,
    };
    const exchange = blankExchange(out);
    const limit = new TimeLimit(timeoutMs, request.signal);
    const startedAt = performance.now();
    const body = request.body ?? null;
    const waiting = this.#inbox.begin(out, body ?? `${httpMethod} ${shownUrl(url)}`, () => {});
    waiting.notifications = exchange.notifications;
    const wait = request.waitBodyMs ?? (httpMethod === 'POST' ? timeoutMs : 0);
    try {
      const work = this.#send(httpMethod, url, headers, body, limit.signal, true).then(async (head) => {
        exchange.http = answerOf(head, httpMethod, url, startedAt);
        await readAnswer(this.#reading(exchange, exchange.http, waiting, head, limit.signal, wait));
      });
      await work.catch((error) => this.#failed(exchange, error, limit));
    } finally {
      limit.clear();
      this.#inbox.end(waiting);
    }
    this.#settle(exchange, waiting, limit);
    exchange.ms = Math.round((performance.now() - startedAt) * 10) / 10;
    return exchange;
  }

  /**
   * The stream of the legacy era on which an adapter speaks unasked (2025-11-25 basic/transports, "Listening for Messages"). Opened
   * once, read in the background until `close`; resolves when its head has come, with the answer whatever it is.
   */
  openStream(timeoutMs = COURTESY_MS): Promise<Exchange> {
    this.#stream ??= this.#listen(timeoutMs);
    return this.#stream;
  }

  async close(): Promise<void> {
    await Promise.race([Promise.allSettled([...this.#replies]), new Promise((resolve) => setTimeout(resolve, 200).unref())]);
    const ended = [...this.#sessions].map((id) =>
      this.raw({ httpMethod: 'DELETE', headers: { ...this.conversationHeaders(), 'Mcp-Session-Id': id }, timeoutMs: COURTESY_MS }),
    );
    this.#background.abort();
    await Promise.all(ended);
    this.#connections.close();
    await this.frames.end();
  }

  /** The session and the version as a request of the ordinary conversation carries them. */
  conversationHeaders(): Record<string, string> {
    return {
      ...(this.#era ? { 'MCP-Protocol-Version': this.#era.revision } : {}),
      ...(this.#sessionId ? { 'Mcp-Session-Id': this.#sessionId } : {}),
    };
  }

  /** Forgets that a session was given out: it has been ended already. */
  forgetSession(id: string): void {
    this.#sessions.delete(id);
    if (this.#sessionId === id) this.#sessionId = null;
  }

  /** One message and all of its answer, a redirect or a stream taken up again included. */
  async #converse(exchange: Exchange, waiting: Waiting, text: string, limit: TimeLimit): Promise<void> {
    const { out } = waiting;
    const headers = this.#headersFor(out);
    // A kept connection may have been closed meanwhile: then the request is sent again, but never a call, which might run twice.
    const fresh = out.method === 'tools/call';
    try {
      let url = this.#url;
      let startedAt = performance.now();
      let head = await this.#send('POST', url, headers, text, limit.signal, fresh);
      exchange.http = answerOf(head, 'POST', url, startedAt);
      const target = followable(exchange.http, url);
      if (target) {
        const { status, url: from, location } = exchange.http;
        head.body.destroy();
        [url, startedAt] = [target, performance.now()];
        head = await this.#send('POST', url, headers, text, limit.signal, fresh);
        exchange.http = { ...answerOf(head, 'POST', url, startedAt), followed: { status, url: from, location: location ?? '' } };
        if (head.status < 300) this.#url = url;
      }
      this.#remember(out, head);
      const streamMs = out.expects === 'nothing' ? AFTERWARDS_MS : null;
      await readAnswer(this.#reading(exchange, exchange.http, waiting, head, limit.signal, streamMs));
    } catch (error) {
      this.#failed(exchange, error, limit);
    }
  }

  #headersFor(out: Outgoing): Record<string, string> {
    const session = this.#sessionId && member(out.message, 'method') !== 'initialize' ? { 'Mcp-Session-Id': this.#sessionId } : {};
    const usual = { 'User-Agent': 'mcp-adapter', 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    return mergeHeaders(usual, protocolHeaders(out.message, this.#era, this.#tools), session, this.#headers, out.headers);
  }

  async #send(
    method: string,
    url: URL,
    headers: Record<string, string>,
    body: string | null,
    signal: AbortSignal,
    fresh: boolean,
  ): Promise<HttpHead> {
    const request = { method, url, headers, body, signal };
    try {
      return await this.#connections.request({ ...request, fresh });
    } catch (error) {
      if (!(error instanceof HttpFailure) || !error.stale || fresh || signal.aborted) throw error;
      return this.#connections.request({ ...request, fresh: true }).catch((again) => {
        // Nobody there any more: it was this request that ended the adapter.
        throw again instanceof HttpFailure && !again.connected && !signal.aborted ? error : again;
      });
    }
  }

  /** A session belongs to the first `initialize`, or to a later one of the ordinary conversation (2025-11-25 basic/transports). */
  #remember(out: Outgoing, head: HttpHead): void {
    const id = head.headers['mcp-session-id'];
    if (!id || head.status >= 300 || member(out.message, 'method') !== 'initialize') return;
    this.#sessions.add(id);
    if (!this.#sessionId || out.phase !== 'probe') this.#sessionId = id;
  }

  #reading(exchange: Exchange, http: HttpAnswer, waiting: Waiting, head: HttpHead, signal: AbortSignal, streamMs: number | null): Reading {
    const resume = this.#era?.modern ? null : (lastId: string) => this.#resume(lastId, signal);
    return { exchange, http, waiting, head, inbox: this.#inbox, signal, closing: this.#background.signal, streamMs, resume };
  }

  /** Takes up a stream again that the adapter closed before its response (2025-11-25 basic/transports, "Resumability"). */
  async #resume(lastId: string, signal: AbortSignal): Promise<HttpHead | null> {
    const resume = { Accept: 'text/event-stream', 'User-Agent': 'mcp-adapter', 'Last-Event-ID': lastId };
    const headers = mergeHeaders(resume, this.conversationHeaders(), this.#headers);
    const head = await this.#send('GET', this.#url, headers, null, signal, true);
    head.body.on('error', () => {});
    if (head.contentType === 'text/event-stream' && head.status < 300) return head;
    head.body.destroy();
    return null;
  }

  #failed(exchange: Exchange, error: unknown, limit: TimeLimit): void {
    if (limit.passed && error instanceof HttpFailure && error.connected) return;
    exchange.reason = limit.passed ? null : reasonOf(error);
    exchange.outcome = error instanceof HttpFailure && !error.connected ? 'unreachable' : 'gone';
  }

  /** What came of it, once nothing more is waited for. */
  #settle(exchange: Exchange, waiting: Waiting, limit: TimeLimit): void {
    acceptStray(waiting, this.#inbox.unsolicited);
    const { answer, answerText } = waiting;
    if (answer) {
      exchange.answer = answer;
      exchange.outcome = 'answered';
      exchange.reason = null;
      exchange.bytes = Buffer.byteLength(answerText ?? JSON.stringify(answer));
      exchange.numbers = answerText === null ? {} : unsafeNumbers(answerText);
      this.#agree(waiting.out, answer);
    } else if (exchange.outcome === 'unreachable') {
      exchange.reason ??= `no connection within ${duration(waiting.out.timeoutMs)}`;
    } else if (exchange.outcome === 'silent' && exchange.http && !(limit.passed && isSilent(exchange.http, waiting))) {
      exchange.outcome = waiting.out.expects === 'nothing' && exchange.http.status < 300 ? 'accepted' : 'refused';
    }
  }

  /** From the answer to `initialize` on, every request names the revision agreed on (2025-06-18 basic/transports). */
  #agree(out: Outgoing, answer: JsonObject): void {
    const revision = member(answer.result, 'protocolVersion');
    if (out.method === 'initialize' && typeof revision === 'string') this.#era ??= { revision: headerValue(revision), modern: false };
  }

  #reply(message: JsonObject): void {
    // From 2026-07-28 an adapter may send no requests, and nothing takes an answer to one.
    if (this.#era?.modern) return;
    const out = { method: '(response)', message, expects: 'nothing', timeoutMs: COURTESY_MS, phase: 'probe', tool: null } as const;
    const sent = this.exchange(out).finally(() => this.#replies.delete(sent));
    this.#replies.add(sent);
  }

  async #listen(timeoutMs: number): Promise<Exchange> {
    const phase: Phase = 'handshake';
    const exchange = blankExchange({ method: 'GET', message: null, expects: 'nothing', timeoutMs, phase, tool: null });
    const limit = new TimeLimit(timeoutMs, this.#background.signal);
    const startedAt = performance.now();
    const accept = { Accept: 'text/event-stream', 'User-Agent': 'mcp-adapter' };
    const headers = mergeHeaders(accept, this.conversationHeaders(), this.#headers);
    try {
      const head = await this.#send('GET', this.#url, headers, null, limit.signal, true);
      exchange.http = answerOf(head, 'GET', this.#url, startedAt);
      exchange.outcome = head.status < 300 ? 'accepted' : 'refused';
      head.body.on('error', () => {});
      if (head.contentType === 'text/event-stream') {
        const stop = () => void head.body.destroy();
        if (this.#background.signal.aborted) stop();
        this.#background.signal.addEventListener('abort', stop, { once: true });
        void readEvents(head.body, { onEvent: ({ data }) => void (data && this.#inbox.receive(data, null)) }).ended;
      } else {
        const read = await Promise.race([readText(head.body), limit.waited()]);
        if (read) fillFromText(exchange.http, read);
        else head.body.destroy();
      }
    } catch (error) {
      this.#failed(exchange, error, limit);
    } finally {
      limit.clear();
    }
    exchange.ms = Math.round(performance.now() - startedAt);
    return exchange;
  }
}

/** Where a redirect may be followed to: for a POST only where the method stays, and only within the origin. */
function followable(answer: HttpAnswer, url: URL): URL | null {
  if ((answer.status !== 307 && answer.status !== 308) || !answer.location || !URL.canParse(answer.location)) return null;
  const target = new URL(answer.location);
  return target.origin === url.origin && target.href !== url.href ? target : null;
}

/** True when the head came and then nothing, so that it is silence that has to be told. */
function isSilent(answer: HttpAnswer, waiting: Waiting): boolean {
  return waiting.out.expects === 'response' && answer.status < 400 && waiting.out.message !== null;
}
