import { describe, expect, test } from 'vitest';
import { judge } from '../../src/checks/judge.ts';
import { sampleContext, sampleEvidence, sampleTool } from '../../src/checks/sample.ts';
import { declared, findings, judged, RULES, withSchema } from './declarations.ts';

const named = (name: unknown) => declared({ name, description: 'Finds.', inputSchema: { type: 'object', properties: {} } });

describe('the length of a name', () => {
  test('65 characters is a warning, and an error for OpenAI but not for Anthropic', async () => {
    const tools = [named('a'.repeat(65))];
    expect(await findings(tools)).toEqual(['warning tool/name-length /name']);
    expect(await findings(tools, { profiles: ['anthropic'] })).toEqual(['warning tool/name-length /name']);
    expect(await findings(tools, { profiles: ['openai'] })).toEqual(['error tool/name-length /name']);
  });

  test('a short name is too long once the name of the server stands before it', async () => {
    const tools = [named('list_open_orders_of_customer_by_region')];
    expect(await findings(tools, { serverName: 'erp' })).toEqual([]);
    const [found] = await judged(tools, { serverName: 'order-management-and-billing', profiles: ['cursor'] });
    expect(found).toMatchObject({ rule: 'tool/name-length', severity: 'error', profile: 'cursor' });
    expect(found?.message).toContain('"mcp__order-management-and-billing__…" is 73');
    expect(found?.message).toContain('together are 66');
  });
});

describe('the characters of a name', () => {
  test.each([
    ['Create CIFS Share', 'create_cifs_share'],
    ['erp.orders.find', 'erp_orders_find'],
    ['erp::find', 'erp_find'],
    ['Größe ändern', 'grosse_andern'],
    ['2fa', '_2fa'],
  ])('%s becomes %s', async (name, proposed) => {
    const [found] = await judged([named(name)], { profiles: ['gemini', 'openai'] });
    expect(found?.rule).toBe('tool/name-charset');
    expect(found?.fix).toContain(`"${proposed}"`);
  });

  test('a dot is a warning, and an error where it is refused', async () => {
    expect(await findings([named('erp.find')])).toEqual(['warning tool/name-charset /name']);
    expect(await findings([named('erp.find')], { profiles: ['gemini'] })).toEqual(['warning tool/name-charset /name']);
    expect(await findings([named('erp.find')], { profiles: ['bedrock'] })).toEqual(['error tool/name-charset /name']);
  });
});

test('names of which one occurs twice and another differs by case get a line each', async () => {
  const tools = ['query', 'Query', 'query'].map((name, index) => ({ ...named(name), index }));
  const found = (await judged(tools)).filter(({ rule }) => rule === 'tool/name-duplicate');
  expect(found.map(({ severity, message }) => [severity, message.match(/positions [^)]*/)?.[0] ?? 'case'])).toEqual([
    ['error', 'positions 0 and 2'],
    ['warning', 'case'],
  ]);
});

test('members that a serialiser wrote as null are one finding a tool', async () => {
  const nulls = { title: null, annotations: null, icons: null, outputSchema: null, _meta: null, execution: null };
  expect(await findings([withSchema({ type: 'object', properties: {} }, nulls)])).toEqual(['error tool/member-type /title']);
});

test('a bad header parameter loses the tool over HTTP, is a warning over stdio, and is not looked for in older revisions', async () => {
  const tools = [withSchema({ type: 'object', properties: { price: { type: 'number', 'x-mcp-header': 'Price' } } })];
  const modern = { revision: '2026-07-28', revisions: ['2026-07-28'], era: 'modern' as const };
  const at = '/inputSchema/properties/price/x-mcp-header';
  expect(await findings(tools, { over: { ...modern, transport: 'http' } })).toEqual([`error tool/header-parameter ${at}`]);
  expect(await findings(tools, { over: modern })).toEqual([`warning tool/header-parameter ${at}`]);
  expect(await findings(tools)).toEqual([]);
});

describe('hostile declarations', () => {
  const values = [null, true, 0, -1, '', 'x'.repeat(5_000), '\ud800', [], [null], {}, { type: {} }, [[[]]], { properties: { a: null } }];

  test('no member of any type makes a rule throw', async () => {
    const members = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'icons', 'execution', '_meta'];
    const inner = [
      'type',
      'properties',
      'required',
      'items',
      'enum',
      '$ref',
      '$id',
      '$schema',
      '$defs',
      '$anchor',
      'anyOf',
      'format',
      'pattern',
      'x-mcp-header',
    ];
    const raws = values.flatMap((value) => [
      value,
      ...members.map((key) => ({ name: 'a', inputSchema: { type: 'object' }, [key]: value })),
      ...inner.map((key) => ({ name: 'a', inputSchema: { type: 'object', properties: { p: { [key]: value } }, [key]: value } })),
    ]);
    const found = await judged(
      raws.map((raw, index) => declared(raw, index)),
      { profiles: ['gemini', 'openai-strict'], serverName: 'erp' },
    );
    expect(found.filter(({ message }) => /undefined|\[object|NaN/.test(message))).toEqual([]);
  });

  test('a schema nested 20,000 levels deep is reported, and nothing overflows', async () => {
    let schema: unknown = { type: 'string' };
    for (let level = 0; level < 20_000; level++) schema = { type: 'object', properties: { a: schema } };
    expect(await findings([withSchema(schema)])).toEqual(['warning schema/too-deep /inputSchema']);
  });

  test('20,000 definitions in a ring are followed in linear time', async () => {
    const count = 9_000;
    const $defs = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`d${index}`, { properties: { n: { $ref: `#/$defs/d${(index + 1) % count}` } } }]),
    );
    const started = performance.now();
    const found = await findings([withSchema({ type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs })]);
    expect(found.some((line) => line.includes('schema/ref-recursive'))).toBe(true);
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

test('5,000 tools are judged one by one, of the same name or not', () => {
  const properties = {
    id: { type: 'string' },
    rows: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } },
    owner: { type: ['string', 'null'] },
  };
  const lists = [
    Array.from({ length: 5_000 }, (_, index) => `tool_${index}`),
    Array.from({ length: 5_000 }, () => 'same'),
    Array.from({ length: 5_000 }, (_, index) => (index % 2 ? `Tool_${index - 1}` : `tool_${index}`)),
  ];
  for (const names of lists) {
    const tools = names.map((name, index) =>
      sampleTool({ name, inputSchema: { type: 'object', properties, required: ['id', 'ids'] } }, index),
    );
    const evidence = sampleEvidence({ tools });
    const context = sampleContext(evidence, { profiles: new Set(['gemini']), serverName: 'erp' });
    const undeclared = judge(context, {}, RULES).filter(({ rule }) => rule === 'schema/required-unknown');
    expect(undeclared).toHaveLength(5_000);
  }
});
