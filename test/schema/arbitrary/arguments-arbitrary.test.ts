import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOf, isObject, type JsonObject, member } from '../../../src/model/json.ts';
import { argumentsArbitrary } from '../../../src/schema/arbitrary/arguments-arbitrary.ts';
import { judgeValues } from '../../../src/schema/judge-schemas.ts';

const object = (properties: JsonObject, required: string[] = [], more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
  ...more,
});

/** Schemas as tools have them, each with arguments that work. */
const REALISTIC: [name: string, schema: JsonObject, base: JsonObject][] = [
  [
    'texts and numbers',
    object({ url: { type: 'string', format: 'uri', maxLength: 200 }, timeout: { type: 'integer', minimum: 1, maximum: 120 } }, ['url']),
    { url: 'https://example.com/' },
  ],
  ['a pattern', object({ order_id: { type: 'string', pattern: '^[A-Z]-\\d{4}$' } }, ['order_id']), { order_id: 'A-1001' }],
  [
    'choices',
    object({ status: { enum: ['open', 'shipped'] }, sort: { const: 'newest' }, all: { type: 'boolean' } }, ['status']),
    { status: 'open' },
  ],
  [
    'lists',
    object({ ids: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, maxItems: 4, uniqueItems: true } }, ['ids']),
    { ids: ['a'] },
  ],
  [
    'a tuple',
    object({ point: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false, minItems: 2 } }, ['point']),
    { point: [0, 0] },
  ],
  [
    'nested objects',
    object(
      {
        filter: object(
          { from: { type: 'string', format: 'date' }, rows: { type: 'array', items: object({ n: { type: 'integer' } }, ['n']) } },
          ['from'],
        ),
      },
      ['filter'],
    ),
    { filter: { from: '2026-01-01' } },
  ],
  [
    'branches',
    object(
      {
        target: {
          oneOf: [object({ id: { type: 'integer', minimum: 1 } }, ['id']), object({ name: { type: 'string', minLength: 3 } }, ['name'])],
        },
      },
      ['target'],
    ),
    { target: { id: 1 } },
  ],
  [
    'references',
    object({ parent: { $ref: '#/$defs/node' } }, [], {
      $defs: { node: object({ label: { type: 'string' }, child: { $ref: '#/$defs/node' } }, ['label']) },
    }),
    {},
  ],
  [
    'null or a text',
    object({ note: { anyOf: [{ type: 'string', maxLength: 20 }, { type: 'null' }] }, size: { type: ['integer', 'null'], minimum: 0 } }),
    {},
  ],
  [
    'steps',
    object(
      {
        price: { type: 'number', minimum: 0, maximum: 10, multipleOf: 0.05 },
        rate: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
      },
      ['price', 'rate'],
    ),
    { price: 1, rate: 0.5 },
  ],
  ['a map', object({ labels: { type: 'object', additionalProperties: { type: 'string' }, maxProperties: 5 } }), {}],
  ['no declaration of what else there may be', { type: 'object', properties: { a: { type: 'string' } } }, {}],
];

const sampled = (schema: JsonObject, base: JsonObject, numRuns = 300) => fc.sample(argumentsArbitrary(schema, base), { seed: 11, numRuns });

describe.each(REALISTIC)('for a schema with %s', (name, schema, base) => {
  test('most arguments are valid, and some are near misses', async () => {
    const verdicts = await judgeValues(schema, sampled(schema, base));
    expect(verdicts.every(({ unjudged }) => unjudged === null)).toBe(true);
    const valid = verdicts.filter(({ violations }) => !violations.length).length;
    expect(valid).toBeGreaterThanOrEqual(180);
    if (schema.additionalProperties === false) expect(verdicts.length - valid, name).toBeGreaterThanOrEqual(30);
  });

  test('one seed makes the same arguments, another seed others', () => {
    expect(sampled(schema, base)).toEqual(sampled(schema, base));
    expect(fc.sample(argumentsArbitrary(schema, base), { seed: 12, numRuns: 300 })).not.toEqual(sampled(schema, base));
  });
});

describe('arguments that fail shrink to what a reader would write', () => {
  const schema = object(
    {
      url: { type: 'string', maxLength: 100 },
      timeout: { type: 'integer', minimum: 1, maximum: 120 },
      tags: { type: 'array', items: { type: 'string' } },
      options: object({ deep: { type: 'boolean' }, limit: { type: 'number', minimum: 5 } }, ['limit']),
    },
    ['url'],
  );
  const base = { url: 'https://example.com/' };
  test.each<[string, (args: JsonObject) => boolean, JsonObject]>([
    ['a number above 77', ({ timeout }) => Number(timeout) > 77, { ...base, timeout: 78 }],
    ['a member that is there', ({ url, tags }) => url !== undefined && Array.isArray(tags), { ...base, tags: [] }],
    ['a list of two', ({ url, tags }) => url !== undefined && Array.isArray(tags) && tags.length > 1, { ...base, tags: ['', ''] }],
    [
      'a text of five characters',
      ({ url, tags }) => url !== undefined && Array.isArray(tags) && String(tags[0] ?? '').length > 4,
      { ...base, tags: ['aaaaa'] },
    ],
    ['a nested member', ({ options }) => isObject(options) && options.deep === true, { ...base, options: { limit: 5, deep: true } }],
    ['one that is missing', (args) => !('url' in args), {}],
    ['one too many', (args) => 'unexpected' in args, { ...base, unexpected: true }],
    ['two together', ({ timeout, tags }) => Number.isInteger(timeout) && Array.isArray(tags), { ...base, timeout: 1, tags: [] }],
  ])('%s', (_, fails, smallest) => {
    const details = fc.check(
      fc.property(argumentsArbitrary(schema, base), (args) => !fails(args)),
      { seed: 4, numRuns: 2_000 },
    );
    expect(details.counterexample?.[0]).toEqual(smallest);
  });
});

test('bounds and every choice are among them', () => {
  const schema = object({ n: { type: 'integer', minimum: 10, maximum: 120 }, c: { enum: ['a', 'b', 'c'] } }, ['n', 'c']);
  const all = sampled(schema, {}, 500);
  const of = (name: string) => new Set(all.map((args) => member(args, name)));
  expect([10, 120].every((bound) => of('n').has(bound))).toBe(true);
  expect(['a', 'b', 'c'].every((choice) => of('c').has(choice))).toBe(true);
});

test('what is known to work is often sent as it is', () => {
  const schema = object({ order_id: { type: 'string' }, count: { type: 'integer' } }, ['order_id']);
  const known = sampled(schema, { order_id: 'A-1001' }).filter(({ order_id }) => order_id === 'A-1001').length;
  expect(known).toBeGreaterThan(60);
  expect(known).toBeLessThan(240);
});

test('addresses lead to this machine or nowhere', () => {
  const formats = ['uri', 'url', 'email', 'hostname', 'ipv4', 'ipv6'];
  const schema = object(Object.fromEntries(formats.map((format) => [format, { type: 'string', format }])), formats);
  // Near misses take no address of anybody either.
  for (const args of sampled(schema, {}))
    for (const value of Object.values(args)) {
      if (typeof value !== 'string' || value === 'text') continue;
      expect(value).toMatch(/(?:\.invalid|localhost|127\.0\.0\.\d+)(?:\/|$)|^::1$/);
    }
});

describe('a schema that hurts', () => {
  const deep = (levels: number): JsonObject => (levels ? object({ a: deep(levels - 1) }, ['a']) : { type: 'string' });
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`p${index}`, { type: 'string' }]));
  const HOSTILE: [string, JsonObject][] = [
    ['that needs itself', object({ self: { $ref: '#' } }, ['self'])],
    ['whose references go round', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }],
    ['that refers to the network', object({ a: { $ref: 'http://127.0.0.1:1/schema' } }, ['a'])],
    ['of 5,000 properties', object(many)],
    ['of 5,000 required properties', object(many, Object.keys(many))],
    ['of 200 levels', deep(200)],
    [
      'that contradicts itself',
      object({ n: { type: 'integer', minimum: 5, maximum: 1 }, t: { type: 'string', minLength: 9, maxLength: 1 } }, ['n', 't']),
    ],
    ['that is false within', object({ a: false }, ['a'])],
    [
      'with a pattern that explodes',
      object({ a: { type: 'string', pattern: '^(a+)+$' }, b: { type: 'string', pattern: '(((a{1000}){1000}){1000})' } }, ['a']),
    ],
    [
      'with a pattern that is none',
      object({ a: { type: 'string', pattern: '(' }, b: { type: 'string', pattern: '(?=x)(?<!y)\\1' } }, ['a']),
    ],
    [
      'with huge bounds',
      object(
        { t: { type: 'string', minLength: 1e9 }, l: { type: 'array', minItems: 1e9, items: {} }, n: { type: 'number', minimum: 1e308 } },
        ['t', 'l', 'n'],
      ),
    ],
    [
      'with bounds that are no numbers',
      object({
        n: { type: 'integer', minimum: '1', maximum: null, multipleOf: 0 },
        t: { type: 'string', maxLength: -1, minLength: 'x' },
        l: { type: 'array', minItems: 'a', maxItems: {} },
      }),
    ],
    [
      'of lists that cannot differ enough',
      object({ l: { type: 'array', items: { type: 'boolean' }, uniqueItems: true, minItems: 5 } }, ['l']),
    ],
    [
      'with keys of prototypes',
      JSON.parse(
        '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"}},"required":["__proto__"]}',
      ),
    ],
    ['with a huge enum', object({ e: { enum: Array.from({ length: 100_000 }, (_, index) => index) } }, ['e'])],
    ['with an empty enum', object({ e: { enum: [] } }, ['e'])],
    [
      'whose lists have lists',
      object({ l: { $ref: '#/$defs/l' } }, ['l'], {
        $defs: { l: { type: 'array', minItems: 5, maxItems: 50, items: { $ref: '#/$defs/l' } } },
      }),
    ],
    ['that is no object', { type: 'array', items: { type: 'string' } }],
    ['whose keywords are nonsense', { type: 7, properties: [], required: 'a', anyOf: {}, allOf: 3, items: null, enum: 'x' } as JsonObject],
  ];
  test.each(HOSTILE)('%s costs little, and what comes of it stays small', (_, schema) => {
    const base = { known: 'a' };
    const values = sampled(schema, base, 50);
    expect(values).toHaveLength(50);
    for (const value of values) {
      expect(isObject(value)).toBe(true);
      expect(bytesOf(value)).toBeLessThanOrEqual(10_000);
    }
  });
});
