import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { declaration } from '../../../src/model/tool.ts';
import { randomLayer } from '../../../src/run/contract/random-layer.ts';
import { imaginary, onAdapter } from './twice-kit.ts';

const SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    order_id: { type: 'string', minLength: 1, maxLength: 40 },
    count: { type: 'integer', minimum: 1, maximum: 50 },
    deep: { $ref: '#/$defs/deep' },
  },
  required: ['order_id'],
  additionalProperties: false,
  $defs: { deep: { type: 'object', properties: { rate: { type: 'number', maximum: 1 } } } },
};
const BASE = { order_id: 'A-1001' };
const toolNamed = (name: string, inputSchema: unknown = SCHEMA) => declaration({ name, inputSchema }, 0);
const textsOf = async (name: string, seed: number) => {
  const tester = imaginary(() => null, { seed });
  const { calls } = await randomLayer(tester, toolNamed(name), BASE);
  expect(tester.made).toHaveLength(calls);
  return tester.made.map(({ text }) => text);
};

test('one seed makes the same calls of a tool, another seed or another tool of the same schema makes others', async () => {
  const first = await textsOf('find', 5);
  expect(first).toHaveLength(60);
  expect(await textsOf('find', 5)).toEqual(first);
  expect(await textsOf('find', 6)).not.toEqual(first);
  expect(await textsOf('search', 5)).not.toEqual(first);
});

test('each call is one that the schema allows, or names the keyword that it breaks and where that stands', async () => {
  const tester = imaginary(() => null, { runs: 400 });
  await randomLayer(tester, toolNamed('find'), BASE);
  const valid = tester.made.filter(({ kind }) => kind !== 'invalid');
  for (const { arguments: args, keyword } of valid) {
    expect(keyword).toBe(null);
    expect(Object.keys(args).every((name) => ['order_id', 'count', 'deep'].includes(name))).toBe(true);
    expect(typeof args.order_id === 'string' && args.order_id !== '').toBe(true);
    if (args.count !== undefined) expect(Number(args.count) >= 1 && Number(args.count) <= 50).toBe(true);
  }
  const broken = new Map(tester.made.filter(({ kind }) => kind === 'invalid').map((trial) => [trial.at, trial]));
  expect(broken.get('/inputSchema/properties/count/maximum')).toMatchObject({
    keyword: 'maximum',
    place: '/count',
    about: 'count is 51, above the maximum of 50',
  });
  expect(broken.get('/inputSchema/required')).toMatchObject({ keyword: 'required', place: '', about: 'order_id is missing' });
  expect(broken.get('/inputSchema/additionalProperties')).toMatchObject({
    keyword: 'additionalProperties',
    about: 'unexpected is not declared',
  });
  expect(broken.get('/inputSchema/$defs/deep/properties/rate/maximum')).toMatchObject({ about: 'deep.rate is 2, above the maximum of 1' });
});

test('a failure is told with the plainest arguments that show it, once for each place', async () => {
  const tester = imaginary(({ count, deep }, { kind }) =>
    kind === 'valid' && (Number(count) > 20 || deep !== undefined) ? 'crashed' : null,
  );
  await randomLayer(tester, toolNamed('find'), BASE);
  const told = tester.failures.map(({ trial: { at, about, arguments: args } }) => ({ at, about, args }));
  expect(told.sort((a, b) => a.about.localeCompare(b.about))).toEqual([
    { at: '/inputSchema/properties/count/type', about: 'count is 21', args: { ...BASE, count: 21 } },
    { at: '/inputSchema/$defs/deep/type', about: 'deep is {}', args: { ...BASE, deep: {} } },
  ]);
  const [failure] = tester.failures;
  expect(failure?.trial.gen).toEqual({ source: 'fast-check', seed: 1, path: expect.stringMatching(/^\d+(:\d+)+$/) });
});

test('what is known already is not told again', async () => {
  const fails = (_: JsonObject, { keyword }: { keyword: string | null }) => (keyword === 'maximum' ? ('accepted-invalid' as const) : null);
  const tester = imaginary(fails, { runs: 200 });
  await randomLayer(tester, toolNamed('find'), BASE);
  const all = tester.failures.map(({ trial }) => trial.at);
  expect(all.sort()).toEqual(['/inputSchema/$defs/deep/properties/rate/maximum', '/inputSchema/properties/count/maximum']);
  const [first] = tester.failures;
  const again = imaginary(fails, { runs: 200 });
  if (first) again.failures.push(first);
  await randomLayer(again, toolNamed('find'), BASE);
  expect(again.failures.map(({ trial }) => trial.at).sort()).toEqual(all.sort());
});

test('an adapter that fails at everything costs a bounded number of calls', async () => {
  const tester = imaginary(() => 'raw-exception', { runs: 100 });
  await randomLayer(tester, toolNamed('find'), BASE);
  expect(tester.made.length).toBeLessThanOrEqual(100 + 5 * 100);
  const hanging = imaginary(() => 'timed-out', { runs: 100 });
  await randomLayer(hanging, toolNamed('find'), BASE);
  expect(hanging.made).toHaveLength(100);
});

test('a verdict that is off costs nothing', async () => {
  const tester = imaginary(() => 'raw-exception', { runs: 100, settings: { 'contract/raw-exception': 'off' } });
  await randomLayer(tester, toolNamed('find'), BASE);
  expect([tester.made.length, tester.failures.length]).toEqual([100, 0]);
});

test.each<[string, unknown]>([
  ['refers to the network', { type: 'object', properties: { a: { $ref: 'http://127.0.0.1:1/a' } } }],
  ['is none', 'text'],
  ['is false', false],
])('a schema that %s has no calls at random', async (_, schema) => {
  const tester = imaginary(() => 'crashed');
  expect(await randomLayer(tester, toolNamed('find', schema), {})).toEqual({ calls: 0 });
  expect([tester.made, tester.failures]).toEqual([[], []]);
});

test('on a real adapter two arguments that are refused together only are found', async () => {
  const [failure, ...others] = await onAdapter('pair-refused', 'list_orders', async (tester, tool) => {
    await randomLayer(tester, tool, {});
    return tester.failures;
  });
  expect(others).toEqual([]);
  expect(failure?.verdict).toBe('rejected-valid');
  // The bound of the adapter is 10.
  expect(failure?.trial.arguments).toEqual({ status: expect.any(String), max_items: 11 });
});

test('on an adapter without a fault nothing is found', async () => {
  for (const name of ['find_order', 'list_orders']) {
    const found = await onAdapter('', name, async (tester, tool) => {
      await randomLayer(tester, tool, name === 'find_order' ? { order_id: 'A-1001' } : {});
      return tester.failures;
    });
    expect(found).toEqual([]);
  }
});
