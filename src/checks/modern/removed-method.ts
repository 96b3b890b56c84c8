import { type Exchange, errorCode, errorOf } from '../../model/exchange.ts';
import { CODES, MODERN } from '../../model/protocol.ts';
import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange, failed } from '../sample.ts';

const probing = (each: Exchange) => ({ probes: { 'removed-method': [each] } });

export const removedMethod: SessionRule = {
  id: 'modern/removed-method',
  on: 'session',
  severity: 'error',
  since: MODERN,
  transports: ['stdio', 'http'],
  clause: '2026-07-28 changelog: ping, logging/setLevel, resources/subscribe and resources/unsubscribe are removed (-32601)',
  why: 'A client takes an answer for support of something that no other server of this revision has.',
  fix: 'answer these methods with -32601 when the request is one of 2026-07-28',
  // Where no unknown method gets -32601, this one is no other fault.
  yieldsTo: ['jsonrpc/unknown-method', 'lifecycle/crash-on-input'],
  examples: {
    good: [probing(failed('ping', -32601, 'Method not found')), probing(exchange('ping'))],
    bad: [probing(answered('ping', { resultType: 'complete' })), probing(failed('logging/setLevel', -32602, 'bad level'))],
  },
  *check({ probes }) {
    for (const each of probes['removed-method'] ?? []) {
      const code = errorCode(each);
      const served = each.answer !== null && 'result' in each.answer;
      if (served || (errorOf(each) && code !== CODES.methodNotFound))
        yield {
          subject: quote(each.method),
          message: `this method is gone in 2026-07-28, but was ${served ? 'served' : `answered with ${code ?? 'no code'}`} instead of -32601`,
        };
    }
  },
};
