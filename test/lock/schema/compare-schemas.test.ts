import { describe, expect, it } from 'vitest';
import type { Difference } from '../../../src/lock/difference.ts';
import { compareSchemas } from '../../../src/lock/schema/compare-schemas.ts';

const object = (properties: unknown, more: Record<string, unknown> = {}) => ({ type: 'object', properties, ...more });
const text = { type: 'string' };
const compared = (before: unknown, after: unknown, direction: 'input' | 'output' = 'input') =>
  compareSchemas('find', before, after, direction);
const messages = (found: readonly Difference[]) => found.map(({ message }) => message);
const many = (count: number, entry: (index: number) => [string, unknown]) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => entry(index)));

describe('what is said of an input', () => {
  it('names a renamed parameter by both names, and numbers and values before and after', () => {
    const before = object({
      id: text,
      limit: { type: 'integer', minimum: 1, maximum: 100 },
      sort: { type: 'string', enum: ['a', 'b', 'c'] },
    });
    const limit = { type: 'integer', minimum: 1, maximum: 50 };
    const after = object({ order_id: text, limit, sort: { type: 'string', enum: ['a', 'b'] } }, { required: ['order_id'] });
    expect(messages(compared(before, after))).toEqual([
      'parameter "id" is gone, required "order_id" is new (renamed?)',
      'required parameter "order_id" is new',
      'the maximum of "limit" is 50, was 100',
      '"sort" no longer takes "c"',
    ]);
  });

  it('finds the renamed ones among several by their schemas, and by their names where those are alike', () => {
    const before = object({ id: text, from: text, count: { type: 'integer' } });
    const after = object({ number: { type: 'integer' }, place: text, order_id: text });
    expect(messages(compared(before, after)).filter((message) => message.includes('gone'))).toEqual([
      'parameter "id" is gone, "order_id" is new (renamed?)',
      'parameter "from" is gone, "place" is new (renamed?)',
      'parameter "count" is gone, "number" is new (renamed?)',
    ]);
  });

  it('names what is nested as a caller writes it', () => {
    const nested = (maximum: number) =>
      object({
        filter: object({ limit: { type: 'integer', maximum } }),
        rows: { type: 'array', items: object({ id: { type: 'integer', maximum } }) },
        env: { type: 'object', additionalProperties: { type: 'integer', maximum } },
      });
    expect(messages(compared(nested(9), nested(8)))).toEqual([
      'the maximum of "filter.limit" is 8, was 9',
      'the maximum of "rows[].id" is 8, was 9',
      'the maximum of "env.*" is 8, was 9',
    ]);
  });

  it('says types, null and what there is no end of in words', () => {
    const before = object({ a: { type: ['string', 'null'] }, b: { type: 'number' }, max_pages: { type: 'integer', maximum: 20 } });
    const after = object({ a: text, b: { type: 'integer' }, max_pages: { type: 'integer' } });
    expect(messages(compared(before, after))).toEqual([
      '"a" no longer takes null',
      '"b" takes integer, no longer number',
      '"max_pages" has no maximum any more, was 20',
    ]);
  });

  it('cuts and escapes names and values, which are the adapter’s', () => {
    const [found] = compared(object({}), object({ [`\u202e${'x'.repeat(500)}`]: text }, { required: [`\u202e${'x'.repeat(500)}`] }));
    expect(found?.message).toMatch(/^required parameter "\\u\{202e\}x+…" is new$/);
    expect(found?.message.length).toBeLessThan(140);
  });
});

describe('what is said of an output', () => {
  it('speaks of result fields', () => {
    const before = object({ at: { type: 'string', format: 'date' }, status: { enum: ['open'] }, id: text }, { required: ['id'] });
    const after = object({ status: { enum: ['open', 'lost'] }, id: { type: ['string', 'null'] } });
    expect(messages(compared(before, after, 'output'))).toEqual([
      'result field "at" is gone',
      'result field "id" may be missing now',
      'result field "status" may be "lost" too',
      'result field "id" may be null too',
    ]);
  });
});

describe('what cannot be compared', () => {
  const only = (before: unknown, after: unknown) => {
    const [found, ...rest] = compared(before, after);
    expect(rest).toEqual([]);
    expect(found?.rule).toBe('schema-undecided');
    return found?.message;
  };
  const deep = (levels: number, leaf: unknown) => {
    let schema = leaf;
    for (let level = 0; level < levels; level++) schema = object({ a: schema });
    return schema;
  };

  it('is said of a schema that is nested 200 deep, and of one that no stack can hold', () => {
    expect(only(deep(200, text), deep(200, { type: 'integer' }))).toContain('too deep to be compared');
    expect(only(deep(5_000, text), deep(5_000, { type: 'integer' }))).toContain('too deep to be compared');
  });

  it('is said of choices that stand for a million combinations', () => {
    const chain = (leaf: unknown) => ({
      ...object({ a: { $ref: '#/$defs/d0' } }),
      $defs: {
        ...many(30, (index) => [`d${index}`, { anyOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] }]),
        d30: leaf,
      },
    });
    expect(only(chain(text), chain({ type: 'integer' }))).toBe('the input schema changed, and is too large to be compared to its end');
  });

  it('is said of what is no schema', () => {
    expect(only('text', object({}))).toContain('it is no schema');
  });
});

describe('a hostile schema', () => {
  it('that doubles at each of 40 levels is compared once a level', () => {
    const doubling = (leaf: unknown) => ({
      $ref: '#/$defs/d0',
      $defs: {
        ...many(40, (index) => [`d${index}`, object({ a: { $ref: `#/$defs/d${index + 1}` }, b: { $ref: `#/$defs/d${index + 1}` } })]),
        d40: leaf,
      },
    });
    expect(compared(doubling(text), { ...doubling(text), title: 'x' })).toEqual([]);
    expect(compared(doubling(text), doubling({ type: 'integer' })).map(({ at }) => at)).toEqual(['/inputSchema/$defs/d40/type']);
  });

  it('that is a choice of itself has an end', () => {
    const itself = (more: unknown) => ({
      ...object({ a: { $ref: '#/$defs/A' } }),
      $defs: { A: { oneOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/A', type: 'array' }, more] } },
    });
    expect(compared(itself(text), itself({ type: 'integer' })).map(({ rule }) => rule)).toEqual(['schema-undecided']);
    const loop = { $defs: { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/A' } }, ...object({ a: { $ref: '#/$defs/A' } }) };
    expect(compared(loop, { ...loop, title: 'x' })).toEqual([]);
  });

  it('of 5,000 properties is told of up to 500 of them', () => {
    const wide = (maximum: number) => object(many(5_000, (index) => [`p${index}`, { type: 'integer', maximum }]));
    const found = compared(wide(9), wide(8));
    expect(found.length).toBe(500);
    expect(new Set(found.map(({ rule }) => rule))).toEqual(new Set(['bound-tightened']));
  });

  it('with keywords of all the wrong kinds is compared as far as they mean anything', () => {
    const odd = { type: 7, properties: [], required: 'x', enum: 'q', anyOf: 'z', items: 5, minimum: 'q', allOf: {}, pattern: 3, if: 5 };
    const other = {
      type: ['x', 4],
      properties: 'x',
      required: [1, null],
      anyOf: [],
      oneOf: [1, 2],
      not: 3,
      multipleOf: 0,
      $ref: 5,
      $defs: 3,
    };
    expect(compared(odd, odd)).toEqual([]);
    expect(compared(odd, other).length).toBeGreaterThan(0);
    expect(compared(other, odd).length).toBeGreaterThan(0);
  });

  it('is compared without its patterns being run', () => {
    const slow = { type: 'string', pattern: '(a+)+$' };
    const listed = { type: 'string', enum: [`${'a'.repeat(40)}!`] };
    expect(compared(object({ a: listed }), object({ a: slow })).map(({ rule }) => rule)).toEqual(['enum-widened', 'schema-undecided']);
  });
});
