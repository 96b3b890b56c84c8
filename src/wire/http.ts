import type { Exchange, HttpAnswer } from '../model/exchange.ts';
import type { Frame } from '../model/frame.ts';
import { type JsonObject, member } from '../model/json.ts';
import { duration } from '../model/text.ts';
import type { ToolDeclaration } from '../model/tool.ts';
import type { Channel, Outgoing, ServerRequestHandler } from './channel.ts';
import { FrameLog } from './frame-log.ts';
import { answerOf, shownUrl } from './http-answer.ts';
import { connectionFailed, takeAnswer, type Underway, underway } from './http-exchange.ts';
import { type HttpEra, headerValue, mergeHeaders, protocolHeaders, type ToolHeaders, toolHeaders } from './http-headers.ts';
import { acceptStray, Inbox, type Waiting } from './http-inbox.ts';
import { isStream, listen, requestStream } from './http-listening.ts';
import { AFTERWARDS_MS, type Reading, readAnswer } from './http-reading.ts';
import { Connections, type HttpHead } from './http-request.ts';
import { within } from './wait.ts';

/** How long ending a session may take, and answering a request of the adapter's. */
const COURTESY_MS = 2_000;

export interface HttpOptions {
  url: string;
  /** What the user wants sent with every request to this origin, `Authorization` included. */
  headers?: Record<string, string>;
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
  readonly frames = new FrameLog();
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
  constructor({ url, headers = {} }: HttpOptions) {
    this.#url = new URL(url);
    this.#headers = headers;
    this.#inbox = new Inbox(this.frames, (message) => this.#reply(message));
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
    return this.#settle(await underway(this.#inbox, out, text, (it) => this.#converse(it, text)));
  }

  /** Sends any HTTP request to the endpoint or elsewhere. Never rejects. */
  async raw(request: RawRequest): Promise<Exchange> {
    const { httpMethod: method, timeoutMs, signal } = request;
    const url = request.url ? new URL(request.url) : this.#url;
    const own = url.origin === this.#url.origin ? this.#headers : {};
    const headers = mergeHeaders({ 'User-Agent': 'mcp-adapter' }, own, request.headers);
    const isPost = method === 'POST';
    const expects = isPost ? 'response' : 'nothing';
    const out: Outgoing = { method, message: null, expects, timeoutMs, phase: 'probe', tool: null, ...(signal ? { signal } : {}) };
    const body = request.body ?? null;
    const converse = async (it: Underway): Promise<void> => {
      const startedAt = performance.now();
      try {
        const head = await this.#connections.send({ method, url, headers, body, signal: it.limit.signal, fresh: true });
        it.exchange.http = answerOf(head, method, url, startedAt);
        await readAnswer(this.#reading(it, it.exchange.http, head, request.waitBodyMs ?? (isPost ? timeoutMs : 0)));
      } catch (error) {
        connectionFailed(it, error);
      }
    };
    return this.#settle(await underway(this.#inbox, out, body ?? `${method} ${shownUrl(url)}`, converse, { extended: false }));
  }

  /**
   * The stream of the legacy era on which an adapter speaks unasked (2025-11-25 basic/transports, "Listening for Messages"). Opened
   * once, read in the background until `close`; resolves when its head has come, with the answer whatever it is.
   */
  openStream(timeoutMs = COURTESY_MS): Promise<Exchange> {
    const headers = mergeHeaders(this.conversationHeaders(), this.#headers);
    this.#stream ??= listen(this.#connections, this.#url, headers, { inbox: this.#inbox, timeoutMs, closing: this.#background.signal });
    return this.#stream;
  }

  async close(): Promise<void> {
    await within(Promise.allSettled([...this.#replies]), 200);
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
  async #converse(it: Underway, text: string): Promise<void> {
    const { exchange, limit } = it;
    const { out } = it.waiting;
    // A kept connection may have been closed meanwhile: then the request is sent again, but never a call, which might run twice.
    const fresh = out.method === 'tools/call';
    const request = { method: 'POST', headers: this.#headersFor(out), body: text, signal: limit.signal, fresh };
    try {
      let url = this.#url;
      let startedAt = performance.now();
      let head = await this.#connections.send({ ...request, url });
      exchange.http = answerOf(head, 'POST', url, startedAt);
      const target = followable(exchange.http, url);
      if (target) {
        const { status, url: from, location } = exchange.http;
        head.body.destroy();
        [url, startedAt] = [target, performance.now()];
        head = await this.#connections.send({ ...request, url });
        exchange.http = { ...answerOf(head, 'POST', url, startedAt), followed: { status, url: from, location: location ?? '' } };
        if (head.status < 300) this.#url = url;
      }
      this.#remember(out, head);
      const streamMs = out.expects === 'nothing' ? AFTERWARDS_MS : null;
      await readAnswer(this.#reading(it, exchange.http, head, streamMs));
    } catch (error) {
      connectionFailed(it, error);
    }
  }

  #headersFor(out: Outgoing): Record<string, string> {
    const session = this.#sessionId && member(out.message, 'method') !== 'initialize' ? { 'Mcp-Session-Id': this.#sessionId } : {};
    const usual = { 'User-Agent': 'mcp-adapter', 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    return mergeHeaders(usual, protocolHeaders(out.message, this.#era, this.#tools), session, this.#headers, out.headers);
  }

  /** A session belongs to the first `initialize`, or to a later one of the ordinary conversation (2025-11-25 basic/transports). */
  #remember(out: Outgoing, head: HttpHead): void {
    const id = head.headers['mcp-session-id'];
    if (!id || head.status >= 300 || member(out.message, 'method') !== 'initialize') return;
    this.#sessions.add(id);
    if (!this.#sessionId || out.phase !== 'probe') this.#sessionId = id;
  }

  #reading({ exchange, waiting, limit }: Underway, http: HttpAnswer, head: HttpHead, streamMs: number | null): Reading {
    const { signal } = limit;
    const resume = this.#era?.modern ? null : (lastId: string) => this.#resume(lastId, signal);
    return { exchange, http, waiting, head, inbox: this.#inbox, signal, closing: this.#background.signal, streamMs, resume };
  }

  /** Takes up a stream again that the adapter closed before its response (2025-11-25 basic/transports, "Resumability"). */
  async #resume(lastId: string, signal: AbortSignal): Promise<HttpHead | null> {
    const headers = mergeHeaders({ 'Last-Event-ID': lastId }, this.conversationHeaders(), this.#headers);
    const head = await requestStream(this.#connections, this.#url, headers, signal);
    if (isStream(head)) return head;
    head.body.destroy();
    return null;
  }

  /** What came of it, once nothing more is waited for. */
  #settle(it: Underway): Exchange {
    const { exchange, waiting, limit } = it;
    acceptStray(waiting, this.#inbox.unsolicited);
    if (takeAnswer(it)) this.#agree(waiting.out, exchange.answer);
    else if (exchange.outcome === 'unreachable') exchange.reason ??= `no connection within ${duration(waiting.out.timeoutMs)}`;
    else if (exchange.outcome === 'silent' && exchange.http && !(limit.passed && isSilent(exchange.http, waiting)))
      exchange.outcome = waiting.out.expects === 'nothing' && exchange.http.status < 300 ? 'accepted' : 'refused';
    return exchange;
  }

  /** From the answer to `initialize` on, every request names the revision agreed on (2025-06-18 basic/transports). */
  #agree(out: Outgoing, answer: JsonObject | null): void {
    const revision = member(member(answer, 'result'), 'protocolVersion');
    if (out.method === 'initialize' && typeof revision === 'string') this.#era ??= { revision: headerValue(revision), modern: false };
  }

  #reply(message: JsonObject): void {
    // From 2026-07-28 an adapter may send no requests, and nothing takes an answer to one.
    if (this.#era?.modern) return;
    const out = { method: '(response)', message, expects: 'nothing', timeoutMs: COURTESY_MS, phase: 'probe', tool: null } as const;
    const sent = this.exchange(out).finally(() => this.#replies.delete(sent));
    this.#replies.add(sent);
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
