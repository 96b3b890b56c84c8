import { shorten } from '../../model/text.ts';
import type { ToolRule } from '../rule.ts';
import { SIDES } from './parts.ts';

export const unjudged: ToolRule = {
  id: 'schema/unjudged',
  on: 'tool',
  severity: 'warning',
  clause: '2026-07-28 basic/index, "JSON Schema": clients bound the time that validating takes',
  why: 'A schema that costs too much to validate is given up by clients too.',
  fix: 'make the schema smaller, or split the tool',
  yieldsTo: ['schema/too-deep'],
  examples: { good: [{}], bad: [{ inputSchema: nested(600) }] },
  *check(tool, { schemas, evidence }) {
    for (const side of SIDES) {
      const verdict = schemas[side].get(tool.index);
      if (verdict?.unjudged) yield { at: `/${side}`, subject: side, message: `could not be judged: ${shorten(verdict.unjudged, 160)}` };
    }
    // A schema that is cheap to read may still be dear to apply, as one with a pattern that backtracks.
    for (const call of evidence.calls) {
      const reason = call.tool?.index === tool.index && schemas.arguments.get(call)?.unjudged;
      if (!reason || schemas.inputSchema.get(tool.index)?.unjudged) continue;
      yield {
        at: '/inputSchema',
        subject: 'inputSchema',
        message: `the arguments of a call could not be judged by it: ${shorten(reason, 160)}`,
        fix: 'write patterns without nested repetition such as (a+)+, or use maxLength and enum instead',
      };
      return;
    }
  },
};

function nested(levels: number): unknown {
  let schema: unknown = { type: 'string' };
  for (let level = 0; level < levels; level++) schema = { type: 'array', items: schema };
  return { type: 'object', properties: { a: schema } };
}
