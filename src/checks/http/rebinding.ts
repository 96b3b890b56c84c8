import type { Evidence } from '../../model/evidence.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange, failed, httpAnswer } from '../sample.ts';
import { outcomeOf, probed } from './answers.ts';
import { hasCredential, isLocal } from './target.ts';

const local = { kind: 'http' as const, url: 'http://127.0.0.1:5000/mcp', headers: {} };
const remote = { kind: 'http' as const, url: 'https://erp.example/mcp', headers: { authorization: 'Bearer t' } };
const served = answered('tools/list', { tools: [] }, { http: httpAnswer(200) });
const refused = (status: number) => exchange('tools/list', { outcome: 'refused', http: httpAnswer(status) });
const origin = (each: typeof served, over: Partial<Evidence> = {}): Partial<Evidence> => ({
  target: local,
  probes: { 'http-origin': [each] },
  ...over,
});
const rebound = (each: typeof served): Partial<Evidence> => ({
  target: local,
  probes: { 'http-origin': [refused(403)], 'http-host': [each] },
});

export const originNotChecked: SessionRule = {
  id: 'http/origin-not-checked',
  on: 'session',
  severity: 'error',
  transports: ['http'],
  clause: '2026-07-28 basic/transports/streamable-http: servers MUST validate Origin and answer an invalid one with 403',
  why: 'Any web page that the user has open can call the tools of an adapter on the same machine (DNS rebinding).',
  fix: 'answer 403 when Origin is present and not on a list of your own (localhost at most)',
  examples: {
    good: [
      origin(refused(403)),
      origin(refused(400)),
      origin(refused(500)),
      origin(served, { target: remote }),
      origin(failed('tools/list', -32600, 'Origin not allowed', { http: httpAnswer(403) })),
    ],
    bad: [origin(served), origin(served, { target: { ...remote, headers: {} } })],
  },
  *check(evidence) {
    const each = probed(evidence, 'http-origin');
    // Only a result shows that the request was served; a refusal by another status still refuses.
    if (!each?.answer || !('result' in each.answer) || each.http.status >= 300) return;
    const { target } = evidence;
    // Behind a token of its own a page of another origin gets nowhere, and a public adapter may be open to any.
    if (!isLocal(target) && hasCredential(target)) return;
    yield {
      at: 'http',
      message: `a request with Origin: http://evil.example was served (${each.http.status}, ${outcomeOf(each)}); wanted 403. ${reach(evidence)}`,
      ...(isLocal(target) && !hasCredential(target) ? {} : { severity: 'warning' as const }),
    };
  },
};

/** How far a page gets that the user has open. */
function reach(evidence: Evidence): string {
  const host = probed(evidence, 'http-host');
  const answersPreflight = probed(evidence, 'http-options')?.http.headers['access-control-allow-origin'] !== undefined;
  if (answersPreflight) return 'Its CORS headers let any web page call the tools and read the answers';
  if (host?.answer && 'result' in host.answer) return 'A web page whose name is made to point to this machine can call the tools';
  return 'Host and CORS may still keep web pages out, but nothing else does';
}

export const hostNotChecked: SessionRule = {
  id: 'http/host-not-checked',
  on: 'session',
  severity: 'warning',
  transports: ['http'],
  clause: '2026-07-28 basic/transports/streamable-http, "Security Warning": local servers are to be protected against DNS rebinding',
  why: 'A page whose name was made to point to this machine is let in when Origin is only compared with Host.',
  fix: 'compare Host, and the host in Origin, with a fixed list such as localhost and 127.0.0.1',
  yieldsTo: ['http/origin-not-checked'],
  examples: { good: [rebound(refused(403)), rebound(refused(421)), { probes: {} }], bad: [rebound(served)] },
  *check(evidence) {
    const each = probed(evidence, 'http-host');
    if (each?.answer && 'result' in each.answer && each.http.status < 300)
      yield {
        at: 'http',
        message: 'a request with Host and Origin evil.example was served; a page of a name that points to this machine gets in',
      };
  },
};

export const boundToAll: SessionRule = {
  id: 'http/bound-to-all',
  on: 'session',
  severity: 'warning',
  transports: ['http'],
  clause: '2026-07-28 basic/transports/streamable-http, "Security Warning": a local server SHOULD bind to 127.0.0.1 only',
  why: 'Everyone in the same network can call the tools.',
  fix: 'listen on 127.0.0.1 instead of 0.0.0.0 or ::, unless other machines are meant to reach it',
  examples: {
    good: [{ probes: { 'http-other-address': [exchange('OPTIONS', { outcome: 'unreachable' })] } }, { probes: {} }],
    bad: [{ probes: { 'http-other-address': [exchange('OPTIONS', { outcome: 'accepted', http: httpAnswer(405) })] } }],
  },
  *check(evidence) {
    if (probed(evidence, 'http-other-address'))
      yield {
        at: 'http',
        message: 'it listens on every address of this machine, not on 127.0.0.1 alone; others in the network can call it',
      };
  },
};
