import type { SessionRule } from '../rule.ts';
import { answered, exchange, httpAnswer } from '../sample.ts';

const large = (status: number) => exchange('tools/list', { outcome: 'refused', http: httpAnswer(status) });
const alive = answered('tools/list', { tools: [] }, { http: httpAnswer(200) });
const cut = exchange('tools/list', { outcome: 'gone', reason: 'write EPIPE' });

export const largeBody: SessionRule = {
  id: 'http/large-body',
  on: 'session',
  severity: 'warning',
  transports: ['http'],
  why: 'One long argument ends the adapter for everybody.',
  fix: 'limit the body and answer 413 to what is longer',
  examples: {
    good: [
      { probes: { 'http-large-body': [large(413), alive] } },
      // Refused by closing the connection: rude, but it goes on.
      { probes: { 'http-large-body': [cut, alive] } },
      { probes: { 'http-large-body': [alive, alive] } },
    ],
    bad: [{ probes: { 'http-large-body': [cut, exchange('tools/list', { outcome: 'unreachable', reason: 'connect ECONNREFUSED' })] } }],
  },
  *check({ probes }) {
    const [, after] = probes['http-large-body'] ?? [];
    if (after?.outcome === 'unreachable')
      yield { at: 'http', message: 'after a request of 5 MiB the adapter could not be reached any more', evidence: after.reason ?? '' };
  },
};
