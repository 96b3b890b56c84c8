import { isObject, kindOf, member } from '../../model/json.ts';
import { quote, some } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { exchange, failed } from '../sample.ts';
import { allExchanges } from './conversation.ts';

const failing = (error: unknown) => ({
  exchanges: [exchange('tools/list', { outcome: 'answered', answer: { jsonrpc: '2.0', id: 1, error } })],
});

export const errorShape: SessionRule = {
  id: 'jsonrpc/error-shape',
  on: 'session',
  severity: 'error',
  transports: ['stdio', 'http'],
  clause: '2026-07-28 basic/index: error responses MUST include an error with a code and message; codes MUST be integers',
  why: 'SDK clients take a response whose error has another shape for no message at all and wait until their time-out.',
  fix: 'write "error": {"code": -32603, "message": "…"}: an integer and a text, anything else goes into "data"',
  examples: {
    good: [
      { exchanges: [failed('tools/list', 1001, '')] },
      failing({ code: -32603, message: 'no', data: null, hint: 'extra' }),
      // With a result beside it the response has another fault.
      { exchanges: [exchange('tools/list', { outcome: 'answered', answer: { jsonrpc: '2.0', id: 1, result: {}, error: null } })] },
    ],
    bad: [
      failing('boom'),
      failing({ code: '-32603', message: 'no' }),
      failing({ code: -32603.5 }),
      failing(null),
      failing({ message: 'no' }),
    ],
  },
  *check(evidence) {
    for (const { answer, method } of allExchanges(evidence)) {
      if (!answer || !('error' in answer) || 'result' in answer) continue;
      const wrong = faults(answer.error);
      if (wrong.length)
        yield { subject: quote(method), message: `in the answer ${some(wrong)}; SDK clients drop it and wait until their time-out` };
    }
  },
};

function faults(error: unknown): string[] {
  if (!isObject(error)) return [`"error" is ${kindOf(error)}, not an object with code and message`];
  const code = member(error, 'code');
  const message = member(error, 'message');
  return [
    ...(Number.isInteger(code)
      ? []
      : [typeof code === 'number' ? '"error.code" is no integer' : `"error.code" is ${kindOf(code)}, not an integer`]),
    ...(typeof message === 'string' ? [] : [`"error.message" is ${kindOf(message)}, not a text`]),
  ];
}
