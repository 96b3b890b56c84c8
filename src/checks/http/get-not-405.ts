import type { SessionRule } from '../rule.ts';
import { exchange, httpAnswer } from '../sample.ts';
import { probed } from './answers.ts';

const got = (status: number, contentType = '', method = 'http-get' as const) => ({
  probes: { [method]: [exchange('GET', { outcome: 'accepted', http: httpAnswer(status, { method: 'GET', contentType }) })] },
});

export const getNot405: SessionRule = {
  id: 'http/get-not-405',
  on: 'session',
  severity: 'warning',
  since: '2025-03-26',
  until: '2025-11-25',
  transports: ['http'],
  clause: '2025-11-25 basic/transports, "Listening for Messages": GET MUST return text/event-stream or 405',
  why: 'Clients open a stream by GET after the handshake; what is neither stream nor 405 they ask again, some of them for ever.',
  fix: 'answer GET on the endpoint with 405, unless it is an event stream; serve status pages elsewhere',
  examples: {
    good: [got(405), got(200, 'text/event-stream'), got(401), {}],
    bad: [got(200, 'application/json'), got(404), got(400, 'application/json'), got(204)],
  },
  *check(evidence) {
    const get = probed(evidence, 'http-get')?.http;
    if (!get || get.status === 405 || get.status === 401 || get.status === 403) return;
    if (get.status === 200 && get.contentType === 'text/event-stream') return;
    yield {
      at: 'http',
      message: `GET on the endpoint returned ${get.status}${get.contentType ? ` ${get.contentType}` : ''}; wanted text/event-stream or 405. Clients ask again and again`,
    };
  },
};

export const methodNotAllowed: SessionRule = {
  id: 'http/method-not-405',
  on: 'session',
  severity: 'warning',
  since: '2026-07-28',
  transports: ['http'],
  clause: '2026-07-28 basic/transports/streamable-http: GET and DELETE on the endpoint SHOULD get 405',
  why: 'Clients of older revisions tell by the 405 that there is no stream to listen on, and no session to end.',
  fix: 'answer GET and DELETE on the endpoint with 405',
  examples: {
    good: [got(405), got(200, 'text/html') && { ...got(200, 'text/html'), era: 'dual' }, {}],
    bad: [got(404), got(200, 'text/html')],
  },
  *check(evidence) {
    // Who speaks an older revision as well may need both.
    if (evidence.era !== 'modern') return;
    for (const [method, name] of [['GET', 'http-get'] as const, ['DELETE', 'http-delete'] as const]) {
      const status = probed(evidence, name)?.http.status ?? 405;
      if (![405, 401, 403].includes(status)) yield { at: 'http', subject: method, message: `on the endpoint got ${status}; wanted 405` };
    }
  },
};
