import { resultOf } from '../../model/exchange.ts';
import { some } from '../../model/text.ts';
import type { CallRule } from '../rule.ts';

export const contentMissing: CallRule = {
  id: 'result/content-missing',
  on: 'call',
  severity: 'error',
  clause: '2026-07-28 schema, CallToolResult: content is required',
  why: 'A result without a content list is invalid in every revision; SDK clients turn it into an empty success or refuse it.',
  fix: 'answer with content: [{type: "text", text: …}], and structuredContent beside it if you like',
  examples: { good: [{}], bad: [{ result: { toolResult: { content: [] } } }, { result: { structuredContent: { up: true } } }] },
  *check(call) {
    const result = resultOf(call.exchange);
    if (!result || 'content' in result) return;
    // A plain object is the same fault with its own, clearer sentence.
    const found = Object.keys(result).filter((key) => key !== '_meta' && key !== 'resultType');
    yield { message: `the result has no "content" list (found: ${some(found) || 'nothing'}); clients refuse it` };
  },
};
