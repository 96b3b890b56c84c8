import { errorCode } from '../../model/exchange.ts';
import { isModernError, MODERN } from '../../model/protocol.ts';
import { quote } from '../../model/text.ts';
import type { Hit, SessionRule } from '../rule.ts';
import { exchange, failed } from '../sample.ts';
import { allModernExchanges } from './conversation.ts';

const failing = (code: number, method = 'tools/call') => ({ exchanges: [failed(method, code, 'no')], lists: {} });

/** What drafts of 2026-07-28 called these errors. */
const DRAFTS: Record<number, string> = {
  [-32001]: '-32020 for a header that differs from the body',
  [-32003]: '-32021 for a missing client capability',
  [-32004]: '-32022 for an unsupported version',
};

export const errorCodeRule: SessionRule = {
  id: 'modern/error-code',
  on: 'session',
  severity: 'error',
  since: MODERN,
  transports: ['stdio', 'http'],
  clause:
    '2026-07-28 basic/index, "Error Codes": -32020 to -32099 only as defined, -32002 and -32042 MUST NOT be emitted, -32000 to -32019 SHOULD NOT be used',
  why: 'Clients act on these codes: a number with another meaning sends them the wrong way, and some settle the era by it.',
  fix: 'use -32602 for an unknown resource, and codes outside -32768 to -32000 for errors of your own',
  // A call that fails so has the greater fault of not being a result.
  yieldsTo: ['result/protocol-error-for-tool-failure'],
  examples: {
    good: [
      {
        probes: {
          'http-origin': [
            exchange('tools/list', { outcome: 'answered', answer: { id: null, error: { code: -32000, message: 'bad host' } } }),
          ],
        },
      },
      failing(-32602),
      failing(-32022),
      failing(1001),
      failing(-31999),
      failing(-32002, 'initialize'),
    ],
    bad: [failing(-32002, 'resources/read'), failing(-32050), failing(-32000), failing(-32001)],
  },
  *check(evidence) {
    for (const each of allModernExchanges(evidence)) {
      const code = errorCode(each);
      // Without an id it came from in front of the adapter, such as a guard of the SDK that checks Host and Origin.
      if (each.answer?.id === null || each.answer?.id === undefined) continue;
      if (code === undefined || code > -32000 || code < -32099 || isModernError(code)) continue;
      const tool = each.phase === 'call' ? each.tool : null;
      yield { tool, subject: quote(each.method), ...verdict(code) };
    }
  },
};

function verdict(code: number): Hit {
  if (code === -32002) return { message: 'answered with -32002; from 2026-07-28 a resource that is not found is -32602' };
  if (code === -32042) return { message: 'answered with -32042, which 2026-07-28 no longer has' };
  if (code <= -32020) return { message: `answered with ${code}, which is reserved for the specification and not defined` };
  const draft = DRAFTS[code];
  return {
    severity: 'warning',
    message: `answered with ${code}, of a range that is not to be used any more${draft ? ` (a draft had it; now ${draft})` : ''}`,
  };
}
