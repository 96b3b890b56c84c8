import { member } from '../../model/json.ts';
import type { ToolRule } from '../rule.ts';

export const annotationsContradiction: ToolRule = {
  id: 'tool/annotations-contradiction',
  on: 'tool',
  severity: 'info',
  since: '2025-03-26',
  clause: '2026-07-28 schema, ToolAnnotations: destructiveHint means something only when readOnlyHint is false',
  why: 'A host cannot tell whether to ask the user first.',
  fix: 'set one of the two to false',
  examples: {
    good: [
      { annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true } },
      { annotations: { destructiveHint: true } },
    ],
    bad: [{ annotations: { readOnlyHint: true, destructiveHint: true } }],
  },
  *check({ raw }) {
    const annotations = member(raw, 'annotations');
    if (member(annotations, 'readOnlyHint') === true && member(annotations, 'destructiveHint') === true)
      yield {
        at: '/annotations/destructiveHint',
        message: 'readOnlyHint and destructiveHint are both true; hosts differ in which one they believe',
      };
  },
};
