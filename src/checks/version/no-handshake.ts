import { type Exchange, errorCode, errorMessage } from '../../model/exchange.ts';
import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { exchange, failed, httpAnswer, sampleEvidence } from '../sample.ts';

const { handshake } = sampleEvidence();
const bare = {
  ...handshake,
  discover: failed('server/discover', -32601, 'Method not found'),
  initialize: failed('initialize', -32601, 'Method not found'),
  initialized: null,
};

export const noHandshake: SessionRule = {
  id: 'version/no-handshake',
  on: 'session',
  severity: 'error',
  transports: ['stdio', 'http'],
  clause:
    '2025-11-25 basic/lifecycle: initialization MUST be the first interaction; 2026-07-28 server/discover: servers MUST implement server/discover',
  why: 'Every SDK client begins with initialize or server/discover, so no host that is built on one can connect, though the tools work.',
  fix: 'answer initialize with {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "…", "version": "…"}} and take notifications/initialized without an answer; or let an MCP server SDK do it',
  examples: {
    good: [{}, { era: 'modern', revision: '2026-07-28' }],
    bad: [
      { era: 'bare', handshake: bare },
      { era: 'bare', handshake: { ...bare, initialize: null, discover: null } },
      {
        era: 'bare',
        handshake: { ...bare, initialize: exchange('initialize', { outcome: 'refused', http: httpAnswer(404) }) },
        transport: 'http',
      },
    ],
  },
  *check({ era, handshake }) {
    if (era !== 'bare') return;
    const { initialize, refused } = handshake;
    const last = initialize ?? refused.at(-1) ?? null;
    yield {
      message: `the adapter answers tools/list, but neither initialize${last ? ` (${outcome(last)})` : ''} nor server/discover: there is no handshake, so no SDK client can connect, and no host that uses one`,
    };
  },
};

function outcome(each: Exchange): string {
  const code = errorCode(each);
  if (code !== undefined) return `${code} ${quote(errorMessage(each), 80)}`;
  if (each.http) return `HTTP status ${each.http.status}`;
  return each.outcome === 'silent' ? 'no answer' : each.outcome;
}
