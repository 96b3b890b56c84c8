import { isObject } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';
import { quote, some } from '../../model/text.ts';
import { refusers } from '../limits/index.ts';
import { hostNames } from '../limits/limits.ts';
import type { ToolRule } from '../rule.ts';
import { place } from './parts.ts';
import { type References, referencesOf } from './references.ts';

/** Keywords whose schemas judge the same value as the schema they stand in. */
const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'];

const object = (properties: unknown, more = {}) => ({ inputSchema: { type: 'object', properties, ...more } });

export const requiredUnknown: ToolRule = {
  id: 'schema/required-unknown',
  on: 'tool',
  severity: 'warning',
  why: 'A model cannot give a parameter that it does not see, so no call is complete; Gemini refuses the request.',
  fix: 'correct the name in "required", or declare the property',
  examples: {
    good: [
      object({ required: { type: 'string' } }, { required: ['required'] }),
      object({ url: {}, text: {} }, { anyOf: [{ required: ['url'] }, { required: ['text'] }] }),
      object({ item: { allOf: [{ $ref: '#/$defs/Base' }], required: ['id'] } }, { $defs: { Base: { properties: { id: {} } } } }),
    ],
    bad: [
      object({ days: { type: 'integer' } }, { required: ['day'] }),
      object({ rows: { type: 'array', items: { type: 'object', properties: {}, required: ['id'] } } }),
      object({}, { required: ['toString'] }),
    ],
  },
  *check(tool) {
    const references = referencesOf(tool, 'inputSchema');
    const { parts } = references;
    if (!parts.some(({ schema }) => Array.isArray(schema.required) && schema.required.length)) return;
    const groupOf = groups(references);
    const known = new Map<number, Set<string>>();
    const unreadable = new Set<number>();
    for (const [index, { schema }] of parts.entries()) {
      const names = known.get(groupOf(index)) ?? new Set<string>();
      known.set(groupOf(index), names);
      if (isObject(schema.properties)) for (const name of Object.keys(schema.properties)) names.add(name);
      // Properties that are no map are an error of their own, and so is a $ref that cannot be followed.
      else if (schema.properties !== undefined) unreadable.add(groupOf(index));
    }
    for (const { kind, from } of references.refs) if (kind !== 'local') unreadable.add(groupOf(from));
    const refusedBy = refusers('required-unknown');
    for (const [index, { at, schema }] of parts.entries()) {
      if (!Array.isArray(schema.required) || unreadable.has(groupOf(index))) continue;
      const names = known.get(groupOf(index)) ?? new Set();
      for (const [position, name] of schema.required.entries()) {
        if (typeof name !== 'string' || names.has(name)) continue;
        const meant = nearest(name, [...names].slice(0, 200));
        const where = `${at}/required/${position}`;
        yield {
          at: where,
          subject: `${place(where)} ${quote(name, 60)}`,
          message: `not in properties${meant ? ` (did you mean ${quote(meant, 60)}?)` : ''}; an agent cannot know it, and ${some(hostNames(refusedBy))} refuses the request`,
          refusedBy,
        };
      }
    }
  },
};

/** The group of each part: parts that judge one and the same value share one (union-find). */
function groups({ parts, structure, refs }: References): (index: number) => number {
  const leader = [...parts.keys()];
  const find = (index: number): number => {
    let at = index;
    for (let above = leader[at] ?? at; above !== at; above = leader[at] ?? at) {
      leader[at] = leader[above] ?? above;
      at = above;
    }
    return at;
  };
  for (const index of parts.keys())
    if (IN_PLACE.includes(structure.keyword[index] ?? '')) leader[find(index)] = find(structure.parent[index] ?? index);
  for (const { from, to } of refs) if (to !== undefined) leader[find(from)] = find(to);
  return find;
}
