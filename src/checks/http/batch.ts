import type { SessionRule } from '../rule.ts';
import { answered, exchange, httpAnswer } from '../sample.ts';
import { bodyLine, probed } from './answers.ts';

const refused = (status: number, over = {}) => ({
  probes: { 'http-batch': [exchange('(batch)', { outcome: 'refused', http: httpAnswer(status, over) })] },
});

export const batch: SessionRule = {
  id: 'http/batch',
  on: 'session',
  severity: 'warning',
  since: '2025-03-26',
  transports: ['http'],
  clause: '2025-03-26 basic: batches MUST be accepted; 2025-06-18 changelog: batches are gone',
  why: 'A list of messages in one body is what older clients send; it must not look like a crash.',
  fix: 'answer a JSON array with 400 and a JSON-RPC error -32600; under 2025-03-26 with an array of responses',
  examples: {
    good: [
      refused(400),
      { probes: { 'http-batch': [answered('(batch)', {}, { http: httpAnswer(200) })] } },
      { probes: { 'http-batch': [exchange('(batch)')] } },
      refused(503),
    ],
    bad: [refused(500), { revision: '2025-03-26', ...refused(400) }],
  },
  *check(evidence) {
    const each = probed(evidence, 'http-batch');
    if (!each) return;
    const { status } = each.http;
    const said = bodyLine(each.http, 80);
    if (status >= 500 && status !== 503)
      yield { at: 'http', message: `a list of messages in one body got ${status}${said ? ` (${said})` : ''}; wanted 400` };
    else if (evidence.revision === '2025-03-26' && (status >= 400 || (each.answer && 'error' in each.answer)))
      yield { at: 'http', message: `a list of messages in one body was refused (${status}); 2025-03-26 wants it answered` };
  },
};
