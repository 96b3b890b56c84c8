import type { Mutation } from './mutation.ts';
import { closed, input, open, says } from './schema-tool.ts';

/** Where a schema can stand within another one. */
interface Nesting {
  name: string;
  around(schema: unknown): Record<string, unknown>;
  /** From the root of the schema. */
  at: string;
  /** A call with the value at that place. */
  call(value: unknown): unknown;
}

const nestings: readonly Nesting[] = [
  {
    name: 'in a nested object',
    around: (schema) => closed({ filter: closed({ by: schema }) }),
    at: '/properties/filter/properties/by',
    call: (by) => ({ filter: { by } }),
  },
  {
    name: 'in the items of a list',
    around: (schema) => closed({ rows: { type: 'array', items: closed({ id: schema }) } }),
    at: '/properties/rows/items/properties/id',
    call: (id) => ({ rows: [{ id }] }),
  },
  {
    name: 'in a definition',
    around: (schema) => closed({ order: { $ref: '#/$defs/order' } }, { $defs: { order: closed({ id: schema }) } }),
    at: '/$defs/order/properties/id',
    call: (id) => ({ order: { id } }),
  },
  {
    name: 'in a recursive definition',
    around: (schema) =>
      closed({ tree: { $ref: '#/$defs/node' } }, { $defs: { node: closed({ id: schema, next: { $ref: '#/$defs/node' } }) } }),
    at: '/$defs/node/properties/id',
    call: (id) => ({ tree: { next: { id } } }),
  },
  {
    name: 'in a schema with an $anchor',
    around: (schema) => closed({ order: { $ref: '#order' } }, { $defs: { o: { $anchor: 'order', ...closed({ id: schema }) } } }),
    at: '/$defs/o/properties/id',
    call: (id) => ({ order: { id } }),
  },
  {
    name: 'in allOf',
    around: (schema) => closed({ order: { allOf: [open({ id: schema }), open({ note: { type: 'string' } })] } }),
    at: '/properties/order/allOf/0/properties/id',
    call: (id) => ({ order: { id } }),
  },
  {
    name: 'in the branch beside null',
    around: (schema) => closed({ order: { anyOf: [closed({ id: schema }), { type: 'null' }] } }),
    at: '/properties/order/anyOf/0/properties/id',
    call: (id) => ({ order: { id } }),
  },
  {
    name: 'in one of several marked branches',
    around: (schema) =>
      closed({
        order: {
          oneOf: [
            closed({ kind: { const: 'new' }, id: schema }, { required: ['kind'] }),
            closed({ kind: { const: 'old' } }, { required: ['kind'] }),
          ],
        },
      }),
    at: '/properties/order/oneOf/0/properties/id',
    call: (id) => ({ order: { kind: 'new', id } }),
  },
  {
    name: 'in a map',
    around: (schema) => closed({ env: { type: 'object', additionalProperties: schema } }),
    at: '/properties/env/additionalProperties',
    call: (any) => ({ env: { any } }),
  },
  {
    name: 'in members named by a pattern',
    around: (schema) => closed({ env: { type: 'object', patternProperties: { '^x-': schema }, additionalProperties: false } }),
    at: '/properties/env/patternProperties/^x-',
    call: (any) => ({ env: { 'x-a': any } }),
  },
  {
    name: 'at one place of a list',
    around: (schema) => closed({ pair: { type: 'array', prefixItems: [{ type: 'boolean' }, schema] } }),
    at: '/properties/pair/prefixItems/1',
    call: (second) => ({ pair: [true, second] }),
  },
];

/** The schema, the one that it became, what is said, and a value that was right and is not any more. */
const changes: readonly [string, unknown, unknown, ReturnType<typeof says>, unknown?][] = [
  ['maximum lowered', { type: 'integer', maximum: 9 }, { type: 'integer', maximum: 8 }, says('error', 'bound-tightened', '/maximum'), 9],
  ['maximum raised', { type: 'integer', maximum: 8 }, { type: 'integer', maximum: 9 }, says('info', 'bound-loosened', '/maximum')],
  ['another type', { type: 'string' }, { type: 'integer' }, says('error', 'type-changed', '/type'), 'x'],
  ['a value gone', { enum: ['x', 'y'] }, { enum: ['x'] }, says('error', 'enum-narrowed', '/enum'), 'y'],
  ['a pattern added', { type: 'string' }, { type: 'string', pattern: '^A' }, says('error', 'constraint-added', '/pattern'), 'x'],
  ['a member required', open({ q: {} }), open({ q: {} }, { required: ['q'] }), says('error', 'required-added', '/properties/q'), {}],
];

/** The same few changes wherever a schema can stand. */
export const nestedMutations: readonly Mutation[] = nestings.flatMap(({ name, around, at, call }) =>
  changes.map(([change, before, after, said, value]) =>
    input(
      `${change} ${name}`,
      around(before),
      around(after),
      [{ ...said, at: `${at}${said.at}` }],
      value === undefined ? undefined : call(value),
    ),
  ),
);
