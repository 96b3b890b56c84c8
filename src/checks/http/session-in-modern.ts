import { metaOf } from '../../model/exchange.ts';
import { isModern, META } from '../../model/protocol.ts';
import type { SessionRule } from '../rule.ts';
import { answered, httpAnswer } from '../sample.ts';
import { conversation } from './answers.ts';

const modern = { sent: { method: 'tools/list', id: 1, params: { _meta: { [META.protocolVersion]: '2026-07-28' } } } };
const http = httpAnswer(200, { headers: { 'mcp-session-id': 's1' } });

export const sessionInModern: SessionRule = {
  id: 'http/session-in-modern',
  on: 'session',
  severity: 'warning',
  since: '2026-07-28',
  transports: ['http'],
  clause: '2026-07-28 basic/transports/streamable-http: there are no sessions; Mcp-Session-Id is not used',
  why: 'Modern clients ignore the session id, so what the adapter keeps in the session is lost with each request.',
  fix: 'send no Mcp-Session-Id with answers of 2026-07-28, and keep no state between requests; pass handles through the tools instead',
  examples: {
    good: [
      { exchanges: [answered('tools/list', {}, { ...modern, http: httpAnswer(200) })] },
      { exchanges: [answered('initialize', {}, { sent: { id: 1, method: 'initialize' }, http })] },
    ],
    bad: [{ exchanges: [answered('tools/list', {}, { ...modern, http })] }],
  },
  *check(evidence) {
    for (const each of conversation(evidence)) {
      const version = metaOf(each, META.protocolVersion);
      if (typeof version === 'string' && isModern(version) && each.http.headers['mcp-session-id'])
        yield { at: 'http', subject: each.method, message: 'the answer gives out a session id; 2026-07-28 has no sessions' };
    }
  },
};
