import type { SessionRule } from '../rule.ts';
import { answered, exchange, httpAnswer, sampleEvidence, sampleFailure } from '../sample.ts';
import { type Answered, bodyLine, isPage, lastAnswer } from './answers.ts';
import { rejection } from './host-rejected.ts';
import { shownTarget } from './target.ts';

const { handshake } = sampleEvidence();
const target = { kind: 'http' as const, url: 'http://127.0.0.1:5000/mcp', headers: {} };
const got = (status: number, contentType: string, body: string) => ({
  target,
  failure: sampleFailure('http-error'),
  exchanges: [exchange('initialize', { outcome: 'refused', http: httpAnswer(status, { contentType, body, bodyBytes: body.length }) })],
});

export const httpError: SessionRule = {
  id: 'http/error',
  on: 'session',
  severity: 'error',
  transports: ['http'],
  why: 'No message of the protocol gets an answer there, so no client connects.',
  fix: 'answer POST on this URL with a JSON-RPC response, errors included',
  cause: true,
  yieldsTo: ['http/accept-406', 'http/redirect'],
  examples: {
    good: [
      { target, exchanges: [answered('initialize', {}, { http: httpAnswer(200) })] },
      { ...got(421, 'text/plain', 'Invalid Host header'), target },
    ],
    bad: [
      got(404, 'text/html', '<html><h1>Not Found</h1></html>'),
      got(405, 'text/html', ''),
      got(500, 'text/plain', 'Internal Server Error'),
      got(200, 'text/html', '<!doctype html><title>ERP</title>'),
      got(202, '', ''),
      {
        target,
        failure: sampleFailure('http-error', { detail: 'socket hang up' }),
        handshake: { ...handshake, initialize: exchange('initialize', { outcome: 'gone', reason: 'socket hang up' }) },
        exchanges: [],
      },
    ],
  },
  *check(evidence) {
    const { failure, target, handshake } = evidence;
    if (failure?.kind !== 'http-error' || rejection(evidence)) return;
    const last = lastAnswer(evidence);
    const broken = [handshake.initialize, handshake.discover].find((each) => each?.outcome === 'gone' || each?.reason);
    const where = shownTarget(target);
    if (last) yield { at: 'http', message: `${last.method} to ${where} got ${whatCame(last)}`, ...advice(last) };
    else {
      const reason = broken?.reason ?? failure.detail;
      yield {
        at: 'http',
        message: `${where} ended the connection without an answer${reason ? ` (${reason})` : ''}`,
        fix: 'look at the log of the server: it crashed on the request, or speaks something else than HTTP (https, perhaps) on this port',
      };
    }
  },
};

function whatCame({ http }: Answered): string {
  const { status, contentType, bodyBytes } = http;
  if (bodyBytes === 0) return `${status} without a body`;
  const said = bodyLine(http);
  return `${status} with ${isPage(http) ? 'a web page' : contentType || 'a body without content type'}${said ? ` (${said})` : ''}`;
}

function advice({ http: { status } }: Answered): { fix?: string } {
  if (status === 404) return { fix: 'check the path of the URL: the endpoint of most servers is /mcp' };
  if (status === 405 || status === 501) return { fix: 'accept POST on this URL; check its path, the endpoint of most servers is /mcp' };
  if (status === 415) return { fix: 'take application/json as content type, also with a charset' };
  if (status === 429 || status === 503)
    return { fix: 'wait and try again; if it stays, look at the limits of the server or of what stands before it' };
  if (status >= 500) return { fix: 'look at the log of the server; errors have to be answered as JSON-RPC responses' };
  if (status < 300)
    return { fix: 'check the path of the URL; the endpoint answers POST with a JSON-RPC response (application/json or text/event-stream)' };
  return {};
}
