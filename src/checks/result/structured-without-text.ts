import { isObject } from '../../model/json.ts';
import { completeResult } from '../call/outcome.ts';
import type { CallRule } from '../rule.ts';

const structuredContent = { total: 42 };

export const structuredWithoutText: CallRule = {
  id: 'result/structured-without-text',
  on: 'call',
  severity: 'warning',
  since: '2025-06-18',
  clause: '2026-07-28 server/tools: a tool that returns structured content SHOULD also return it as JSON in a text block',
  why: 'Hosts that show only content to the model give it an empty answer.',
  fix: 'repeat structuredContent as JSON in a text block',
  yieldsTo: ['result/structured-not-object', 'result/content-not-array', 'result/content-item-invalid'],
  examples: {
    good: [
      { result: { content: [{ type: 'text', text: '{ "total": 42 }' }], structuredContent } },
      { result: { content: [{ type: 'text', text: 'The total is 42.' }], structuredContent } },
      { result: { content: [], structuredContent: {} } },
      { result: { content: [{ type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' }], structuredContent } },
    ],
    bad: [{ result: { content: [], structuredContent } }, { result: { content: [{ type: 'text', text: ' ' }], structuredContent } }],
  },
  *check(call, { evidence }) {
    const result = completeResult(call, evidence);
    const structured = result?.structuredContent;
    if (!result || structured === undefined || structured === null || result.isError === true || !Array.isArray(result.content)) return;
    if (isObject(structured) && !Object.keys(structured).length) return;
    const isBlank = (item: unknown) => isObject(item) && item.type === 'text' && typeof item.text === 'string' && !item.text.trim();
    if (!result.content.every(isBlank)) return;
    yield {
      message: 'the result has structuredContent and nothing in "content"; hosts that show only content give the model an empty answer',
    };
  },
};
