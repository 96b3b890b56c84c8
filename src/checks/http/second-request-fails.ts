import { type Exchange, errorMessage, resultOf } from '../../model/exchange.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange, failed, httpAnswer, sampleEvidence } from '../sample.ts';
import { speaksLegacySse, statusAndText } from './answers.ts';

const page = { contentType: 'text/plain', body: 'Already connected to a transport', bodyBytes: 32 };
const { handshake } = sampleEvidence();
const unsupported = failed('initialize', -32600, 'Unsupported version', { http: httpAnswer(400) });
const refused = (status: number) => exchange('initialize', { outcome: 'refused', http: httpAnswer(status, page) });

export const secondRequestFails: SessionRule = {
  id: 'http/second-request-fails',
  on: 'session',
  severity: 'error',
  transports: ['http'],
  why: 'The first client keeps every other out; in an agent host the second window, or the same one after a restart, gets nothing.',
  fix: 'make a fresh server object and transport for each session, or for each request of a stateless adapter',
  examples: {
    good: [
      { probes: { 'second-connection': [answered('initialize', {}, { http: httpAnswer(200) })] } },
      { probes: { 'second-connection': [refused(429)] } },
      { probes: { 'second-connection': [refused(401)] } },
      { handshake: { ...handshake, refused: [unsupported] }, probes: { 'second-connection': [unsupported] } },
      { probes: { 'second-connection': [exchange('initialize', { outcome: 'unreachable', reason: 'connect ECONNREFUSED' })] } },
    ],
    bad: [
      { probes: { 'second-connection': [refused(500)] } },
      { probes: { 'second-connection': [failed('initialize', -32600, 'Server already initialized', { http: httpAnswer(400) })] } },
      { probes: { 'second-connection': [exchange('initialize', { outcome: 'silent' })] } },
    ],
  },
  *check(evidence) {
    const { probes, handshake, exchanges } = evidence;
    const failing = (probes['second-connection'] ?? []).find((each) => !resultOf(each));
    const first = [handshake.discover, handshake.initialize, ...exchanges].find(
      (each) => each?.method === failing?.method && resultOf(each),
    );
    // Where the first one failed as well, or nothing works any more, the connection is not what makes the difference.
    if (!failing || !first || speaksLegacySse(evidence) || failing.outcome === 'unreachable') return;
    // A refusal for the same reason as on the first connection, such as a version.
    if (handshake.refused.some((each) => each.http?.status === failing.http?.status && wordsOf(each) === wordsOf(failing))) return;
    const last = probes['invalid-json']?.at(-1);
    if (!failing.http && last && last.outcome !== 'answered') return;
    const { http, reason } = failing;
    if (http && [401, 403, 429, 503].includes(http.status)) return;
    if (http) {
      yield {
        at: 'http',
        message: `a second connection failed at ${failing.method} (${statusAndText({ ...failing, http })}): the adapter reuses one server object`,
      };
      return;
    }
    const what = failing.outcome === 'silent' ? 'got no answer' : `was ended without an answer${reason ? ` (${reason})` : ''}`;
    yield {
      at: 'http',
      message: `a second connection ${what} at ${failing.method} while the first one was open: the adapter serves one connection at a time`,
      fix: 'serve connections side by side (threads, async); clients keep one open between their requests',
    };
  },
};

function wordsOf(exchange: Exchange): string {
  return errorMessage(exchange) || (exchange.http?.body ?? '');
}
