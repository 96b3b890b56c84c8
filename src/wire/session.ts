import type { Exchange } from '../model/exchange.ts';
import { isObject, type JsonObject } from '../model/json.ts';
import { isModern, META, type Phase } from '../model/protocol.ts';
import type { Channel, Outgoing } from './channel.ts';
import { answerServerRequest } from './server-requests.ts';

/** How we introduce ourselves; the version is that of the package. */
export interface ClientInfo {
  name: string;
  version: string;
}

/** What differs from the usual in one request. */
export interface RequestOptions {
  id?: string | number;
  timeoutMs?: number;
  /** Milliseconds that progress does not extend. */
  totalMs?: number;
  phase?: Phase;
  tool?: string | null;
  /** HTTP only. */
  headers?: Record<string, string | null>;
  /** `none` leaves the era's `_meta` out; an object replaces it. */
  meta?: 'usual' | 'none' | JsonObject;
  /** The exact JSON text of `params.arguments`, sent as it is. */
  argumentsText?: string;
  onNotification?: (message: JsonObject) => void;
  signal?: AbortSignal;
}

/** A conversation over a channel: knows the era, numbers the requests, adds what every request of the era carries. */
export class Session {
  readonly channel: Channel;
  readonly info: ClientInfo;
  readonly capabilities: readonly string[];
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** The revision that requests are written for. */
  revision: string;
  /** The ordinary conversation, in order. */
  readonly exchanges: Exchange[] = [];
  #nextId = 1;

  constructor(
    channel: Channel,
    options: { info: ClientInfo; capabilities: readonly string[]; timeoutMs: number; revision: string; signal?: AbortSignal },
  ) {
    this.channel = channel;
    this.info = options.info;
    this.capabilities = options.capabilities;
    this.timeoutMs = options.timeoutMs;
    this.revision = options.revision;
    this.signal = options.signal;
    channel.onServerRequest((request) => answerServerRequest(request, this.capabilities));
  }

  get modern(): boolean {
    return isModern(this.revision);
  }

  /** The `_meta` that a request of this era carries; empty in the legacy eras (2026-07-28 basic/index, "Request metadata"). */
  usualMeta(): JsonObject {
    if (!this.modern) return {};
    return {
      [META.protocolVersion]: this.revision,
      [META.clientCapabilities]: this.declaredCapabilities(),
      [META.clientInfo]: { ...this.info },
    };
  }

  declaredCapabilities(): JsonObject {
    return Object.fromEntries(this.capabilities.map((name) => [name, {}]));
  }

  /** Sends a request and waits for its response; its phase is that of the method unless `options` name one. Never rejects. */
  async request(method: string, params: JsonObject = {}, options: RequestOptions = {}): Promise<Exchange> {
    const exchange = await this.probe(method, params, { phase: phaseOf(method), ...options });
    this.exchanges.push(exchange);
    return exchange;
  }

  /** A request that is no part of the ordinary conversation, in the phase `probe` unless `options` name one. */
  probe(method: string, params: JsonObject = {}, options: RequestOptions = {}): Promise<Exchange> {
    const id = options.id ?? this.#nextId++;
    const meta = { ...this.#meta(options), ...(method === 'tools/call' ? { progressToken: id } : {}) };
    const full = {
      ...params,
      ...(Object.keys(meta).length ? { _meta: { ...(isObject(params._meta) ? params._meta : {}), ...meta } } : {}),
    };
    const message: JsonObject = { jsonrpc: '2.0', id, method, ...(Object.keys(full).length ? { params: full } : {}) };
    return this.channel.exchange(this.#outgoing(method, message, 'response', { phase: 'probe', ...options }));
  }

  /** Sends a notification. */
  notify(method: string, params: JsonObject = {}, options: RequestOptions = {}): Promise<Exchange> {
    const meta = this.#meta(options);
    const full = { ...params, ...(Object.keys(meta).length ? { _meta: meta } : {}) };
    const message: JsonObject = { jsonrpc: '2.0', method, ...(Object.keys(full).length ? { params: full } : {}) };
    return this.channel.exchange(this.#outgoing(method, message, 'nothing', options));
  }

  /** Sends a text that need not be a message, and waits for any answer. */
  raw(label: string, text: string, options: RequestOptions = {}): Promise<Exchange> {
    return this.channel.exchange({ ...this.#outgoing(label, null, 'response', options), text });
  }

  #meta(options: RequestOptions): JsonObject {
    const { meta = 'usual' } = options;
    return meta === 'usual' ? this.usualMeta() : meta === 'none' ? {} : meta;
  }

  #outgoing(method: string, message: JsonObject | null, expects: Outgoing['expects'], options: RequestOptions): Outgoing {
    const signal = options.signal ?? this.signal;
    return {
      method,
      message,
      expects,
      timeoutMs: options.timeoutMs ?? this.timeoutMs,
      ...(options.totalMs === undefined ? {} : { totalMs: options.totalMs }),
      phase: options.phase ?? phaseOf(method),
      tool: options.tool ?? null,
      ...(options.headers ? { headers: options.headers } : {}),
      ...(options.argumentsText !== undefined && message ? { text: withArguments(message, options.argumentsText) } : {}),
      ...(options.onNotification ? { onNotification: options.onNotification } : {}),
      ...(signal ? { signal } : {}),
    };
  }
}

function phaseOf(method: string): Phase {
  if (method === 'server/discover') return 'discover';
  if (method === 'initialize' || method === 'notifications/initialized') return 'handshake';
  return method.endsWith('/list') ? 'list' : method === 'tools/call' ? 'call' : 'probe';
}

/** The text of a tools/call with its arguments exactly as given: parsing and printing would change numbers, order and doubles. */
function withArguments(message: JsonObject, argumentsText: string): string {
  const params = isObject(message.params) ? message.params : {};
  const members = Object.entries({ ...params, arguments: null }).map(
    ([name, value]) => `${JSON.stringify(name)}:${name === 'arguments' ? argumentsText : JSON.stringify(value)}`,
  );
  const { params: _, ...rest } = message;
  return `${JSON.stringify(rest).slice(0, -1)},"params":{${members.join(',')}}}`;
}
