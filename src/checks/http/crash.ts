import type { Evidence, ProbeName } from '../../model/evidence.ts';
import type { Exchange } from '../../model/exchange.ts';
import { SENT_ANYWHERE } from '../lifecycle/crash-on-input.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange, httpAnswer, sampleFailure } from '../sample.ts';

/** Probes that any adapter must survive, and what they send; the severity of the last two is lower, as no client sends them. */
const SENT: Partial<Record<ProbeName, string>> = {
  ...SENT_ANYWHERE,
  'http-get': 'a GET',
  'http-delete': 'a DELETE',
  'http-options': 'an OPTIONS request',
  'http-batch': 'a list of messages in one body',
  'http-accept-json': 'a request with Accept: application/json',
  'session-unknown': 'a session id it did not give out',
  'session-missing': 'a request without session id',
  'session-deleted': 'a DELETE of a session',
  'protocol-header-invalid': 'an unknown MCP-Protocol-Version',
  'invalid-json': 'a body that is no JSON',
  'http-large-body': 'a body of 5 MiB',
};

const alive = answered('tools/list', { tools: [] }, { http: httpAnswer(200) });
const cut = exchange('tools/list', { outcome: 'gone', reason: 'socket hang up' });
const dead = exchange('tools/list', { outcome: 'unreachable', reason: 'connect ECONNREFUSED 127.0.0.1:5000' });

export const crash: SessionRule = {
  id: 'http/crash',
  on: 'session',
  severity: 'error',
  transports: ['http'],
  clause: 'JSON-RPC 2.0, "Error object": what cannot be served is answered with an error',
  why: 'One message that the adapter does not understand ends it for every client.',
  fix: 'catch errors at the endpoint: 400 and -32700 for what is no JSON, an error response for what is not known, 413 for what is too long',
  examples: {
    good: [
      { probes: { 'http-large-body': [exchange('(5 MiB body)', { outcome: 'refused', http: httpAnswer(413) }), alive] } },
      // Refused by closing the connection: rude, but it goes on.
      { probes: { 'http-large-body': [cut, alive] } },
      { probes: { 'http-other-address': [dead] } },
      { failure: sampleFailure('unreachable'), probes: { 'auth-metadata': [dead] } },
    ],
    bad: [
      { probes: { 'http-large-body': [cut, dead] } },
      { probes: { 'unknown-method': [cut], 'invalid-json': [dead, dead] } },
      { probes: { 'invalid-json': [cut, dead] } },
    ],
  },
  *check(evidence) {
    const sent = inOrder(evidence);
    const after = sent.findIndex(({ exchange }) => exchange.outcome === 'unreachable');
    if (evidence.failure || after < 1) return;
    // The last thing that was broken off; with several under way at once any of them may have done it.
    const culprit = sent.slice(0, after).findLast(({ exchange }) => exchange.outcome === 'gone') ?? sent[after - 1];
    if (!culprit) return;
    const gentle = culprit.name === 'invalid-json' || culprit.name === 'http-large-body';
    yield {
      at: 'http',
      ...(gentle ? { severity: 'warning' as const } : {}),
      message: `after ${SENT[culprit.name] ?? 'a request'} the adapter could not be reached any more; one such message ends it for every client`,
      evidence: sent[after]?.exchange.reason ?? '',
    };
  },
};

/** The probes of which it is known what they send, in the order in which they were made. */
function inOrder({ probes }: Evidence): { name: ProbeName; exchange: Exchange }[] {
  const names = Object.keys(probes).filter((name): name is ProbeName => Object.hasOwn(SENT, name));
  return names.flatMap((name) => (probes[name] ?? []).map((exchange) => ({ name, exchange })));
}
