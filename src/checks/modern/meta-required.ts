import type { Evidence, ProbeName } from '../../model/evidence.ts';
import { type Exchange, errorCode, errorOf } from '../../model/exchange.ts';
import { CODES, META, MODERN } from '../../model/protocol.ts';
import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange, failed, httpAnswer } from '../sample.ts';

const PROBES: readonly [ProbeName, string][] = [
  ['meta-missing', 'without _meta'],
  ['meta-without-version', `without ${quote(META.protocolVersion)}`],
  ['meta-without-capabilities', `without ${quote(META.clientCapabilities)}`],
];
const served = answered('tools/list', { tools: [] });
const probing = (name: ProbeName, each: Exchange, over: Partial<Evidence> = {}): Partial<Evidence> => ({
  probes: { [name]: [each] },
  ...over,
});

export const metaRequired: SessionRule = {
  id: 'modern/meta-required',
  on: 'session',
  severity: 'error',
  since: MODERN,
  transports: ['stdio', 'http'],
  clause: '2026-07-28 basic/index: a request missing a required _meta field MUST be rejected with -32602',
  why: 'Every request says its version and what the client can do; a server that guesses them sends what the client cannot take.',
  fix: 'refuse a request whose _meta lacks io.modelcontextprotocol/protocolVersion or …/clientCapabilities with -32602',
  examples: {
    good: [
      probing('meta-missing', failed('tools/list', -32602, 'no _meta')),
      probing('meta-without-version', failed('tools/list', -32020, 'header', { http: httpAnswer(400) }), { transport: 'http' }),
      // A dual-era adapter takes a request without a version for a legacy one.
      probing('meta-missing', served, { era: 'dual' }),
      probing('meta-missing', exchange('tools/list')),
    ],
    bad: [
      probing('meta-missing', served),
      probing('meta-without-version', failed('tools/list', -32600, 'no')),
      probing('meta-without-capabilities', served, { era: 'dual' }),
    ],
  },
  *check({ era, probes }) {
    for (const [name, what] of PROBES) {
      if (era === 'dual' && name !== 'meta-without-capabilities') continue;
      for (const each of probes[name] ?? []) {
        const how = verdict(each);
        if (how) yield { subject: `a request ${what}`, message: `it ${how}` };
      }
    }
  },
};

function verdict(each: Exchange): string | null {
  if (each.answer && 'result' in each.answer) return 'was served; 2026-07-28 wants -32602';
  const code = errorCode(each);
  if (!errorOf(each) || code === CODES.invalidParams) return null;
  // Over HTTP the header that still names the version contradicts the body.
  if (each.http && code === CODES.headerMismatch) return null;
  return `was refused with ${code ?? 'no code'} instead of -32602`;
}
