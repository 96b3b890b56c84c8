import { quote, some } from '../../model/text.ts';
import { refusers } from '../limits/index.ts';
import { hostNames } from '../limits/limits.ts';
import type { ToolRule } from '../rule.ts';
import { place } from './parts.ts';
import { recursiveRefs } from './recursion.ts';
import { referencesOf } from './references.ts';

const object = (properties: unknown, more = {}) => ({ inputSchema: { type: 'object', properties, ...more } });
const node = { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } };

export const refRecursive: ToolRule = {
  id: 'schema/ref-recursive',
  on: 'tool',
  severity: 'warning',
  why: 'Gemini and the strict modes refuse a schema that contains itself, and clients that write the $ref out never come to an end.',
  fix: 'write out as many levels as the tool really needs, or take a flat list with parent ids',
  examples: {
    good: [
      object({ a: { $ref: '#/$defs/A' }, b: { $ref: '#/$defs/A' } }, { $defs: { A: { properties: { b: { $ref: '#/$defs/B' } } }, B: {} } }),
    ],
    bad: [
      object({ first: { $ref: '#/$defs/Node' } }, { $defs: { Node: node } }),
      object({ children: { type: 'array', items: { $ref: '#' } } }),
    ],
  },
  *check(tool) {
    const refusedBy = refusers('ref-recursive');
    for (const { at, ref } of recursiveRefs(referencesOf(tool, 'inputSchema')))
      yield {
        at,
        subject: place(at),
        message: `${quote(ref, 100)} contains itself; ${some(hostNames(refusedBy))} refuses the request`,
        refusedBy,
      };
  },
};
