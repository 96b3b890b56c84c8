import { isObject, member } from '../../model/json.ts';
import { quote, some } from '../../model/text.ts';
import { completeResult } from '../call/outcome.ts';
import type { CallRule } from '../rule.ts';
import { aKind } from './blocks.ts';

export const contentNotArray: CallRule = {
  id: 'result/content-not-array',
  on: 'call',
  severity: 'error',
  clause: '2026-07-28 schema, CallToolResult: content is a list of content blocks',
  why: 'Clients read a list of blocks; with anything else they refuse the result, and the model gets an error instead of the answer.',
  fix: 'put the answer into content: [{type: "text", text: JSON}], and the object itself into structuredContent if you like',
  examples: {
    good: [{ result: { content: [] } }, { result: { content: [{ type: 'text', text: '{"content":"delivered"}' }] } }],
    bad: [
      { result: { ok: true, id: 88231, content: 'delivered' } },
      { result: { content: { type: 'text', text: 'one block' } } },
      { result: { content: null } },
      { result: 'delivered' },
      { result: [{ type: 'text', text: 'ok' }] },
    ],
  },
  *check(call, { evidence }) {
    const answer = call.exchange.answer;
    if (!answer || !Object.hasOwn(answer, 'result') || 'error' in answer) return;
    const whole = member(answer, 'result');
    if (!isObject(whole)) {
      yield { message: `the result is ${aKind(whole)}; it must be an object with a list "content", and clients refuse it` };
      return;
    }
    const result = completeResult(call, evidence);
    if (!result || !('content' in result) || Array.isArray(result.content)) return;
    const others = Object.keys(result).filter((key) => !['content', 'isError', '_meta', 'structuredContent', 'resultType'].includes(key));
    const is = `"content" is ${aKind(result.content)}, must be a list`;
    const plain = `the result is a plain object (${some([...others.map((key) => quote(key, 40)), `"content" as ${aKind(result.content)}`])})`;
    yield { message: `${others.length ? plain : is}; clients refuse it` };
  },
};
