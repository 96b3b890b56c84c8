import { describe, expect, test } from 'vitest';
import { schemaChanges, toolFingerprint } from '../../src/cases/schema-changes.ts';

const page = {
  type: 'object',
  properties: {
    url: { type: 'string' },
    timeout: { type: 'integer', minimum: 1, maximum: 120 },
    region: { enum: ['US', 'DE'] },
  },
  required: ['url', 'region'],
};
/** The schema with other properties, or other members of its own. */
const changed = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  ...page,
  properties: { ...page.properties, ...properties },
  ...more,
});

describe('a line says what has changed and where', () => {
  const cases: [string, unknown, string[]][] = [
    ['another bound', changed({ timeout: { type: 'integer', minimum: 1, maximum: 60 } }), ['/properties/timeout/maximum: 120 → 60']],
    ['a bound less', changed({ timeout: { type: 'integer', minimum: 1 } }), ['/properties/timeout/maximum: 120 removed']],
    ['a property more', changed({ proxy: { type: 'string' } }), ['/properties/proxy: {"type":"string"} added']],
    ['something required more', changed({}, { required: ['timeout', 'region', 'url'] }), ['/required: "timeout" added']],
    ['nothing required', { type: page.type, properties: page.properties }, ['/required: ["url","region"] removed']],
    ['a value less', changed({ region: { enum: ['DE'] } }), ['/properties/region/enum: "US" removed']],
    ['another type', changed({ url: { type: ['string', 'null'] } }), ['/properties/url/type: "string" → ["string","null"]']],
    ['no schema any more', undefined, [expect.stringMatching(/^the schema: \{"properties":.*… → nothing$/)]],
    ['a property with a strange name', changed({ 'a/b~c': true }), ['/properties/a~1b~0c: true added']],
  ];
  test.each(cases)('%s', (_, after, lines) => expect(schemaChanges(page, after)).toEqual(lines));
});

describe('no change is', () => {
  test('the same schema', () => expect(schemaChanges(page, structuredClone(page))).toEqual([]));

  test('another order of keys', () => {
    const { type, properties, required } = page;
    expect(schemaChanges(page, { required, properties: Object.fromEntries(Object.entries(properties).reverse()), type })).toEqual([]);
  });

  test('another order of what is required, of values and of types', () => {
    const before = { type: ['string', 'null'], enum: ['a', null], required: ['a', 'b'] };
    expect(schemaChanges(before, { type: ['null', 'string'], enum: [null, 'a'], required: ['b', 'a'] })).toEqual([]);
  });
});

test('the order of other lists is one', () => {
  expect(
    schemaChanges({ prefixItems: [{ type: 'string' }, { type: 'null' }] }, { prefixItems: [{ type: 'null' }, { type: 'string' }] }),
  ).toEqual(['/prefixItems/0/type: "string" → "null"', '/prefixItems/1/type: "null" → "string"']);
});

test('of many changes twenty are shown and the rest counted', () => {
  const many = (from: number) => ({ properties: Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`p${index + from}`, true])) });
  const lines = schemaChanges(many(0), many(100));
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe('and 46 more changes');
});

test('long names and values are shortened, and what a terminal obeys is shown', () => {
  const [line = ''] = schemaChanges({}, { [`\u001b[2J${'n'.repeat(5000)}`]: 'v'.repeat(5000) });
  expect(line.length).toBeLessThan(300);
  expect(line).not.toContain('\u001b');
});

test('properties named like members of every object are compared like others', () => {
  const before: unknown = JSON.parse('{"properties":{"toString":{"type":"string"},"__proto__":{"type":"string"}}}');
  const after: unknown = JSON.parse('{"properties":{"constructor":{"type":"string"},"__proto__":{"type":"number"}}}');
  expect(schemaChanges(before, after)).toEqual([
    '/properties/__proto__/type: "string" → "number"',
    '/properties/toString: {"type":"string"} removed',
    '/properties/constructor: {"type":"string"} added',
  ]);
});

test('schemas that nest a hundred thousand levels are not compared', () => {
  const deep: unknown = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`);
  expect(schemaChanges({}, deep)).toEqual(['the schemas nest too deeply to be compared']);
});

describe('the fingerprint of a tool', () => {
  const tool = { name: 'open_page', description: 'Opens a page.', inputSchema: page, annotations: { readOnlyHint: true } };

  test('is sha256 and 64 hex digits, whatever the declaration is', () => {
    for (const raw of [
      tool,
      null,
      'open_page',
      [],
      { maximum: Number.POSITIVE_INFINITY },
      { inputSchema: JSON.parse('{"maximum":1e400}') },
    ])
      expect(toolFingerprint(raw)).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  test('stays when only words, pictures or the order of keys change', () => {
    const { name, inputSchema, annotations } = tool;
    const other = { annotations, inputSchema, name, title: 'Open', description: 'Opens.', icons: [], _meta: { version: 2 } };
    expect(toolFingerprint(other)).toBe(toolFingerprint(tool));
  });

  test.each([
    ['name', { name: 'open' }],
    ['input schema', { inputSchema: changed({}, { required: [] }) }],
    ['output schema', { outputSchema: { type: 'object' } }],
    ['annotations', { annotations: { readOnlyHint: false } }],
  ])('differs by its %s', (_, over) => {
    expect(toolFingerprint({ ...tool, ...over })).not.toBe(toolFingerprint(tool));
  });
});
