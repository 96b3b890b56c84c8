import type { CallRecord } from '../../model/evidence.ts';
import { quote, shorten, some } from '../../model/text.ts';
import { problemsIn, type SchemaProblem } from '../../schema/verdicts.ts';
import { completeResult } from '../call/outcome.ts';
import type { CallRule, Context } from '../rule.ts';

const outputSchema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
const content = [{ type: 'text', text: '42' }];

export const structuredMismatch: CallRule = {
  id: 'result/structured-mismatch',
  on: 'call',
  severity: 'error',
  since: '2025-06-18',
  clause: '2026-07-28 server/tools: structured results MUST conform to outputSchema',
  why: 'SDK clients validate structuredContent and throw an error instead of handing on a result that does not fit.',
  fix: 'return what outputSchema says, or declare what is returned (null and optional members are the usual gap)',
  yieldsTo: ['result/structured-not-object'],
  examples: {
    good: [
      { tool: { outputSchema }, result: { content, structuredContent: { total: 42, currency: 'EUR' } } },
      { tool: { outputSchema }, result: { content, structuredContent: { error: 7 }, isError: true } },
      { tool: { outputSchema: { $ref: '#/$defs/none' } }, result: { content, structuredContent: {} } },
    ],
    bad: [
      { tool: { outputSchema }, result: { content, structuredContent: { total: '42' } } },
      { tool: { outputSchema }, result: { content, structuredContent: {} } },
    ],
  },
  *check(call, context) {
    const problems = structuredProblems(call, context);
    if (!problems.length || completeResult(call, context.evidence)?.isError === true) return;
    yield { message: `structuredContent does not match outputSchema (${listed(problems)}); SDK clients refuse the result` };
  },
};

/** What outputSchema has against the structured content of a call that came to its end; empty when nothing, or when it cannot be judged. */
export function structuredProblems(call: CallRecord, { evidence, schemas }: Context): readonly SchemaProblem[] {
  return (completeResult(call, evidence) && problemsIn(schemas.structured.get(call))) || [];
}

/** The first problems, each with its place: `/total must be number`. */
export function listed(problems: readonly SchemaProblem[]): string {
  return some(
    problems.map(({ at, keyword, message }) => {
      const place = shorten(at || 'the root', 80);
      if (keyword === 'required') return `${place} is missing`;
      if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') return `${quote(place)} is not declared`;
      return `${place} ${shorten(message)}`;
    }),
    3,
  );
}
