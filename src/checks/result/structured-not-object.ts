import { isObject } from '../../model/json.ts';
import { completeResult } from '../call/outcome.ts';
import type { CallRule } from '../rule.ts';
import { aKind } from './blocks.ts';

const content = [{ type: 'text', text: '[{"id":1}]' }];

export const structuredNotObject: CallRule = {
  id: 'result/structured-not-object',
  on: 'call',
  severity: 'error',
  until: '2025-11-25',
  clause: '2025-11-25 schema, CallToolResult: structuredContent is an object (any JSON value from 2026-07-28)',
  why: 'SDK clients refuse the whole result, the text beside it included.',
  fix: 'wrap it: structuredContent: {items: [...], count: n}, and say so in outputSchema',
  examples: {
    good: [{ result: { content, structuredContent: { items: [{ id: 1 }] } } }, { result: { content } }],
    bad: [
      { result: { content, structuredContent: [{ id: 1 }] } },
      { result: { content, structuredContent: null } },
      { result: { content, structuredContent: '{"id":1}' } },
    ],
  },
  *check(call, { evidence }) {
    const result = completeResult(call, evidence);
    if (!result || !('structuredContent' in result) || isObject(result.structuredContent)) return;
    const value = result.structuredContent;
    yield {
      message: `structuredContent is ${aKind(value)}; up to 2025-11-25 it must be an object`,
      ...(value === null ? { fix: 'leave structuredContent out when there is none' } : {}),
    };
  },
};
