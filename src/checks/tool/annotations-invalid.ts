import { isObject, kindOf, member, pointer } from '../../model/json.ts';
import { quote } from '../../model/text.ts';
import type { ToolRule } from '../rule.ts';

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

export const annotationsInvalid: ToolRule = {
  id: 'tool/annotations-invalid',
  on: 'tool',
  severity: 'error',
  since: '2025-03-26',
  clause: '2026-07-28 schema, ToolAnnotations: title is a string, the four hints are booleans',
  why: 'SDK clients refuse the whole list when a hint is null, a text or a number.',
  fix: 'write true or false without quotes, or leave the hint out',
  examples: {
    good: [{ annotations: { readOnlyHint: true, vendorHint: 'x', title: 'Find' } }, { annotations: null }],
    bad: [{ annotations: { readOnlyHint: 'true' } }, { annotations: { destructiveHint: null } }, { annotations: { title: 3 } }],
  },
  *check({ raw }) {
    const annotations = member(raw, 'annotations');
    if (!isObject(annotations)) return;
    for (const key of HINTS.filter((hint) => Object.hasOwn(annotations, hint) && typeof annotations[hint] !== 'boolean'))
      yield {
        at: pointer('annotations', key),
        subject: quote(key),
        message: `${shown(annotations[key])} instead of true or false; SDK clients then refuse the whole list`,
      };
    const title = member(annotations, 'title');
    if (title !== undefined && typeof title !== 'string')
      yield {
        at: '/annotations/title',
        subject: quote('title'),
        message: `${shown(title)} instead of a text; SDK clients then refuse the whole list`,
        fix: 'give annotations.title a text, or leave it out',
      };
  },
};

function shown(value: unknown): string {
  return typeof value === 'string' ? quote(value, 40) : typeof value === 'number' ? String(value) : kindOf(value);
}
