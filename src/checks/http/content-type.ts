import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered, httpAnswer } from '../sample.ts';
import { conversation } from './answers.ts';

const typed = (contentType: string, status = 200) => ({
  exchanges: [answered('tools/list', {}, { http: httpAnswer(status, { contentType }) })],
});

export const contentType: SessionRule = {
  id: 'http/content-type',
  on: 'session',
  severity: 'error',
  since: '2025-03-26',
  transports: ['http'],
  clause: '2026-07-28 basic/transports/streamable-http: the answer to a request MUST be application/json or text/event-stream',
  why: 'SDK clients go by the content type and refuse any other, whatever the body holds.',
  fix: 'send Content-Type: application/json with JSON answers, text/event-stream with streams',
  examples: {
    good: [typed('application/json'), typed('text/event-stream'), typed('text/plain', 404)],
    bad: [typed('text/html'), typed('text/plain'), typed('')],
  },
  *check(evidence) {
    for (const { method, answer, sent, http } of conversation(evidence)) {
      if (!answer || !sent || !('id' in sent) || http.status >= 300) continue;
      if (http.contentType.startsWith('application/json') || http.contentType === 'text/event-stream') continue;
      const type = http.contentType ? `content type ${quote(http.contentType, 60)}` : 'no content type';
      yield { at: 'http', subject: method, message: `the answer has ${type}; clients take application/json and text/event-stream only` };
    }
  },
};
