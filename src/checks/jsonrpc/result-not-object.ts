import { isObject, kindOf } from '../../model/json.ts';
import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange } from '../sample.ts';
import { allExchanges } from './conversation.ts';

export const resultNotObject: SessionRule = {
  id: 'jsonrpc/result-not-object',
  on: 'session',
  severity: 'error',
  transports: ['stdio', 'http'],
  clause: '2026-07-28 schema, Result: a result is an object',
  why: 'SDK clients refuse a result that is a list, a text or null, or wait for another answer until their time-out.',
  fix: 'answer with an object: {"tools": […]} for a list, {} where there is nothing to say',
  examples: {
    good: [{ probes: { ping: [answered('ping', {})] } }, { exchanges: [exchange('tools/list')] }],
    bad: [
      { exchanges: [answered('tools/list', [])] },
      { probes: { ping: [answered('ping', null)] } },
      { exchanges: [answered('tools/call', 'done')] },
    ],
  },
  *check(evidence) {
    for (const { answer, method, sent } of allExchanges(evidence)) {
      if (!answer || !('result' in answer) || 'error' in answer || isObject(answer.result)) continue;
      // The answer to a notification is a fault whatever it holds.
      if (sent && !('id' in sent)) continue;
      yield { subject: quote(method), message: `the result is ${kindOf(answer.result)}, not an object; SDK clients refuse it` };
    }
  },
};
