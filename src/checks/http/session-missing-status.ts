import type { SessionRule } from '../rule.ts';
import { answered, exchange, httpAnswer } from '../sample.ts';
import { probed } from './answers.ts';

const refused = (status: number) => ({ 'session-missing': [exchange('tools/list', { outcome: 'refused', http: httpAnswer(status) })] });

export const sessionMissingStatus: SessionRule = {
  id: 'http/session-missing-status',
  on: 'session',
  severity: 'warning',
  until: '2025-11-25',
  transports: ['http'],
  clause: '2025-11-25 basic/transports, "Session Management": a request without the session id SHOULD get 400',
  why: 'A client takes 404 for an ended session and 5xx for an outage, so it tries again instead of telling what is missing.',
  fix: 'answer 400 to a request without Mcp-Session-Id, or serve it',
  examples: {
    good: [
      { probes: refused(400) },
      { probes: refused(401) },
      { probes: { 'session-missing': [answered('tools/list', { tools: [] }, { http: httpAnswer(200) })] } },
    ],
    bad: [{ probes: refused(404) }, { probes: refused(500) }],
  },
  *check(evidence) {
    const status = probed(evidence, 'session-missing')?.http.status ?? 0;
    if (status === 404 || status >= 500) yield { at: 'http', message: `a request without Mcp-Session-Id got ${status}; wanted 400` };
  },
};
