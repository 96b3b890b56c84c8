import { describe, expect, test } from 'vitest';
import { judge } from '../../src/checks/judge.ts';
import { sampleContext, sampleEvidence } from '../../src/checks/sample.ts';
import { openaiStrict } from '../../src/checks/schema/openai-strict.ts';
import { declared, findings, judged, withSchema } from './declarations.ts';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const object = (properties: unknown, more: object = {}) => ({ type: 'object', properties, ...more });
const string = { type: 'string' };

describe('correct schemas', () => {
  test('properties that have the names of keywords confuse no rule', async () => {
    const names = [
      'required',
      'type',
      'items',
      'enum',
      'anyOf',
      'const',
      '$ref',
      '$schema',
      'properties',
      'exclusiveMinimum',
      'pattern',
      '__proto__',
    ];
    const properties = JSON.parse(`{${names.map((name) => `"${name}": {"type": "string"}`).join(', ')}}`);
    const found = await findings([withSchema(object(properties, { required: ['required', '__proto__'], additionalProperties: false }))]);
    // Of the dollar signs Anthropic really refuses the two.
    expect(found).toEqual(['warning schema/property-name /inputSchema/properties/$ref']);
  });

  test('data in default, const, enum and examples is not read as a schema', async () => {
    const data = { $ref: '#/nowhere', type: 'int', required: true, items: [1], exclusiveMinimum: true };
    expect(await findings([withSchema(object({ filter: object({ a: string }, { default: data, examples: [data] }) }))])).toEqual([]);
  });

  test('what zod-to-json-schema writes gets one line for the whole list', async () => {
    const tools = ['a', 'b', 'c'].map((name, index) =>
      declared(
        {
          name,
          description: 'Finds.',
          inputSchema: { $schema: DRAFT_07, ...object({ n: { type: 'number', exclusiveMinimum: 0 } }), additionalProperties: false },
        },
        index,
      ),
    );
    const found = await judged(tools);
    expect(found.map(({ rule, severity, count }) => [rule, severity, count])).toEqual([['schema/dialect', 'info', 3]]);
  });

  test('what pydantic writes for optional and nested models gets no more than a hint at $defs', async () => {
    const inputSchema = object(
      { order: { $ref: '#/$defs/Order' }, note: { anyOf: [string, { type: 'null' }], default: null, title: 'Note' } },
      {
        $defs: { Order: object({ id: { type: 'integer' } }, { required: ['id'], title: 'Order' }) },
        required: ['order'],
        title: 'findArguments',
      },
    );
    expect(await findings([withSchema(inputSchema)])).toEqual(['info schema/ref-used /inputSchema/properties/order/$ref']);
  });
});

describe('one fault is one finding', () => {
  test.each<[string, unknown, string]>([
    [
      'required as a boolean',
      object({ q: { type: 'string', required: true } }),
      'error schema/required-not-array /inputSchema/properties/q/required',
    ],
    [
      'items as a list',
      object({ v: { type: 'array', items: [string, string] } }),
      'warning schema/tuple-items /inputSchema/properties/v/items',
    ],
    ['a root of an unknown type', { type: 'dict', properties: {} }, 'error schema/root-type /inputSchema/type'],
    [
      'a boolean bound',
      object({ n: { type: 'integer', exclusiveMaximum: true } }),
      'error schema/dialect /inputSchema/properties/n/exclusiveMaximum',
    ],
    [
      'a bound of draft-04, declared',
      { $schema: 'http://json-schema.org/draft-04/schema#', ...object({ n: { exclusiveMinimum: true } }) },
      'error schema/dialect /inputSchema/properties/n/exclusiveMinimum',
    ],
    ['properties as a list', { type: 'object', properties: [], required: ['id'] }, 'error schema/invalid /inputSchema/properties'],
    [
      'a list with an unknown type',
      { type: 'object', properties: { n: { anyOf: [{ type: 'int' }, { type: 'null' }] } } },
      'error schema/invalid /inputSchema/properties/n/anyOf/0/type',
    ],
    [
      'a dangling $ref that hides properties',
      object({ a: { $ref: '#/$defs/A', required: ['id'] } }),
      'error schema/ref-dangling /inputSchema/properties/a/$ref',
    ],
    [
      'a schema that contains itself',
      object({ a: { $ref: '#/$defs/A' } }, { $defs: { A: object({ next: { $ref: '#/$defs/A' } }) } }),
      'warning schema/ref-recursive /inputSchema/$defs/A/properties/next/$ref',
    ],
  ])('%s', async (_fault, schema, expected) => {
    expect(await findings([withSchema(schema)])).toEqual([expected]);
  });

  test('two faults of one tool are both told', async () => {
    const found = await findings([withSchema(object({ q: { type: 'string', required: true }, n: { type: 'int' } }))]);
    expect(found).toEqual([
      'error schema/invalid /inputSchema/properties/n/type',
      'error schema/required-not-array /inputSchema/properties/q/required',
    ]);
  });
});

test('the likely type is proposed for a name of another language', async () => {
  const types = { a: 'int', b: 'Float', c: 'bool', d: 'str', e: 'dict', f: 'string[]', g: 'intger', h: 'any' };
  const meant = async (type: string) => (await judged([withSchema(object({ x: { type } }))]))[0]?.message.match(/\((\w+)\?\)/)?.[1];
  const proposed = await Promise.all(Object.values(types).map(meant));
  expect(proposed).toEqual(['integer', 'number', 'boolean', 'string', 'object', 'array', 'integer', undefined]);
});

test('a pattern of Python is a warning for input and an error for output, where SDK clients compile it', async () => {
  const schema = object({ code: { type: 'string', pattern: '(?P<year>\\d+)' } });
  expect(await findings([withSchema(schema)])).toEqual(['warning schema/invalid /inputSchema/properties/code/pattern']);
  const found = await findings([withSchema(object({}), { outputSchema: schema })]);
  expect(found).toEqual(['error schema/invalid /outputSchema/properties/code/pattern']);
});

test('a pattern with a needless backslash is left alone in the input', async () => {
  expect(await findings([withSchema(object({ mail: { type: 'string', pattern: '^[^\\s\\@]+\\@x$' } }))])).toEqual([]);
});

test('a bound is quoted as the adapter wrote it, not as it was rounded', async () => {
  const at = '/inputSchema/properties/micros/maximum';
  const raw = { name: 'set_price', description: 'Sets.', inputSchema: object({ micros: { type: 'integer', maximum: 2 ** 63 } }) };
  const [found] = await judged([declared(raw, 0, { [at]: '9223372036854775807' })], { profiles: ['anthropic'] });
  expect(found).toMatchObject({ rule: 'schema/unsafe-integer-bound', severity: 'error', at });
  expect(found?.message).toContain('9223372036854775807');
});

test('a float bound beyond 2^53 is no integer bound', async () => {
  const at = '/inputSchema/properties/x/maximum';
  const raw = { name: 'x', description: 'X.', inputSchema: object({ x: { type: 'number', maximum: 1e300 } }) };
  expect(await findings([declared(raw, 0, { [at]: '1E300' })])).toEqual([]);
});

describe('required', () => {
  test('the branches of a combinator know the properties of the whole', async () => {
    const schema = object({
      by: {
        type: 'object',
        properties: { id: string, mail: string },
        oneOf: [{ required: ['id'] }, { required: ['mail'] }, { required: ['phone'] }],
      },
    });
    const found = await judged([withSchema(schema)]);
    expect(found.map(({ at }) => at)).toEqual(['/inputSchema/properties/by/oneOf/2/required/0']);
  });

  test('a misspelt name comes with the one that was meant, which is an error for Gemini', async () => {
    const [found] = await judged([withSchema(object({ order_id: string }, { required: ['orderId'] }))], { profiles: ['gemini'] });
    expect(found).toMatchObject({ rule: 'schema/required-unknown', severity: 'error', profile: 'gemini' });
    expect(found?.message).toContain('did you mean "order_id"?');
  });
});

describe('references', () => {
  test('a definition that stands under the other keyword is proposed', async () => {
    const [found] = await judged([withSchema(object({ a: { $ref: '#/definitions/Status' } }, { $defs: { Status: string } }))]);
    expect(found?.message).toContain('did you mean "#/$defs/Status"?');
  });

  test('a way round over several definitions and the root is found', async () => {
    const [a, b] = [object({ b: { $ref: '#/$defs/B' } }), object({ list: { type: 'array', items: { $ref: '#/$defs/A/properties/b' } } })];
    expect(await findings([withSchema(object({ a: { $ref: '#/$defs/A' } }, { $defs: { A: a, B: b } }))])).toEqual([
      expect.stringContaining('warning schema/ref-recursive'),
    ]);
  });

  test('a network address is an error from 2026-07-28 on and a warning before', async () => {
    const tools = [withSchema(object({ a: { $ref: 'https://erp.example/a.json' } }))];
    const modern = { revision: '2026-07-28', revisions: ['2026-07-28'], era: 'modern' as const };
    expect(await findings(tools)).toEqual(['warning schema/ref-remote /inputSchema/properties/a/$ref']);
    expect(await findings(tools, { over: modern })).toEqual(['error schema/ref-remote /inputSchema/properties/a/$ref']);
  });
});

test('OpenAI strict mode is one line for the list unless it was asked for', () => {
  const tools = ['a', 'b'].map((name, index) => declared({ name, inputSchema: object({ url: string }) }, index));
  const evidence = sampleEvidence({ tools });
  const plain = judge(sampleContext(evidence), {}, [openaiStrict]);
  expect(plain.map(({ severity, tool, count }) => [severity, tool, count])).toEqual([['info', null, 2]]);
  const asked = judge(sampleContext(evidence, { profiles: new Set(['openai-strict']) }), {}, [openaiStrict]);
  expect(asked.map(({ severity, tool }) => [severity, tool])).toEqual([
    ['error', 'a'],
    ['error', 'b'],
  ]);
});
