import * as http from 'node:http';
import * as https from 'node:https';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isObject } from '../model/json.ts';

/** One HTTP request; header names go out in the case they have here. */
export interface HttpRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: string | null;
  /** Aborting it ends the request, and the body that is being read. */
  signal: AbortSignal;
  /** A connection of its own, so that the server cannot have closed it meanwhile. */
  fresh: boolean;
}

/** The head of an answer; its body is still to be read. */
export interface HttpHead {
  status: number;
  /** Names in lower case; repeated headers are joined by a comma. */
  headers: Record<string, string>;
  /** Media type without parameters, in lower case. */
  contentType: string;
  /** Decompressed. Must be read to its end or destroyed. */
  body: Readable;
}

/** No answer came: the connection failed, or ended before there was one. */
export class HttpFailure extends Error {
  /** True when the connection had been made. */
  readonly connected: boolean;
  /** True when a kept connection turned out to be closed, so that the request was probably never read. */
  readonly stale: boolean;

  constructor(reason: string, connected: boolean, stale: boolean) {
    super(reason);
    this.name = 'HttpFailure';
    this.connected = connected;
    this.stale = stale;
  }
}

/**
 * The connections to one adapter, kept open between requests. node:http rather than fetch: it sends header names as written, lets a
 * probe set Host, adds no headers of its own and knows no forbidden ports.
 */
export class Connections {
  readonly #kept = { 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) };
  readonly #fresh = { 'http:': new http.Agent(), 'https:': new https.Agent() };

  /** Sends one request and waits for the head of its answer; redirects are not followed. Rejects with HttpFailure. */
  request({ method, url, headers, body, signal, fresh }: HttpRequest): Promise<HttpHead> {
    return new Promise((resolve, reject) => {
      const agents = fresh ? this.#fresh : this.#kept;
      const secure = url.protocol === 'https:';
      const length = body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
      let connected = false;
      let request: http.ClientRequest;
      const fail = (error: unknown) => {
        const stale = connected && request?.reusedSocket === true && codeOf(error) !== 'ABORT_ERR';
        reject(new HttpFailure(reasonOf(error), connected, stale));
      };
      try {
        const options = { method, headers: { ...headers, ...length }, agent: agents[secure ? 'https:' : 'http:'], signal };
        request = secure ? https.request(url, options) : http.request(url, options);
      } catch (error) {
        // A header value that HTTP cannot carry, or a URL that is none of ours.
        return reject(new HttpFailure(reasonOf(error), false, false));
      }
      request.on('socket', (socket) => {
        if (!socket.connecting) connected = true;
        else socket.once(secure ? 'secureConnect' : 'connect', () => (connected = true));
      });
      request.on('error', fail);
      request.on('close', () => fail(new Error('the connection was closed without an answer')));
      request.on('response', (response) => resolve(head(response)));
      request.end(body ?? undefined);
    });
  }

  /** The same, once more on a new connection when a kept one turned out to be closed. Not for what must not be sent twice. */
  async send(request: HttpRequest): Promise<HttpHead> {
    const { signal, fresh } = request;
    try {
      return await this.request(request);
    } catch (error) {
      if (!(error instanceof HttpFailure) || !error.stale || fresh || signal.aborted) throw error;
      return this.request({ ...request, fresh: true }).catch((again) => {
        // Nobody there any more: it was this request that ended the adapter.
        throw again instanceof HttpFailure && !again.connected && !signal.aborted ? error : again;
      });
    }
  }

  /** Ends every connection. */
  close(): void {
    for (const agents of [this.#kept, this.#fresh]) for (const agent of Object.values(agents)) agent.destroy();
  }
}

function head(response: http.IncomingMessage): HttpHead {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) headers[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
  const contentType = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return { status: response.statusCode ?? 0, headers, contentType, body: decompressed(response, headers['content-encoding'] ?? '') };
}

/** We ask for no compression, but some proxies compress all the same. */
function decompressed(response: http.IncomingMessage, encoding: string): Readable {
  const decoder = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }[
    encoding.trim().toLowerCase()
  ];
  if (!decoder) return response;
  const decoded = decoder();
  response.on('error', (error) => decoded.destroy(error));
  decoded.on('close', () => response.destroy());
  return response.pipe(decoded);
}

/** What the operating system, TLS or the HTTP parser said, in one line. */
export function reasonOf(error: unknown): string {
  // `localhost` is tried on IPv6 and IPv4: the reasons of both are inside.
  if (error instanceof AggregateError && error.errors.length) return [...new Set(error.errors.map(reasonOf))].join(', ');
  return (error instanceof Error && error.message) || codeOf(error) || String(error);
}

function codeOf(error: unknown): string {
  const code = error instanceof Error || isObject(error) ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : '';
}
