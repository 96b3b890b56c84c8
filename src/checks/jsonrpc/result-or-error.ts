import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange, failed } from '../sample.ts';
import { allExchanges } from './conversation.ts';

const answering = (answer: Record<string, unknown>) => ({
  exchanges: [exchange('tools/list', { outcome: 'answered', answer: { jsonrpc: '2.0', id: 1, ...answer } })],
});

export const resultOrError: SessionRule = {
  id: 'jsonrpc/result-or-error',
  on: 'session',
  severity: 'error',
  transports: ['stdio', 'http'],
  clause: '2026-07-28 basic/index: a response has either a result or an error',
  why: 'SDK clients take a response with both, or with neither, for no message at all and wait until their time-out.',
  fix: 'send "result" on success and "error" on failure, and leave the other out; "error": null counts as both',
  examples: {
    good: [{ exchanges: [answered('tools/list', { tools: [], error: null })] }, { exchanges: [failed('tools/list', -32603, 'no')] }],
    bad: [
      answering({ result: { tools: [] }, error: { code: 0, message: '' } }),
      answering({ result: { tools: [] }, error: null }),
      answering({ result: null, error: { code: -32603, message: 'no' } }),
      answering({ tools: [] }),
    ],
  },
  *check(evidence) {
    for (const { answer, method } of allExchanges(evidence)) {
      if (!answer || 'result' in answer !== 'error' in answer) continue;
      const subject = quote(method);
      const empty = 'result' in answer && (answer.error === null ? 'error' : answer.result === null ? 'result' : null);
      const found = !('result' in answer)
        ? 'has neither "result" nor "error"'
        : `has both "result" and "error"${empty ? ` ("${empty}" is null, and must be left out)` : ''}`;
      yield { subject, message: `the answer ${found}; SDK clients drop it and wait until their time-out` };
    }
  },
};
