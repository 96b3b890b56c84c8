import type { SessionRule } from '../rule.ts';
import { exchange, httpAnswer, sampleFailure } from '../sample.ts';
import { conversation, probed } from './answers.ts';

const refused = (status: number) => exchange('tools/list', { outcome: 'refused', http: httpAnswer(status) });

export const accept406: SessionRule = {
  id: 'http/accept-406',
  on: 'session',
  severity: 'info',
  transports: ['http'],
  clause: '2026-07-28 basic/transports/streamable-http: the client MUST list both application/json and text/event-stream in Accept',
  why: 'Hand-written clients and gateways often send one media type only, or none, and get nothing.',
  fix: 'answer with application/json whatever the Accept header says, unless the answer has to be a stream',
  cause: true,
  examples: {
    good: [
      { probes: { 'http-accept-json': [exchange('tools/list', { outcome: 'answered', http: httpAnswer(200) })] } },
      { probes: { 'http-accept-json': [refused(401)] } },
      { failure: sampleFailure('http-error'), exchanges: [refused(404)] },
    ],
    bad: [
      { probes: { 'http-accept-json': [refused(406)] } },
      { probes: { 'http-accept-json': [refused(500)] } },
      { failure: sampleFailure('http-error'), exchanges: [refused(406)] },
    ],
  },
  *check(evidence) {
    if (conversation(evidence).some(({ http }) => http.status === 406)) {
      yield {
        at: 'http',
        severity: 'error',
        message:
          '406 although both application/json and text/event-stream were sent: a proxy in between drops the Accept header, or the adapter misreads it',
        fix: 'pass the Accept header on unchanged, and compare media types without their parameters and order',
      };
      return;
    }
    const status = probed(evidence, 'http-accept-json')?.http.status ?? 0;
    if (status === 406)
      yield {
        at: 'http',
        message: 'refuses Accept: application/json alone (406); allowed by the specification, but simple HTTP clients will fail',
      };
    else if (status >= 500)
      yield {
        at: 'http',
        message: `answers ${status} to Accept: application/json alone; 406 or an answer was due, and simple HTTP clients will fail`,
      };
  },
};
