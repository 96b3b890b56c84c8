import { resultOf } from '../../model/exchange.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange, failed, httpAnswer } from '../sample.ts';
import { conversation, statusAndText } from './answers.ts';

const page = { contentType: 'text/plain', body: 'Already connected to a transport', bodyBytes: 32 };
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
    ],
    bad: [
      { probes: { 'second-connection': [refused(500)] } },
      { probes: { 'second-connection': [failed('initialize', -32600, 'Server already initialized', { http: httpAnswer(400) })] } },
      { probes: { 'second-connection': [exchange('initialize', { outcome: 'silent' })] } },
    ],
  },
  *check(evidence) {
    const { probes, failure, era } = evidence;
    const failing = (probes['second-connection'] ?? []).find((each) => !resultOf(each));
    // Without a handshake, or where the first request failed as well, the connection is not what makes the difference.
    const same = conversation(evidence).find((each) => each.method === failing?.method && !resultOf(each));
    if (
      !failing ||
      failure ||
      era === 'bare' ||
      (same && !conversation(evidence).some((each) => each.method === failing.method && resultOf(each)))
    )
      return;
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
