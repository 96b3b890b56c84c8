import type { SessionRule } from '../rule.ts';
import { exchange, failed, httpAnswer } from '../sample.ts';
import { answeredOnly, bodyLine, isPage, nameOf, ordinary } from './answers.ts';

const page = { contentType: 'text/html', body: '<html><title>500</title><h1>Internal Server Error</h1></html>', bodyBytes: 60 };
const broken = (status: number, over = {}) =>
  exchange('tools/call', { outcome: 'refused', http: httpAnswer(status, { ...page, ...over }) });

export const htmlError: SessionRule = {
  id: 'http/html-error',
  on: 'session',
  severity: 'warning',
  transports: ['http'],
  clause: '2026-07-28 basic/transports/streamable-http: an error response is a JSON-RPC error',
  why: 'The agent gets no error it could act on; clients show a transport error, or give the whole connection up.',
  fix: 'catch errors in the endpoint and answer with a JSON-RPC error, or with a result that has isError: true; let the framework render no error pages there',
  yieldsTo: ['http/error', 'http/redirect', 'http/host-rejected', 'auth/required', 'auth/no-challenge'],
  examples: {
    good: [
      { probes: { 'unknown-tool': [failed('tools/call', -32602, 'Unknown tool: <html>', { http: httpAnswer(200) })] } },
      { probes: { 'http-origin': [broken(403)], 'session-unknown': [broken(404)] } },
      { probes: { 'unknown-tool': [broken(429)] } },
    ],
    bad: [
      { probes: { 'unknown-tool': [broken(500)] } },
      { probes: { 'invalid-json': [broken(400, { contentType: '' })] } },
      { exchanges: [broken(502)] },
    ],
  },
  *check(evidence) {
    // What has no excuse but the status is told by jsonrpc/invalid-json.
    const invalid = answeredOnly(evidence.probes['invalid-json'] ?? []).filter(({ http }) => http.status < 500);
    for (const each of [...ordinary(evidence), ...invalid]) {
      const { status } = each.http;
      if (each.answer || status < 400 || [401, 403, 421, 429, 503].includes(status) || !isPage(each.http)) continue;
      yield {
        at: 'http',
        subject: nameOf(each),
        message: `answered ${status} with an HTML page (${bodyLine(each.http) || 'empty'}); a JSON-RPC error was due`,
      };
    }
  },
};
