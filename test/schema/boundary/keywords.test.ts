import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { boundaryCases } from '../../../src/schema/boundary/boundary-cases.ts';

/** A schema for the optional argument `v`; what has to be tried within it and beyond it, as JSON Schema has it. */
interface Row {
  what: string;
  schema: unknown;
  /** Values that are told as valid. */
  inside: readonly unknown[];
  /** Values that are told as invalid, for this keyword. */
  outside: readonly unknown[];
  keyword: string;
  /** Cases that cannot be what they are meant to be, as another keyword speaks against them. */
  impossible?: readonly string[];
}

const smile = '😀';
const integer = (more: JsonObject) => ({ type: 'integer', ...more });
const number = (more: JsonObject) => ({ type: 'number', ...more });
const text = (more: JsonObject) => ({ type: 'string', ...more });
const list = (more: JsonObject) => ({ type: 'array', items: { enum: [1, 2, 7] }, ...more });
const object = (more: JsonObject) => ({ type: 'object', properties: { a: { type: 'integer' }, b: { type: 'integer' } }, ...more });

const ROWS: Row[] = [
  { what: 'minimum', schema: integer({ minimum: 10 }), inside: [10], outside: [9, 0], keyword: 'minimum' },
  { what: 'minimum of numbers', schema: number({ minimum: 1 }), inside: [1], outside: [0, 1 - 2 ** -53], keyword: 'minimum' },
  { what: 'maximum', schema: integer({ maximum: 120 }), inside: [120, 0], outside: [121, 2 ** 53], keyword: 'maximum' },
  { what: 'maximum of numbers', schema: number({ maximum: 1 }), inside: [1], outside: [2, 1 + 2 ** -52], keyword: 'maximum' },
  { what: 'maximum off the step', schema: integer({ maximum: 7.5 }), inside: [7], outside: [8], keyword: 'maximum' },
  { what: 'exclusiveMinimum', schema: integer({ exclusiveMinimum: 4 }), inside: [5], outside: [4], keyword: 'exclusiveMinimum' },
  { what: 'exclusiveMaximum', schema: integer({ exclusiveMaximum: 4 }), inside: [3], outside: [4], keyword: 'exclusiveMaximum' },
  {
    what: 'exclusiveMaximum of numbers',
    schema: number({ exclusiveMaximum: 4 }),
    inside: [4 - 2 ** -51],
    outside: [4],
    keyword: 'exclusiveMaximum',
  },
  { what: 'multipleOf', schema: integer({ multipleOf: 10, minimum: 10 }), inside: [10], outside: [15], keyword: 'multipleOf' },
  { what: 'multipleOf in parts', schema: number({ multipleOf: 0.5 }), inside: [0], outside: [1.25], keyword: 'multipleOf' },
  { what: 'steps within bounds', schema: integer({ multipleOf: 10, maximum: 95 }), inside: [90], outside: [100], keyword: 'maximum' },
  { what: 'whole numbers', schema: integer({}), inside: [0, -0], outside: [1.5], keyword: 'type' },
  { what: 'minLength', schema: text({ minLength: 2 }), inside: ['aa', smile.repeat(2)], outside: ['a', smile, ''], keyword: 'minLength' },
  {
    what: 'maxLength',
    schema: text({ maxLength: 3 }),
    inside: ['aaa', smile.repeat(3), ''],
    outside: ['aaaa', smile.repeat(4)],
    keyword: 'maxLength',
  },
  { what: 'no maxLength', schema: text({}), inside: ['a'.repeat(65_536)], outside: [null, true], keyword: 'type' },
  { what: 'pattern', schema: text({ pattern: '^[A-Z]-\\d{4}$' }), inside: ['A-1111'], outside: ['a-1111', 'A-1111\n'], keyword: 'pattern' },
  { what: 'enum', schema: text({ enum: ['open', 'shut'] }), inside: ['open', 'shut'], outside: ['OPEN', 'open '], keyword: 'enum' },
  { what: 'enum of numbers', schema: { enum: [1, 5] }, inside: [1, 5], outside: [6, null, '1'], keyword: 'enum' },
  { what: 'const', schema: { const: 'eur' }, inside: ['eur'], outside: ['EUR', 'eur ', null], keyword: 'const' },
  { what: 'minItems', schema: list({ minItems: 2 }), inside: [[1, 2]], outside: [[1], []], keyword: 'minItems' },
  { what: 'maxItems', schema: list({ maxItems: 2 }), inside: [[]], outside: [[1, 1, 1]], keyword: 'maxItems' },
  { what: 'uniqueItems', schema: list({ uniqueItems: true }), inside: [[1, 2]], outside: [[1, 1]], keyword: 'uniqueItems' },
  {
    what: 'contains',
    schema: list({ contains: { const: 7 } }),
    inside: [[7]],
    outside: [[1]],
    keyword: 'contains',
    impossible: ['v/items/enum/1', 'v/items/enum/2'],
  },
  {
    what: 'prefixItems',
    schema: { type: 'array', prefixItems: [{ const: 'x' }, { type: 'boolean' }], items: false },
    inside: [['x', false]],
    outside: [['x', false, null]],
    keyword: 'items',
  },
  { what: 'required', schema: object({ required: ['a'] }), inside: [{ a: 1 }], outside: [{}], keyword: 'required' },
  { what: 'minProperties', schema: object({ minProperties: 1 }), inside: [{ a: 1 }], outside: [{}], keyword: 'minProperties' },
  {
    what: 'maxProperties',
    schema: object({ maxProperties: 2 }),
    inside: [{ a: 1, b: 1 }],
    outside: [{ a: 1, b: 1, undeclared_1: 'example' }],
    keyword: 'maxProperties',
  },
  {
    what: 'dependentRequired',
    schema: object({ dependentRequired: { a: ['b'] } }),
    inside: [{ a: 1, b: 1 }],
    outside: [{ a: 1 }],
    keyword: 'dependentRequired',
  },
  {
    what: 'propertyNames',
    schema: { type: 'object', propertyNames: { pattern: '^[a-z]{3}$' } },
    inside: [{ aaa: 'example' }],
    outside: [{ 'Not allowed!': 'example' }],
    keyword: 'propertyNames',
  },
  {
    what: 'additionalProperties',
    schema: object({ additionalProperties: false }),
    inside: [{}],
    outside: [{ undeclared: 'x' }],
    keyword: 'additionalProperties',
  },
  {
    what: 'oneOf',
    schema: { oneOf: [{ type: 'integer', maximum: 10 }, { type: 'integer', minimum: 1 }, { type: 'string' }] },
    inside: ['example'],
    outside: [1, null],
    keyword: 'oneOf',
    // The smallest number of either branch is one of both.
    impossible: ['v/oneOf-1', 'v/oneOf-2'],
  },
  { what: 'anyOf', schema: { anyOf: [{ type: 'integer' }, { type: 'null' }] }, inside: [1, null], outside: ['1', true], keyword: 'anyOf' },
  { what: 'not', schema: { type: 'string', not: { const: 'root' } }, inside: ['example'], outside: ['root'], keyword: 'not' },
  {
    what: 'if and then',
    schema: object(JSON.parse('{"if": {"properties": {"a": {"const": 5}}, "required": ["a"]}, "then": {"required": ["b"]}}')),
    inside: [{ a: 5, b: 1 }],
    outside: [{ a: 5 }],
    keyword: 'if',
  },
];

const schemaOf = ({ schema }: Row): JsonObject => ({ type: 'object', properties: { v: schema } });

describe('on both sides of each keyword', async () => {
  const made = await boundaryCases(ROWS.map((row) => ({ schema: schemaOf(row) })));
  const rows = ROWS.map((row, index) => [row.what, row, made[index]?.cases ?? []] as const);

  test.each(rows)('%s: what is allowed is tried', (_what, { inside }, cases) => {
    const valid = cases.filter(({ kind, place }) => kind === 'valid' && place === '/v').map((each) => each.arguments.v);
    for (const value of inside) expect(valid).toContainEqual(value);
  });

  test.each(rows)('%s: what is forbidden is tried', (_what, { outside, keyword }, cases) => {
    const invalid = cases.filter((each) => each.kind === 'invalid' && each.place === '/v' && each.keyword === keyword);
    for (const value of outside) expect(invalid.map((each) => each.arguments.v)).toContainEqual(value);
    for (const { at } of invalid) expect(at).toMatch(new RegExp(`^/properties/v/(.*/)?${keyword}$`));
  });

  test.each(rows)('%s: another validator agrees with each case, which is what its text says', (_what, row, cases) => {
    const validate = new Ajv2020({ strict: false }).compile(schemaOf(row));
    expect(cases.length).toBeGreaterThan(3);
    for (const { name, kind, arguments: args, text: json } of cases.filter((each) => !each.text.includes('1e400'))) {
      expect([name, validate(JSON.parse(json))]).toEqual([name, kind !== 'invalid']);
      expect(args).toEqual(JSON.parse(json));
    }
  });

  test('names are unique, and nothing that can be made is missing', () => {
    for (const [index, { cases, dropped, reason }] of made.entries()) {
      expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
      expect(new Set(cases.map(({ text: json }) => json)).size).toBe(cases.length);
      expect(dropped.map(({ name }) => name)).toEqual(ROWS[index]?.impossible ?? []);
      expect(reason).toBe('');
    }
  });
});
