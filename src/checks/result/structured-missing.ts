import { isObject, member } from '../../model/json.ts';
import { completeResult } from '../call/outcome.ts';
import type { CallRule } from '../rule.ts';
import { failureIn } from './failure.ts';

const outputSchema = { type: 'object', properties: { up: { type: 'boolean' } }, required: ['up'] };
const content = [{ type: 'text', text: '{"up":true}' }];

export const structuredMissing: CallRule = {
  id: 'result/structured-missing',
  on: 'call',
  severity: 'error',
  since: '2025-06-18',
  clause: '2026-07-28 server/tools: with an outputSchema, servers MUST provide structured results that conform to it',
  why: 'SDK clients throw an error instead of handing on the text, so the tool never works there.',
  fix: 'add structuredContent (the same object that the text holds), or drop outputSchema',
  yieldsTo: ['result/content-missing', 'result/content-not-array', 'result/member-type'],
  examples: {
    good: [
      { tool: { outputSchema }, result: { content, structuredContent: { up: true } } },
      { tool: { outputSchema }, result: { content: [{ type: 'text', text: 'no such host' }], isError: true } },
      { tool: {}, result: { content } },
      // A failure that is not marked as one has its own line.
      { tool: { outputSchema }, result: { content: [{ type: 'text', text: 'Error: no such host' }] } },
    ],
    bad: [
      { tool: { outputSchema }, result: { content } },
      { tool: { outputSchema }, result: { content, isError: false } },
    ],
  },
  *check(call, { evidence }) {
    const result = completeResult(call, evidence);
    if (!result || !isObject(member(call.tool?.raw, 'outputSchema'))) return;
    if (result.structuredContent !== undefined || result.isError === true || failureIn(call)) return;
    yield {
      message: 'the tool declares outputSchema, but its result has no structuredContent; SDK clients turn this success into an error',
    };
  },
};
