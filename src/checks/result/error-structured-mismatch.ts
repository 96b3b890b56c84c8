import { textsOf } from '../../model/envelope.ts';
import { resultOf } from '../../model/exchange.ts';
import { quote } from '../../model/text.ts';
import type { CallRule } from '../rule.ts';
import { listed, structuredProblems } from './structured-mismatch.ts';

const outputSchema = { type: 'object', properties: { data: { type: 'string' } }, required: ['data'] };
const content = [{ type: 'text', text: 'admin rights needed' }];

export const errorStructuredMismatch: CallRule = {
  id: 'result/error-structured-mismatch',
  on: 'call',
  severity: 'warning',
  since: '2025-06-18',
  why: 'Some clients validate the structured content of error results too, and show the schema error instead of what went wrong.',
  fix: 'leave structuredContent out of error results, or let outputSchema allow what they hold',
  yieldsTo: ['result/structured-not-object'],
  examples: {
    good: [
      { tool: { outputSchema }, result: { isError: true, content } },
      {
        tool: { outputSchema: { type: 'object', properties: { data: { type: 'string' } } } },
        result: { isError: true, content, structuredContent: { ok: false, code: 'forbidden' } },
      },
      { result: { isError: true, content, structuredContent: { error: { code: 7 } } } },
    ],
    bad: [{ tool: { outputSchema }, result: { isError: true, content, structuredContent: { error: { code: 7 } } } }],
  },
  *check(call, context) {
    const result = resultOf(call.exchange);
    const problems = structuredProblems(call, context);
    if (!problems.length || result?.isError !== true) return;
    const text = textsOf(result)[0] ?? '';
    const hides = text ? `clients then hide ${quote(text)}` : 'clients then hide the real error';
    yield { message: `the structuredContent of an error result does not match outputSchema (${listed(problems)}); ${hides}` };
  },
};
