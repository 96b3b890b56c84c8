import { quote } from '../../model/text.ts';
import { completeResult } from '../call/outcome.ts';
import type { CallExample, CallRule } from '../rule.ts';
import { failureIn } from './failure.ts';

const says = (text: string, name = 'pay', more: Record<string, unknown> = {}): CallExample => ({
  tool: { name, description: 'Pays one order.' },
  result: { content: [{ type: 'text', text }], ...more },
});

export const errorAsSuccess: CallRule = {
  id: 'result/error-as-success',
  on: 'call',
  severity: 'warning',
  clause: '2026-07-28 server/tools: tool execution errors are reported with isError: true',
  why: 'Hosts and agents take the call for a success and go on as if the work were done.',
  fix: 'set isError: true on results that tell of a failure of the tool',
  yieldsTo: ['result/member-type', 'result/content-missing', 'result/content-not-array'],
  examples: {
    good: [
      says('Errors found: 0'),
      says('No errors.'),
      says('Error: none'),
      says('Error: card declined (402)', 'pay', { isError: true }),
      says('Traceback (most recent call last):\n  File "a.py", line 3\nKeyError: 1', 'tail_logs'),
      says('Error: cannot find module x - forum\nhttps://example.invalid/1\nhow to solve it', 'search'),
      says('❌ title is missing\n✅ description', 'seo'),
      says('{"job":7,"status":"failed","error":"disk full"}', 'get_job'),
      says('{"ok":false,"problems":["no vat number"]}', 'validate_order'),
      says('{"error":null,"data":{"id":1}}'),
      says('Error handling in Rust: use Result.'),
    ],
    bad: [
      says('Error: card declined (402)'),
      says('Traceback (most recent call last):\n  File "pay.py", line 3\nKeyError: 1'),
      says('❌ Payment was refused'),
      says('{"ok":false}'),
      says('{"error":{"code":402,"message":"card declined"}}'),
      says('{"success":false,"message":"card declined"}'),
      says('Failed to pay order 7', 'pay', { isError: false }),
      says('{"ok":false,"code":"card_declined","retryable":false,"order":7}'),
    ],
  },
  *check(call, { evidence }) {
    const result = completeResult(call, evidence);
    const told = result && failureIn(call);
    if (!told) return;
    const not = result.isError === false ? 'isError is false' : 'isError is not set';
    yield { message: `the result reads like a failure (${quote(told)}), but ${not}; agents take it for a success` };
  },
};
