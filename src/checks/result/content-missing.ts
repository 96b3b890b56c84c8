import { quote, some } from '../../model/text.ts';
import { completeResult } from '../call/outcome.ts';
import type { CallRule } from '../rule.ts';

export const contentMissing: CallRule = {
  id: 'result/content-missing',
  on: 'call',
  severity: 'error',
  clause: '2026-07-28 schema, CallToolResult: content is required',
  why: 'A result without a content list is invalid in every revision; SDK clients turn it into an empty success or refuse it.',
  fix: 'answer with content: [{type: "text", text: …}], and structuredContent beside it if you like',
  examples: {
    good: [
      {},
      { result: { content: [] } },
      {
        result: { task: { taskId: 't-1', status: 'working' } },
        exchange: { sent: { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'find_order', task: { ttl: 60000 } } } },
      },
      { result: { resultType: 'input_required', requestState: 'a' }, evidence: { revision: '2026-07-28', era: 'modern' } },
    ],
    bad: [
      { result: { toolResult: { content: [] } } },
      { result: { structuredContent: { up: true } } },
      { result: { task: { id: 7 } } },
      { result: {} },
    ],
  },
  *check(call, { evidence }) {
    const result = completeResult(call, evidence);
    if (!result || 'content' in result) return;
    // A plain object is the same fault with its own, clearer sentence.
    const found = Object.keys(result).filter((key) => key !== '_meta' && key !== 'resultType');
    const names = some(found.map((key) => quote(key, 40)));
    yield { message: `the result has no "content" list (found: ${names || 'nothing'}); clients refuse it or show an empty success` };
  },
};
