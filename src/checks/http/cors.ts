import { some } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { exchange, httpAnswer, sampleEvidence } from '../sample.ts';
import { type Answered, conversation, probed } from './answers.ts';

const { handshake } = sampleEvidence();
const preflight = (headers: Record<string, string>, status = 204) => ({
  'http-options': [exchange('OPTIONS', { outcome: 'accepted', http: httpAnswer(status, { headers, method: 'OPTIONS' }) })],
});
const open = { 'access-control-allow-origin': '*' };
const all = 'Content-Type, Authorization, Mcp-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name';
const session = exchange('initialize', { outcome: 'answered', http: httpAnswer(200, { headers: { ...open, 'mcp-session-id': 'x' } }) });

/** What clients in a browser send beside the headers that need no permission. */
const NEEDED = ['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

export const cors: SessionRule = {
  id: 'http/cors',
  on: 'session',
  severity: 'info',
  transports: ['http'],
  why: 'The adapter lets browsers in, but a client in a browser cannot send the headers of the protocol.',
  fix: 'allow content-type, authorization, mcp-protocol-version, mcp-session-id, mcp-method and mcp-name in Access-Control-Allow-Headers, expose mcp-session-id, and answer OPTIONS without credentials',
  examples: {
    good: [
      { probes: preflight({}) },
      { probes: preflight({}, 405) },
      { probes: preflight({ ...open, 'access-control-allow-headers': all }) },
      { probes: preflight({ ...open, 'access-control-allow-headers': '*' }) },
    ],
    bad: [
      { probes: preflight({ ...open, 'access-control-allow-headers': 'content-type' }) },
      { probes: preflight(open, 405) },
      { probes: preflight({ ...open, 'access-control-allow-headers': all }), handshake: { ...handshake, initialize: session } },
    ],
  },
  *check(evidence) {
    const options = probed(evidence, 'http-options');
    const open = [...conversation(evidence), ...(options ? [options] : [])].find(({ http }) => http.headers['access-control-allow-origin']);
    if (!options || !open) return;
    const { status, headers } = options.http;
    if (status >= 300) {
      yield { at: 'http', message: `CORS headers are sent, but OPTIONS is answered with ${status}; browsers then send nothing at all` };
      return;
    }
    const sessions = evidence.handshake.initialize?.http?.headers['mcp-session-id'] !== undefined;
    const allowed = listOf(headers['access-control-allow-headers']);
    const missing = NEEDED.filter((name) => !allowed.has(name) && !allowed.has('*'));
    if (sessions && !allowed.has('mcp-session-id') && !allowed.has('*')) missing.push('mcp-session-id');
    if (missing.length) {
      // Only worth a word when the list has to be changed anyway: not every adapter asks for a credential, or has sessions.
      const also = ['authorization', 'mcp-session-id'].filter((name) => !allowed.has(name) && !missing.includes(name));
      const now = allowed.size ? `CORS allows ${some([...allowed], 8)} only` : 'CORS allows no headers';
      yield { at: 'http', message: `${now}; browser clients also need ${[...missing, ...also].join(', ')}` };
    } else if (sessions && !exposes(evidence.handshake.initialize as Answered, options))
      yield {
        at: 'http',
        message: 'CORS does not expose mcp-session-id (Access-Control-Expose-Headers), so a browser client cannot read the session it got',
      };
  },
};

function exposes(...answers: Answered[]): boolean {
  return answers.some(({ http }) =>
    ['mcp-session-id', '*'].some((name) => listOf(http.headers['access-control-expose-headers']).has(name)),
  );
}

function listOf(header: string | undefined): Set<string> {
  const names = (header ?? '').slice(0, 2_000).split(',');
  return new Set(names.map((name) => name.trim().toLowerCase()).filter(Boolean));
}
