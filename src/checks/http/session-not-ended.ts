import type { SessionRule } from '../rule.ts';
import { answered, exchange, httpAnswer } from '../sample.ts';
import { answeredOnly, outcomeOf } from './answers.ts';

const begun = answered('initialize', {}, { http: httpAnswer(200) });
const ended = (status: number) => exchange('DELETE', { outcome: 'accepted', http: httpAnswer(status) });
const served = answered('tools/list', { tools: [] }, { http: httpAnswer(200) });

export const sessionNotEnded: SessionRule = {
  id: 'http/session-not-ended',
  on: 'session',
  severity: 'error',
  until: '2025-11-25',
  transports: ['http'],
  clause: '2025-11-25 basic/transports, "Session Management": after a session has ended, requests with its id MUST get 404',
  why: 'A client that believes its session ended leaves state behind, and whoever knows the id can go on using it.',
  fix: 'forget the session on DELETE and answer 404 from then on, or answer DELETE with 405',
  yieldsTo: ['http/session-unknown-status'],
  examples: {
    good: [
      { probes: { 'session-deleted': [begun, ended(405), served] } },
      { probes: { 'session-deleted': [begun, ended(204), exchange('tools/list', { outcome: 'refused', http: httpAnswer(404) })] } },
      { probes: { 'session-deleted': [begun] } },
    ],
    bad: [{ probes: { 'session-deleted': [begun, ended(204), served] } }],
  },
  *check({ probes }) {
    const [, deleted, after] = answeredOnly(probes['session-deleted'] ?? []);
    if (!deleted || !after || deleted.http.status >= 300 || after.http.status === 404) return;
    yield {
      at: 'http',
      message: `DELETE ended a session with ${deleted.http.status}, but a request with its id still got ${after.http.status} (${outcomeOf(after)}); wanted 404`,
    };
  },
};
