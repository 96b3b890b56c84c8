import type { Evidence } from '../../model/evidence.ts';
import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { exchange, httpAnswer, sampleFailure } from '../sample.ts';
import { type Answered, bodyLine, lastAnswer } from './answers.ts';

const refused = (status: number, body: string, headers = {}) => ({
  failure: sampleFailure(status === 421 ? 'http-error' : 'unauthorized'),
  exchanges: [exchange('server/discover', { outcome: 'refused', http: httpAnswer(status, { body, headers, bodyBytes: body.length }) })],
});

export const hostRejected: SessionRule = {
  id: 'http/host-rejected',
  on: 'session',
  severity: 'error',
  transports: ['http'],
  why: 'The guard against DNS rebinding knows some host names only; at any other address of the adapter no client gets in.',
  fix: 'add the host to the allowed hosts of the server (allowedHosts, TransportSecuritySettings(allowed_hosts=…)); do not switch the guard off',
  cause: true,
  examples: {
    good: [
      refused(403, '{"error":"forbidden"}'),
      refused(401, 'Invalid host token'),
      refused(403, 'Host', { 'www-authenticate': 'Bearer' }),
      refused(403, 'Only members may use http://127.0.0.1:5000/mcp'),
    ],
    bad: [
      refused(421, 'Invalid Host header'),
      refused(421, ''),
      refused(403, '{"error":{"message":"Invalid Host: erp.example"}}'),
      refused(403, 'Access is only allowed at localhost:5000'),
      refused(403, 'Access is only allowed at localhost'),
    ],
  },
  *check(evidence) {
    const last = rejection(evidence);
    if (!last) return;
    const said = bodyLine(last.http, 100);
    yield {
      at: 'http',
      message: `${last.http.status} for Host ${quote(new URL(last.http.url).host)}${said ? ` (${said})` : ''}: the adapter's host allow-list does not contain it`,
    };
  },
};

/** The answer of a server that does not want to be called by this host name. */
export function rejection(evidence: Evidence): Answered | null {
  const last = evidence.failure && lastAnswer(evidence);
  if (!last) return null;
  const { status, headers, body, url } = last.http;
  const said = body.slice(0, 2_000);
  const named = status === 403 && !headers['www-authenticate'] && (/\bhost(name)?\b/i.test(said) || sendsElsewhere(said, url));
  return status === 421 || named ? last : null;
}

/** "Access is only allowed at localhost:8931": the same port, or this machine, by another name. */
function sendsElsewhere(said: string, url: string): boolean {
  const { hostname, port } = new URL(url);
  if (!/\b(?:only|allowed|permitted)\b/i.test(said) || said.includes(hostname)) return false;
  return (port !== '' && said.includes(`:${port}`)) || /\b(?:localhost|127\.0\.0\.1)\b/i.test(said);
}
