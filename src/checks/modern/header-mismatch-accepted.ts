import type { ProbeName } from '../../model/evidence.ts';
import { type Exchange, errorCode } from '../../model/exchange.ts';
import { CODES } from '../../model/protocol.ts';
import { some } from '../../model/text.ts';
import { outcomeOf, probed } from '../http/answers.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange, failed, httpAnswer } from '../sample.ts';

const got = (status: number, code: number) => failed('tools/call', code, 'no', { http: httpAnswer(status) });
const served = answered('tools/list', { tools: [] }, { http: httpAnswer(200) });

/** What was sent, and what the adapter went by when it answered all the same. */
const PROBES: { name: ProbeName; what: string }[] = [
  { name: 'header-name-mismatch', what: 'whose Mcp-Name header named another tool than the body' },
  { name: 'header-name-missing', what: 'without Mcp-Name' },
  { name: 'header-method-mismatch', what: 'whose Mcp-Method header named another method than the body' },
  { name: 'header-method-missing', what: 'without Mcp-Method' },
  { name: 'header-version-mismatch', what: 'whose MCP-Protocol-Version header differed from the body' },
];

export const headerMismatchAccepted: SessionRule = {
  id: 'modern/header-mismatch-accepted',
  on: 'session',
  severity: 'error',
  since: '2026-07-28',
  transports: ['http'],
  clause:
    '2026-07-28 basic/transports/streamable-http: a header that is missing or differs from the body MUST be answered with 400 and -32020',
  why: 'Gateways route and permit by these headers: a request that names a harmless tool in the header and another in the body gets past them.',
  fix: 'compare Mcp-Method, Mcp-Name and MCP-Protocol-Version with the body before anything else, and answer 400 with -32020 when one is missing or differs',
  examples: {
    good: [
      { probes: { 'header-name-mismatch': [got(400, -32020)], 'header-method-missing': [got(400, -32020)] } },
      // The code of a draft, and a refusal that is no JSON-RPC: other rules say so.
      { probes: { 'header-name-mismatch': [got(400, -32001)] } },
      { probes: { 'header-name-mismatch': [exchange('tools/call', { outcome: 'refused', http: httpAnswer(400) })] } },
      { probes: {} },
    ],
    bad: [
      { probes: { 'header-name-mismatch': [got(200, -32602)] } },
      { probes: { 'header-method-missing': [served] } },
      { probes: { 'header-version-mismatch': [served], 'header-name-missing': [got(404, -32602)] } },
    ],
  },
  *check(evidence) {
    const accepted = PROBES.filter(({ name }) => runsOn(probed(evidence, name)));
    const [first] = accepted;
    const answer = first && probed(evidence, first.name);
    if (!first || !answer) return;
    const others = accepted.slice(1).map(({ what }) => what);
    yield {
      at: 'http',
      message: `ran a request ${first.what}${others.length ? `, likewise requests ${some(others)}` : ''} (${answer.http.status}, ${outcomeOf(answer)}); 2026-07-28 wants 400 and -32020`,
    };
  },
};

/** True when the request got as far as the method: a result, or the error of the tool that does not exist. */
function runsOn(each: Exchange | undefined): boolean {
  if (!each?.answer) return false;
  return 'result' in each.answer || (errorCode(each) === CODES.invalidParams && each.http?.status !== 400);
}
