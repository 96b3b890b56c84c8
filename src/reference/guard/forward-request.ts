import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { ToolError } from '../../kit/tool-error.ts';
import { ENDED, targetGone } from './dial-target.ts';
import { endToEnd, FAILURE_HEADER } from './headers.ts';
import { hostOf, portOf } from './host-rule.ts';
import type { TargetAgent } from './target-agent.ts';

/** Where requests of one guard go through. */
export interface Forwarder {
  /** Keeps connections. */
  kept: TargetAgent;
  /** Makes one for each request. */
  fresh: TargetAgent;
  /** Judges the host before each request, also where a connection is kept. @throws ToolError `url_blocked` */
  check(host: string, port: number): void;
  failed(error: ToolError, host: string, port: number): void;
}

/** As much as Chromium takes. */
export const HEADER_BYTES = 256 * 1024;

/** Sends on an `http://` request in absolute form (RFC 9112, 3.2.2) and streams both ways; whatever fails is answered and filed. */
export function forwardRequest(request: IncomingMessage, response: ServerResponse, forwarder: Forwarder): void {
  const url = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : null;
  const host = url?.protocol === 'http:' ? hostOf(url) : null;
  if (!url || host === null) {
    refuse(request, response, 400);
    return;
  }
  const port = portOf(url);
  const fail = (error: unknown) => {
    if (response.destroyed) return;
    // Half an answer cannot be taken back: the browser sees that it breaks off.
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const failure = error instanceof ToolError ? error : targetGone({ host, port }, ENDED, error);
    forwarder.failed(failure, host, port);
    refuse(request, response, statusOf(failure), failure.code);
  };
  try {
    forwarder.check(host, port);
    send(request, response, { url, host, port, forwarder, fail });
  } catch (error) {
    fail(error);
  }
}

/** A policy's refusal is 403, all else 502. */
export function statusOf({ code }: ToolError): 403 | 502 {
  return code === 'url_blocked' ? 403 : 502;
}

interface Hop {
  url: URL;
  host: string;
  port: number;
  forwarder: Forwarder;
  fail(error: unknown): void;
}

function send(request: IncomingMessage, response: ServerResponse, hop: Hop, agent = firstAgent(request, hop.forwarder)): void {
  const { url, host, port, forwarder, fail } = hop;
  const outgoing = httpRequest({
    host,
    port,
    agent,
    method: request.method ?? 'GET',
    path: `${url.pathname}${url.search}`,
    // The target's own name, whatever the client wrote (RFC 9112, 3.2.2).
    headers: ['Host', url.host, ...endToEnd(request.rawHeaders, 'host', 'expect'), ...coding(request)],
    maxHeaderSize: HEADER_BYTES,
  });
  outgoing.on('error', (error) => {
    // A kept connection may have been closed at the other end at this very moment; that says nothing of the target.
    if (outgoing.reusedSocket && !response.headersSent && !response.destroyed) send(request, response, hop, forwarder.fresh);
    else fail(error);
  });
  outgoing.on('upgrade', (_answer, socket) => {
    socket.destroy();
    fail(new Error('the target changed the protocol unasked'));
  });
  outgoing.on('response', (answer) => {
    try {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEnd(answer.rawHeaders));
    } catch (error) {
      outgoing.destroy();
      fail(error);
      return;
    }
    pipeline(answer, response, () => {});
  });
  response.once('close', () => outgoing.destroy());
  // No pipeline: it would take down the connection that the failure has to be told on.
  request.pipe(outgoing);
}

/** A request that has a body, or changes something, is never sent twice, so it gets no connection that may be half closed. */
function firstAgent(request: IncomingMessage, { kept, fresh }: Forwarder): TargetAgent {
  return (request.method === 'GET' || request.method === 'HEAD') && !hasBody(request) ? kept : fresh;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Said outright: node alone would send the body of some methods without any framing. */
function coding({ headers }: IncomingMessage): string[] {
  return headers['transfer-encoding'] === undefined ? [] : ['Transfer-Encoding', 'chunked'];
}

function refuse(request: IncomingMessage, response: ServerResponse, status: number, code?: string): void {
  request.unpipe();
  request.resume();
  response.writeHead(status, {
    'content-length': 0,
    connection: hasBody(request) ? 'close' : 'keep-alive',
    ...(code === undefined ? {} : { [FAILURE_HEADER]: code }),
  });
  response.end();
}
