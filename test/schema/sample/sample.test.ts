import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { type Sample, sampleArguments } from '../../../src/schema/sample/sample.ts';
import { randomFrom } from '../../random-from.ts';

/** The schema of arguments with one required member. */
function wanting(schema: unknown, name = 'v'): JsonObject {
  return { type: 'object', properties: { [name]: schema, other: { type: 'string' } }, required: [name] };
}

async function sampleOf(schema: unknown): Promise<Sample> {
  const [sample] = await sampleArguments([schema]);
  if (!sample) throw new Error('there is no sample');
  return sample;
}

/** What ajv, asked here on its own, says of a value. */
function fits(schema: JsonObject, value: unknown): boolean {
  return ajv.validate(schema, value);
}

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

describe('the smallest value that a reader would write is made', async () => {
  const cases: [what: string, schema: unknown, value: unknown][] = [
    ['the only value', { const: 'eur' }, 'eur'],
    ['what is used when nothing is said', { type: 'string', default: 'US-CA' }, 'US-CA'],
    ['the first example', { type: 'string', examples: ['A-1001', 'A-1002'] }, 'A-1001'],
    ['the first member of an enum', { type: 'string', enum: ['open', 'shipped'] }, 'open'],
    ['no default that the schema itself refuses', { type: 'integer', default: 0, minimum: 1 }, 1],
    ['no null where something else may stand', { type: ['null', 'integer'], minimum: 3 }, 3],
    ['no null where another branch says more', { anyOf: [{ type: 'null' }, { type: 'boolean' }] }, false],
    ['null where nothing else is allowed', { type: 'null' }, null],
    ['a number without bounds', { type: 'number' }, 1],
    ['a number that may be 1', { type: 'integer', minimum: 0, maximum: 50 }, 1],
    ['the lowest where 1 is too low', { type: 'integer', minimum: 10, maximum: 20 }, 10],
    ['the highest where 1 is too high', { type: 'integer', maximum: -5 }, -5],
    ['the next above an excluded bound', { type: 'integer', exclusiveMinimum: 7 }, 8],
    ['the middle where there is no other', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
    ['a multiple', { type: 'integer', multipleOf: 25 }, 25],
    ['no items where none are needed', { type: 'array', items: { type: 'string' } }, []],
    ['as many items as are needed', { type: 'array', items: { enum: ['a', 'b'] }, minItems: 2, uniqueItems: true }, ['a', 'b']],
    ['each its own item', { type: 'array', prefixItems: [{ const: 'x' }, { type: 'integer' }], minItems: 2 }, ['x', 1]],
    ['an object within', { type: 'object', properties: { a: { type: 'boolean' }, b: {} }, required: ['a'] }, { a: false }],
    [
      'what all parts ask for',
      {
        allOf: [
          { type: 'integer', minimum: 4 },
          { minimum: 6, maximum: 9 },
        ],
      },
      6,
    ],
    ['a day', { type: 'string', format: 'date' }, '2026-01-01'],
    ['an expression read from how it is written', { type: 'string', pattern: '^[A-Z]-\\d{4}$' }, 'A-1111'],
    ['the example of a description', { type: 'string', description: 'The number, such as A-1001.' }, 'A-1001'],
    ['the same in quotes', { type: 'string', description: 'A place (e.g. "eu-west", or another)' }, 'eu-west'],
    ['no word of a longer example', { type: 'string', description: 'A place, such as the shop.' }, 'example'],
    ['no example that a pattern refuses', { type: 'string', pattern: '^\\d+$', description: 'Such as it is, such as nothing.' }, '1'],
    ['no example that is too long', { type: 'string', maxLength: 3, description: 'A word, for example: such as elephant' }, 'exa'],
    ['a text that is cut to its bound', { type: 'string', maxLength: 2 }, 'ex'],
  ];
  const samples = await sampleArguments(cases.map(([, schema]) => wanting(schema)));
  test.each(cases.map((each, index) => [...each, samples[index]] as const))('%s', (_what, schema, value, sample) => {
    expect(sample).toMatchObject({ value: { v: value }, reason: '' });
    expect(fits(wanting(schema), sample?.value)).toBe(true);
  });

  test('a URL of a pattern is a whole one where the pattern allows it', async () => {
    const page = (pattern: string) => sampleOf(wanting({ type: 'string', pattern }, 'page_url'));
    expect((await page('^https?://')).value).toEqual({ page_url: 'https://example.com/' });
    expect((await page('^https://shop\\.test/')).value).toEqual({ page_url: 'https://shop.test/' });
  });

  test('what is not required is left out', async () => {
    expect((await sampleOf({ type: 'object', properties: { a: { type: 'string' } } })).value).toEqual({});
    expect((await sampleOf({})).value).toEqual({});
  });

  test('references within the schema are followed, and one of several ways is taken', async () => {
    const schema = {
      type: 'object',
      $defs: { id: { type: 'integer', minimum: 2 } },
      properties: { id: { $ref: '#/$defs/id' }, name: { type: 'string' } },
      oneOf: [{ required: ['id'] }, { required: ['name'] }],
    };
    expect((await sampleOf(schema)).value).toEqual({ id: 2 });
  });

  test('a way that leads nowhere is left for the next', async () => {
    expect((await sampleOf(wanting({ anyOf: [{ type: 'integer', not: {} }, { type: 'boolean' }] }))).value).toEqual({ v: false });
  });

  test('names that objects have of themselves are names like others', async () => {
    const { value } = await sampleOf({ type: 'object', required: ['__proto__', 'constructor'] });
    expect(Object.keys(value ?? {})).toEqual(['__proto__', 'constructor']);
  });

  test('two runs make the same', async () => {
    const schemas = [wanting({ type: 'string', minLength: 30 }), wanting({ format: 'uuid', type: 'string' }), wanting({ type: 'number' })];
    expect(await sampleArguments(schemas)).toEqual(await sampleArguments(schemas));
  });
});

describe('values that only fit are told apart from those that are meant', async () => {
  const cases: [what: string, name: string, schema: unknown, isOpen: boolean][] = [
    ['a text', 'query', { type: 'string' }, true],
    ['a text of a pattern', 'order', { type: 'string', pattern: '^\\d+$' }, true],
    ['a URL', 'page', { type: 'string', format: 'uri' }, true],
    ['a path', 'path', { type: 'string' }, true],
    ['a number that names something', 'order_id', { type: 'integer' }, true],
    ['a default', 'query', { type: 'string', default: 'all' }, false],
    ['a member of an enum', 'status', { type: 'string', enum: ['open'] }, false],
    ['a date', 'day', { type: 'string', format: 'date' }, false],
    ['a number that counts', 'limit', { type: 'integer' }, false],
    ['a switch', 'all', { type: 'boolean' }, false],
  ];
  const samples = await sampleArguments(cases.map(([, name, schema]) => wanting(schema, name)));
  test.each(cases.map((each, index) => [...each, samples[index]] as const))('%s', (_what, name, _schema, isOpen, sample) => {
    expect(sample?.value).toHaveProperty(name);
    expect(sample?.open).toEqual(isOpen ? [`/${name}`] : []);
  });
});

describe('where nothing can be made the reason is told, and the others go on', async () => {
  const deep = '{"type":"object","required":["a"],"properties":{"a":'.repeat(200);
  const names = Array.from({ length: 5_000 }, (_, index) => `p${index}`);
  const loop = { type: 'object', required: ['next'], properties: { next: { $ref: '#/$defs/loop' } } };
  const cases: [what: string, schema: unknown, reason: RegExp][] = [
    ['false', false, /allows nothing/],
    ['no schema', undefined, /no schema/],
    ['a text for arguments', { type: 'string' }, /other than an object/],
    ['a member that allows nothing', wanting(false), /allows nothing/],
    ['bounds that exclude each other', wanting({ type: 'integer', minimum: 5, maximum: 4 }), /no number fits at \/v/],
    ['an enum without members', wanting({ enum: [] }), /no members/],
    ['a contradiction', { type: 'object', not: {} }, /no value was found/],
    ['itself without end', { $ref: '#/$defs/loop', $defs: { loop } }, /deep in each other/],
    ['a reference to itself', { $ref: '#' }, /no end/],
    ['a reference to the network', wanting({ $ref: 'http://127.0.0.1:9/schema.json' }), /leads to http:\/\/127\.0\.0\.1:9/],
    ['200 levels', JSON.parse(`${deep}{"type":"string"}${'}}'.repeat(200)}`), /deep in each other/],
    ['5,000 required members', { type: 'object', required: names }, /more than 1000 values/],
    ['a billion items', wanting({ type: 'array', minItems: 1e9 }), /1000000000 items/],
    ['a billion letters', wanting({ type: 'string', minLength: 1e9 }), /more characters/],
    ['a thousand schemas in one', wanting({ allOf: Array.from({ length: 1_000 }, () => ({})) }), /combines more than/],
    ['a pattern that is none', wanting({ type: 'string', pattern: '[' }), /could not be judged/],
    ['a dialect that nobody knows', { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' }, /could not be judged/],
  ];
  const samples = await sampleArguments([...cases.map(([, schema]) => schema), wanting({ type: 'integer' })]);
  test.each(cases.map((each, index) => [...each, samples[index]] as const))('%s', (_what, _schema, reason, sample) => {
    expect(sample?.value).toBeNull();
    expect(sample?.reason).toMatch(reason);
  });

  test('the one behind all of them has its value', () => {
    expect(samples.at(-1)?.value).toEqual({ v: 1 });
  });

  test('a pattern that takes for ever is given up', async () => {
    const slow = wanting({ type: 'string', pattern: '^(a+)+$', default: `${'a'.repeat(40)}!` });
    const plain = wanting({ type: 'string', pattern: '^x' });
    const [first, second, third] = await sampleArguments([plain, slow, plain]);
    expect([first?.value, second?.value, third?.value]).toEqual([{ v: 'x' }, null, { v: 'x' }]);
    expect(second?.reason).toContain('took longer');
  });

  test('such a pattern does not get the seconds that a thread has to load, wherever it stands', async () => {
    const slow = wanting({ type: 'string', pattern: '^(a+)+$', default: `${'a'.repeat(40)}!` });
    const [one, two] = await sampleArguments([slow, slow]);
    expect([one?.reason, two?.reason]).toEqual([expect.stringContaining('took longer'), expect.stringContaining('took longer')]);
    // With them it would be 11 s.
  }, 8_000);
});

test('of 300 random schemas every value that is made is valid', async () => {
  const random = randomFrom(6);
  const schemas = Array.from({ length: 300 }, () => randomSchema(random, 3));
  const samples = await sampleArguments(schemas.map((schema) => wanting(schema)));
  const made = samples.filter(({ value }) => value);
  for (const [index, { value }] of samples.entries())
    if (value) expect(fits(wanting(schemas[index]), value), JSON.stringify(schemas[index])).toBe(true);
  expect(made.length).toBeGreaterThan(200);
});

function randomSchema(random: () => number, depth: number): JsonObject {
  const number = (most: number) => Math.floor(random() * most);
  const some = <T>(...all: T[]) => all.filter(() => random() < 0.4);
  const inner = () => randomSchema(random, depth - 1);
  const bounds = Object.fromEntries(
    some<[string, unknown]>(['minimum', number(9) - 4], ['maximum', number(9)], ['multipleOf', number(4) + 1]),
  );
  const lengths = Object.fromEntries(
    some<[string, unknown]>(['minLength', number(9)], ['maxLength', number(20) + 5], ['pattern', '^[a-e]+$']),
  );
  const kinds: (() => JsonObject)[] = [
    () => ({ type: 'string', ...lengths }),
    () => ({ type: random() < 0.5 ? 'integer' : 'number', ...bounds }),
    () => ({ type: ['null', 'boolean'] }),
    () => ({ enum: ['a', 2, null] }),
    () => ({ type: 'array', items: inner(), minItems: number(3) }),
    () => ({ type: 'object', properties: { a: inner(), b: inner() }, required: some('a', 'b', 'c') }),
    () => ({ [random() < 0.5 ? 'anyOf' : 'oneOf']: [inner(), inner()] }),
    () => ({ allOf: [{ type: 'string', minLength: number(5) }, { maxLength: 4 + number(9) }] }),
  ];
  return kinds[number(depth > 0 ? kinds.length : 4)]?.() ?? {};
}
