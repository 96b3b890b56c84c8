import { isObject, kindOf, pointer } from '../../model/json.ts';
import { quote } from '../../model/text.ts';
import type { ToolRule } from '../rule.ts';

/** The optional members of a tool, and what each must be when it is there. */
const KINDS = {
  title: 'string',
  description: 'string',
  annotations: 'object',
  icons: 'array',
  execution: 'object',
  outputSchema: 'object',
  _meta: 'object',
} as const;

export const memberType: ToolRule = {
  id: 'tool/member-type',
  on: 'tool',
  severity: 'error',
  clause: '2026-07-28 schema, Tool',
  why: 'SDK clients refuse the whole list when an optional member of one tool is null or of another type.',
  fix: 'leave out what has no value, or give it its type',
  examples: {
    good: [{ title: '', annotations: {}, icons: [], _meta: {}, vendor: null }, { outputSchema: { type: 'object' } }],
    bad: [{ title: null, annotations: null }, { description: ['a'] }, { icons: {} }, { outputSchema: true }],
  },
  *check({ raw }) {
    if (!isObject(raw)) return;
    for (const [key, kind] of Object.entries(KINDS)) {
      const found = Object.hasOwn(raw, key) ? kindOf(raw[key]) : 'nothing';
      if (found === 'nothing' || found === kind) continue;
      const where = { at: pointer(key), subject: quote(key) };
      if (found === 'null')
        yield { ...where, message: 'null; SDK clients then refuse the whole list', fix: 'leave out the members that have no value' };
      else yield { ...where, message: `${withArticle(found)} instead of ${withArticle(kind)}; SDK clients then refuse the whole list` };
    }
  },
};

function withArticle(kind: string): string {
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}
