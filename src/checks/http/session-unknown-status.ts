import type { SessionRule } from '../rule.ts';
import { answered, exchange, failed, httpAnswer } from '../sample.ts';
import { outcomeOf, probed } from './answers.ts';

const refused = (status: number) => ({ 'session-unknown': [exchange('tools/list', { outcome: 'refused', http: httpAnswer(status) })] });

export const sessionUnknownStatus: SessionRule = {
  id: 'http/session-unknown-status',
  on: 'session',
  severity: 'error',
  until: '2025-11-25',
  transports: ['http'],
  clause: '2025-11-25 basic/transports, "Session Management": a request with an ended session id MUST be answered with 404',
  why: 'A client begins a new session on 404 only; after a restart of the adapter it keeps sending the old id for ever.',
  fix: 'answer 404 to a session id that is not known; 400 is right only when the header is missing',
  examples: {
    good: [{ probes: refused(404) }, { probes: { 'session-unknown': [exchange('tools/list')] } }],
    bad: [
      { probes: refused(400) },
      { probes: refused(500) },
      { probes: { 'session-unknown': [failed('tools/list', -32000, 'No valid session', { http: httpAnswer(200) })] } },
      { probes: { 'session-unknown': [answered('tools/list', { tools: [] }, { http: httpAnswer(200) })] } },
    ],
  },
  *check(evidence) {
    const unknown = probed(evidence, 'session-unknown');
    if (!unknown || unknown.http.status === 404) return;
    const { status } = unknown.http;
    // Served all the same: the id is decoration, and no client gets stuck on it.
    if (unknown.answer && 'result' in unknown.answer)
      yield {
        at: 'http',
        severity: 'warning',
        message: `a made-up session id got ${status} and a result; wanted 404. The id is given out but not looked at`,
        fix: 'check the session id, or give none out',
      };
    else {
      const instead = status < 300 ? `${status} with ${outcomeOf(unknown)}` : String(status);
      yield {
        at: 'http',
        message: `a made-up session id got ${instead}; wanted 404. After a restart clients keep sending the old id for ever`,
      };
    }
  },
};
