import { isObject } from '../../model/json.ts';
import { completeResult } from '../call/outcome.ts';
import type { CallRule } from '../rule.ts';

export const errorWithoutText: CallRule = {
  id: 'result/error-without-text',
  on: 'call',
  severity: 'info',
  clause: '2026-07-28 server/tools: tool execution errors tell the model what it can correct',
  why: 'A model that is told only that something failed repeats the call or gives up.',
  fix: 'add a text block that says what went wrong and what to do instead',
  yieldsTo: ['result/content-item-invalid'],
  examples: {
    good: [
      { result: { isError: true, content: [{ type: 'text', text: 'order not found' }] } },
      { result: { isError: true, content: [{ type: 'resource', resource: { uri: 'erp://log', text: 'order not found' } }] } },
      { result: { isError: false, content: [] } },
    ],
    bad: [{ result: { isError: true, content: [] } }, { result: { isError: true, content: [{ type: 'text', text: '' }] } }],
  },
  *check(call, { evidence }) {
    const result = completeResult(call, evidence);
    if (result?.isError !== true || !Array.isArray(result.content)) return;
    const isBlank = (item: unknown) => isObject(item) && typeof item.text === 'string' && !item.text.trim();
    if (result.content.every(isBlank)) yield { message: 'an error result says nothing in "content", so the model cannot react to it' };
  },
};
