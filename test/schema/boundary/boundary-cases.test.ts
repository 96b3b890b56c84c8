import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import type { BoundaryCase, BoundaryCases } from '../../../src/schema/boundary/boundary-case.ts';
import { boundaryCases } from '../../../src/schema/boundary/boundary-cases.ts';

async function made(schema: unknown, base?: JsonObject): Promise<BoundaryCases> {
  const [result] = await boundaryCases([{ schema, base }]);
  if (!result) throw new Error('there is no result');
  return result;
}

function named({ cases }: BoundaryCases, name: string): BoundaryCase {
  const found = cases.find((each) => each.name === name);
  if (!found) throw new Error(`no ${name} among ${cases.map((each) => each.name).join(', ')}`);
  return found;
}

function object(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'object', properties, ...more };
}

describe('a case says what it is', async () => {
  const timeout = { type: 'integer', minimum: 10, maximum: 120 };
  const result = await made(object({ order_id: { type: 'string' }, timeout }, { required: ['order_id'], additionalProperties: false }));

  test('beyond a bound', () => {
    expect(named(result, 'timeout/max+1')).toEqual({
      name: 'timeout/max+1',
      kind: 'invalid',
      at: '/properties/timeout/maximum',
      keyword: 'maximum',
      place: '/timeout',
      about: 'timeout is 121, above the maximum of 120',
      arguments: { order_id: 'example', timeout: 121 },
      text: '{"order_id":"example","timeout":121}',
    });
  });

  test('on a bound', () => {
    expect(named(result, 'timeout/max')).toMatchObject({ kind: 'valid', keyword: null, about: 'timeout is 120, the maximum' });
  });

  test('without what is required', () => {
    const missing = { kind: 'invalid', at: '/required', keyword: 'required', place: '', about: 'order_id is missing', text: '{}' };
    expect(named(result, 'missing/order_id')).toMatchObject(missing);
  });

  test('null for what may be left out', () => {
    expect(named(result, 'timeout/type-null').about).toBe('timeout is null instead of left out');
    expect(named(result, 'order_id/type-null').about).toBe('order_id is null instead of a text');
  });

  test('the smallest arguments, and each optional one once', () => {
    expect(named(result, 'base')).toMatchObject({ kind: 'valid', arguments: { order_id: 'example' } });
    expect(result.cases.find(({ kind, text }) => kind === 'valid' && text === '{"order_id":"example","timeout":10}')).toBeDefined();
  });

  test('each wrong type', () => {
    const wrong = result.cases.filter(({ name }) => name.startsWith('timeout/type-')).map((each) => each.arguments.timeout);
    expect(wrong).toEqual([null, '10', true, [10], {}]);
  });
});

describe('the text is exact where JSON.stringify would write another', async () => {
  const result = await made(object({ count: { type: 'integer' }, note: { type: 'string' } }, { additionalProperties: false }));

  test.each([
    ['count/minus-zero', '{"count":-0}', 'valid'],
    ['count/2^53+1', '{"count":9007199254740993}', 'either'],
    ['count/1e400', '{"count":1e400}', 'either'],
    ['note/lone-surrogate', '{"note":"a\\ud800"}', 'either'],
    ['note/nul', '{"note":"a\\u0000b"}', 'either'],
    ['extra-property/__proto__', '{"__proto__":{"polluted":true}}', 'either'],
    ['extra-property/constructor', '{"constructor":{"polluted":true}}', 'invalid'],
  ])('%s', (name, text, kind) => {
    expect(named(result, name)).toMatchObject({ text, kind });
    expect(JSON.parse(text)).toEqual(named(result, name).arguments);
  });

  test('what goes beyond a double breaks a maximum all the same', async () => {
    const bounded = await made(object({ count: { type: 'integer', maximum: 9 } }));
    expect(named(bounded, 'count/1e400')).toMatchObject({
      kind: 'invalid',
      keyword: 'maximum',
      arguments: { count: Number.POSITIVE_INFINITY },
    });
  });

  test('__proto__ is a member of its own, and no prototype is changed', () => {
    expect(Object.hasOwn(named(result, 'extra-property/__proto__').arguments, '__proto__')).toBe(true);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

describe('what an adapter may refuse though its schema allows it', () => {
  test('a format is an annotation', async () => {
    const result = await made(object({ day: { type: 'string', format: 'date' } }));
    expect(named(result, 'day/format-near-miss')).toMatchObject({ kind: 'either', keyword: null, arguments: { day: '2026-02-30' } });
    expect(named(result, 'day/empty').kind).toBe('either');
  });

  test('paths that lead out of a folder, and addresses that are no pages', async () => {
    const text = { type: 'string' };
    const result = await made(object({ file_path: text, pageUrl: text, note: text }));
    const places = (name: string) => result.cases.filter((each) => each.place === name && /\/(?:path|url)-/.test(each.name));
    expect(places('/file_path').map((each) => each.arguments.file_path)).toContain('../../../../../../etc/passwd');
    expect(places('/pageUrl').map((each) => String(each.arguments.pageUrl).split(':')[0])).toEqual(['file', 'javascript', 'data']);
    expect(places('/note')).toEqual([]);
    expect(new Set([...places('/file_path'), ...places('/pageUrl')].map(({ kind }) => kind))).toEqual(new Set(['either']));
  });

  test('and which a pattern forbids', async () => {
    const result = await made(object({ url: { type: 'string', pattern: '^https://' } }));
    expect(named(result, 'url/url-javascript')).toMatchObject({ kind: 'invalid', keyword: 'pattern' });
  });

  test('more than is declared, where nothing is said about that', async () => {
    expect(named(await made(object({})), 'extra-property').kind).toBe('either');
    expect(named(await made(object({}, { additionalProperties: true })), 'extra-property').kind).toBe('valid');
  });
});

describe('values within values', () => {
  test('members and items are looked into one level after the other', async () => {
    const row = object({ id: { type: 'integer', maximum: 3 } }, { required: ['id'] });
    const result = await made(object({ filter: object({ rows: { type: 'array', items: row } }) }));
    expect(named(result, 'filter/rows/items/id/max+1')).toMatchObject({
      place: '/filter/rows/0/id',
      at: '/properties/filter/properties/rows/items/properties/id/maximum',
      arguments: { filter: { rows: [{ id: 4 }] } },
      about: 'filter.rows[0].id is 4, above the maximum of 3',
    });
    expect(named(result, 'filter/rows/items/missing/id')).toMatchObject({ place: '/filter/rows/0', keyword: 'required' });
  });

  test('a reference is followed, and told by where it leads', async () => {
    const $defs = { money: { type: 'integer', minimum: 1 } };
    const result = await made(object({ price: { $ref: '#/$defs/money' } }, { $defs }));
    expect(named(result, 'price/min-1')).toMatchObject({ at: '/$defs/money/minimum', place: '/price' });
  });

  test('what allOf says is tried as a whole', async () => {
    const result = await made(object({ n: { allOf: [{ type: 'integer', minimum: 2 }, { maximum: 5 }] } }));
    expect(named(result, 'n/max+1')).toMatchObject({ at: '/properties/n/allOf/1/maximum', arguments: { n: 6 } });
  });

  test('a recursion ends', async () => {
    const node = object({ name: { type: 'string', maxLength: 3 }, next: { $ref: '#/$defs/node' } });
    const result = await made(object({ node: { $ref: '#/$defs/node' } }, { $defs: { node } }));
    expect(named(result, 'node/name/maxLength+1').place).toBe('/node/name');
    expect(named(result, 'node/next/type-null').place).toBe('/node/next');
    // What is within it is the same once more.
    expect(result.cases.filter(({ name }) => /^node\/next\/(?:next|name)/.test(name))).toEqual([]);
  });

  test('each branch is taken once, with what it says itself', async () => {
    const by = (kind: string, more: JsonObject) => object({ kind: { const: kind }, ...more }, { required: ['kind', ...Object.keys(more)] });
    const oneOf = [by('card', { digits: { type: 'string', minLength: 4 } }), by('cash', { cents: { type: 'integer', minimum: 1 } })];
    const result = await made(object({ pay: { oneOf } }, { required: ['pay'] }));
    expect(named(result, 'pay/digits/minLength-1').keyword).toBe('minLength');
    expect(named(result, 'pay/oneOf-2')).toMatchObject({ kind: 'valid', arguments: { pay: { kind: 'cash', cents: 1 } } });
    expect(named(result, 'pay/oneOf-2/cents/min-1').arguments).toEqual({ pay: { kind: 'cash', cents: 0 } });
    expect(result.dropped).toEqual([]);
  });

  test('a branch that only asks for another argument is taken with its edges', async () => {
    const properties = { id: { type: 'string' }, row: { type: 'integer', maximum: 9 } };
    const result = await made(object(properties, { oneOf: [{ required: ['id'] }, { required: ['row'] }] }));
    expect(named(result, 'oneOf-2/row/max+1').arguments).toEqual({ row: 10 });
    expect(named(result, 'oneOf-several')).toMatchObject({ kind: 'invalid', keyword: 'oneOf', arguments: { id: 'example', row: 1 } });
  });

  test('what has to be there with another is there', async () => {
    const result = await made(
      object({ from: { type: 'integer', maximum: 9 }, to: { type: 'integer' } }, { dependentRequired: { from: ['to'] } }),
    );
    expect(named(result, 'from/max+1').arguments).toEqual({ from: 10, to: 1 });
  });
});

describe('the arguments to begin with', () => {
  const schema = object({ order_id: { type: 'string' }, limit: { type: 'integer', maximum: 5 } }, { required: ['order_id'] });

  test('are those that are given', async () => {
    const result = await made(schema, { order_id: 'A-1001', limit: 2 });
    expect(named(result, 'limit/max+1').arguments).toEqual({ order_id: 'A-1001', limit: 6 });
    expect(named(result, 'omitted/limit')).toMatchObject({ kind: 'valid', arguments: { order_id: 'A-1001' } });
    expect(result.reason).toBe('');
  });

  test('are others where the given do not fit, and that is said', async () => {
    const result = await made(schema, { order_id: 7 });
    expect(named(result, 'limit/max+1').arguments).toEqual({ order_id: 'example', limit: 6 });
    expect(result.reason).toBe('arguments that are known to work do not fit its schema (type at /order_id): others were made');
  });

  test('a value that does not fit is made anew', async () => {
    // The default of the schema is not what the schema allows.
    const result = await made(object({ count: { type: 'integer', default: 0, minimum: 3 } }));
    expect(result.cases.filter(({ kind, place }) => kind === 'valid' && place === '/count').map((each) => each.arguments.count)).toContain(
      3,
    );
    expect(result.dropped).toEqual([]);
  });
});

describe('two runs make the same', () => {
  const properties = {
    a: { type: 'integer', maximum: 3 },
    b: { enum: ['x', 'y'] },
    c: { type: 'array', items: { type: 'string', pattern: '^[a-z]+$' } },
    d: object({ e: { type: 'number', minimum: 0 } }),
  };

  test('in the same order', async () => {
    expect(await made(object(properties))).toEqual(await made(object(properties)));
  });

  test('whatever the order in which properties are declared', async () => {
    const turned = Object.fromEntries(Object.entries(properties).reverse());
    expect((await made(object(turned))).cases.map(({ name, text }) => [name, text])).toEqual(
      (await made(object(properties))).cases.map(({ name, text }) => [name, text]),
    );
  });
});

describe('what does not come out is told', () => {
  test('a pattern that everything matches has no near miss', async () => {
    const result = await made(object({ v: { type: 'string', pattern: '.*' } }));
    expect(result.dropped).toEqual([{ name: 'v/pattern-near-miss', why: 'it fits' }]);
  });

  test('a parameter without any value', async () => {
    const result = await made(object({ v: { type: 'integer', minimum: 3, maximum: 2 }, w: { type: 'boolean' } }));
    expect(result.dropped).toEqual([{ name: 'v', why: 'no value was found that fits beside the others' }]);
    expect(named(result, 'w/type-null').kind).toBe('invalid');
  });

  test('an enormous schema keeps its bounds, and each parameter has its share', async () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`p${index}`, { type: 'string', maxLength: 20 }]));
    const { cases, reason } = await made(object(many));
    expect(cases.length).toBeLessThanOrEqual(300);
    expect(new Set(cases.map(({ place }) => place)).size).toBe(41);
    expect(reason).toMatch(/^\d+ cases beyond 300 were left out$/);
  });

  test('long texts have an end too', async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`p${index}`, { type: 'string' }]));
    const { cases, reason } = await made(object(many));
    expect(cases.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(2 * 1024 * 1024);
    expect(reason).toMatch(/\d+ cases with long arguments were left out$/);
  });
});
