import type { SessionRule } from '../rule.ts';
import { answered, httpAnswer } from '../sample.ts';
import { speaksLegacySse } from './answers.ts';

export const legacySse: SessionRule = {
  id: 'http/legacy-sse',
  on: 'session',
  severity: 'info',
  transports: ['http'],
  clause: '2026-07-28 deprecated: HTTP+SSE, replaced by Streamable HTTP in 2025-03-26',
  why: 'Newer clients no longer look for the transport of 2024-11-05, and gateways do not pass it on.',
  fix: 'serve Streamable HTTP: one endpoint that answers each POST in its own body',
  examples: {
    good: [{ exchanges: [answered('tools/list', {}, { http: httpAnswer(200) })] }],
    bad: [{ exchanges: [answered('tools/list', {}, { http: httpAnswer(202) })] }],
  },
  *check(evidence) {
    if (speaksLegacySse(evidence))
      yield { at: 'http', message: 'it speaks only HTTP+SSE, the transport of 2024-11-05, which has been deprecated since 2025-03-26' };
  },
};
