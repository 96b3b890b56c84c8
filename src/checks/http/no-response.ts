import type { SessionRule } from '../rule.ts';
import { answered, exchange, httpAnswer } from '../sample.ts';
import { type Answered, bodyLine, isPage, nameOf, ordinary } from './answers.ts';

const refused = (status: number, body = '', contentType = 'application/json') =>
  exchange('tools/list', { outcome: 'refused', http: httpAnswer(status, { body, bodyBytes: body.length, contentType }) });

export const noResponse: SessionRule = {
  id: 'http/no-response',
  on: 'session',
  severity: 'error',
  since: '2025-03-26',
  transports: ['http'],
  clause:
    '2026-07-28 basic/transports/streamable-http: a request MUST be answered by one JSON object or by an event stream that holds its response',
  why: 'A client waits for a response to each request; without one the call ends in a time-out or a transport error.',
  fix: 'answer each request with {"jsonrpc": "2.0", "id": …, "result" or "error": …} in the body of the same POST',
  yieldsTo: ['http/error', 'http/accept-406'],
  examples: {
    good: [
      { exchanges: [answered('tools/list', {}, { http: httpAnswer(200) })] },
      { exchanges: [refused(404, '<html>Not found</html>', 'text/html'), refused(401), refused(307), refused(400)] },
      { probes: { 'unknown-method': [refused(404)] } },
    ],
    bad: [
      { exchanges: [refused(202)] },
      { exchanges: [refused(200, '{"tools":[]}')] },
      { exchanges: [refused(500, 'Internal Server Error', 'text/plain')] },
      {
        exchanges: [
          exchange('tools/list', { outcome: 'gone', http: httpAnswer(200), reason: 'the event stream ended without a response' }),
        ],
      },
    ],
  },
  *check(evidence) {
    const first = [evidence.handshake.discover, evidence.handshake.initialize, ...evidence.handshake.refused];
    for (const each of ordinary(evidence)) {
      // A handshake may be refused by any means; who asks for access, redirects or limits says so by the status.
      if (each.answer || first.includes(each) || !each.sent || !('id' in each.sent)) continue;
      if (each.outcome !== 'refused' && each.outcome !== 'gone') continue;
      const { status } = each.http;
      if (status >= 300 && (status < 500 || status === 503 || isPage(each.http))) continue;
      yield { at: 'http', subject: nameOf(each), message: told(each) };
    }
  },
};

function told({ http, reason, outcome }: Answered): string {
  if (outcome === 'gone') return `the answer broke off (${reason ?? 'no reason known'}); no response came`;
  const said = bodyLine(http);
  const body = http.bodyBytes === 0 ? 'no body' : said || `${http.bodyBytes} bytes`;
  return `got ${http.status} with ${body}, which is no JSON-RPC response; clients wait for one or give up`;
}
