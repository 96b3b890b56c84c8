import { isObject, member, pointer } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';
import { quote } from '../../model/text.ts';
import type { ToolRule } from '../rule.ts';
import { place, SIDES } from './parts.ts';
import { referencesOf } from './references.ts';

const CONTAINERS = ['$defs', 'definitions'];
const object = (properties: unknown, more = {}) => ({ type: 'object', properties, ...more });

export const refDangling: ToolRule = {
  id: 'schema/ref-dangling',
  on: 'tool',
  severity: 'error',
  clause: '2026-07-28 basic/index, "JSON Schema": an unresolved $ref SHOULD be rejected, not taken for anything',
  why: 'Validators fail on a $ref that leads nowhere; SDK clients then lose every tool of the adapter.',
  fix: 'put the definition into "$defs" of the same schema, or write it out where the $ref stands',
  examples: {
    good: [
      {
        inputSchema: object(
          { a: { $ref: '#/$defs/A%20b' }, b: { $ref: '#mark' }, c: { $ref: '#' } },
          { $defs: { 'A b': {}, B: { $anchor: 'mark' } } },
        ),
      },
      { inputSchema: object({ $ref: { type: 'string' }, a: { const: { $ref: '#/nowhere' } }, b: { $ref: '#/properties/a' } }) },
      {
        inputSchema: object(
          { a: { $ref: 'https://erp.example/a.json' }, b: { $ref: 'a.json' } },
          { $defs: { A: { $id: 'https://erp.example/a.json' } }, $id: 'https://erp.example/' },
        ),
      },
    ],
    bad: [
      { outputSchema: object({ screen: { $ref: '#/$defs/Screen' } }) },
      { inputSchema: object({ a: { $ref: '#/definitions/Status' } }, { $defs: { Status: {} } }) },
      { inputSchema: object({ a: { $ref: 'Status' } }) },
      { inputSchema: object({ a: { $ref: '#/components/schemas/Pet' } }) },
    ],
  },
  *check(tool) {
    for (const side of SIDES) {
      const definitions = definitionsOf(member(tool.raw, side));
      for (const { at, ref, kind } of referencesOf(tool, side).refs) {
        if (kind !== 'dangling') continue;
        const meant = definitions.get(nearest(lastWord(ref), [...definitions.keys()]) ?? '');
        const hint = meant && meant !== ref ? ` (did you mean ${quote(meant, 80)}?)` : '';
        yield { at, subject: place(at), message: `points to ${quote(ref, 100)}, which does not exist${hint}; validators fail on it` };
      }
    }
  },
};

/** The references by which the definitions of a schema can be reached, by their names. */
function definitionsOf(schema: unknown): Map<string, string> {
  const containers = CONTAINERS.map((container) => ({ container, held: member(schema, container) }));
  return new Map(
    containers.flatMap(({ container, held }) =>
      isObject(held) ? Object.keys(held).map((name) => [name, `#${pointer(container, name)}`] as const) : [],
    ),
  );
}

function lastWord(ref: string): string {
  return ref.slice(Math.max(ref.lastIndexOf('/'), ref.lastIndexOf('#')) + 1);
}
