import { expect, test } from 'vitest';
import { withReplays } from '../../src/lock/boundary-replay.ts';
import type { Difference } from '../../src/lock/difference.ts';

const object = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({ type: 'object', properties, ...more });
const undecided = (at: string): Difference => ({
  rule: 'schema-undecided',
  tool: 'find',
  at,
  message: 'anyOf changed, and whether it takes less cannot be decided',
  before: null,
  after: null,
});
const tightened = (at: string): Difference => ({ rule: 'bound-tightened', tool: 'find', at, message: '', before: 9, after: 5 });

async function replayed(before: unknown, after: unknown, ...differences: Difference[]): Promise<Difference[]> {
  const [found] = await withReplays([{ tool: 'find', before, after, differences }]);
  return found ?? [];
}

const choice = (max: number) => object({ id: { anyOf: [{ type: 'integer', minimum: 1, maximum: max }, { type: 'null' }] } });

test('a change that could not be decided is a breaking one when a call that was allowed is refused', async () => {
  const found = await replayed(choice(9), choice(5), undecided('/inputSchema/properties/id/anyOf'));
  expect(found.map(({ rule, at }) => [rule, at])).toEqual([['schema-narrowed', '/inputSchema/properties/id/anyOf']]);
  expect(found[0]?.message).toContain('the new schema refuses {"id":9}, which the old one allowed (anyOf)');
});

test('a change that could not be decided stays so when every call is still allowed, and says how many were tried', async () => {
  const found = await replayed(choice(5), choice(9), undecided('/inputSchema/properties/id/anyOf'));
  expect(found.map(({ rule }) => rule)).toEqual(['schema-undecided']);
  expect(found[0]?.message).toMatch(/cannot be decided: [1-9]\d* calls that the old one allowed are still allowed$/);
});

test('a refused call that no difference explains is one of its own', async () => {
  const found = await replayed(object({ n: { type: 'integer', maximum: 9 } }), object({ n: { type: 'integer', maximum: 5 } }));
  expect(found.map(({ rule, at }) => [rule, at])).toEqual([['schema-narrowed', '/inputSchema']]);
  expect(found[0]?.message).toContain('{"n":9}');
});

test('a breaking difference explains the calls that are refused for it, and no others', async () => {
  const before = object({ n: { type: 'integer', maximum: 9 }, id: { type: 'integer', maximum: 9 } });
  const after = object({ n: { type: 'integer', maximum: 5 }, id: { type: 'integer', maximum: 9 } });
  const explained = await replayed(before, after, tightened('/inputSchema/properties/n/maximum'));
  expect(explained.map(({ rule }) => rule)).toEqual(['bound-tightened']);
  const elsewhere = await replayed(before, after, tightened('/inputSchema/properties/id/maximum'));
  expect(elsewhere.map(({ rule }) => rule)).toEqual(['bound-tightened', 'schema-narrowed']);
});

test('a difference that breaks nothing explains no refused call', async () => {
  const info: Difference = { ...tightened('/inputSchema/properties/n/maximum'), rule: 'bound-loosened' };
  const found = await replayed(object({ n: { type: 'integer', maximum: 9 } }), object({ n: { type: 'integer', maximum: 5 } }), info);
  expect(found.map(({ rule }) => rule)).toEqual(['bound-loosened', 'schema-narrowed']);
});

test('a property that is required now explains that its object is refused', async () => {
  const required: Difference = {
    rule: 'required-added',
    tool: 'find',
    at: '/inputSchema/properties/id',
    message: '',
    before: null,
    after: null,
  };
  const found = await replayed(
    object({ n: { type: 'integer' } }),
    object({ n: { type: 'integer' }, id: {} }, { required: ['id'] }),
    required,
  );
  expect(found).toEqual([required]);
});

test('in lists and nested objects the explanation is found at its place', async () => {
  const rows = (max: number) => object({ rows: { type: 'array', minItems: 1, items: object({ n: { type: 'integer', maximum: max } }) } });
  const at = '/inputSchema/properties/rows/items/properties/n/maximum';
  expect((await replayed(rows(9), rows(5), tightened(at))).map(({ rule }) => rule)).toEqual(['bound-tightened']);
});

test('a schema that nothing can be judged by is said to be undecided', async () => {
  const found = await replayed(object({ n: { type: 'string' } }), object({ n: { type: 'string', pattern: '(' } }));
  expect(found.map(({ rule }) => rule)).toEqual(['schema-undecided']);
  expect(found[0]?.message).toContain('cannot be decided: nothing can be judged by the new schema');
});

test('a reference to the network says itself that nothing can be decided', async () => {
  const [before, after] = [object({ n: { type: 'integer' } }), object({ n: { $ref: 'https://example.invalid/n.json' } })];
  const leads: Difference = { rule: 'network-ref', tool: 'find', at: null, message: '$ref leads away', before: null, after: null };
  const found = await replayed(before, after, leads);
  expect(found.map(({ rule, message }) => [rule, message])).toEqual([
    ['network-ref', '$ref leads away: whether calls that were right still are cannot be decided, as nothing is fetched'],
  ]);
});

test('where no call can be made nothing is claimed', async () => {
  const nothing = { type: 'object', required: ['a'], properties: { a: false } };
  expect(await replayed(nothing, object({}))).toEqual([]);
  const [left] = await replayed(nothing, object({}), undecided('/inputSchema/anyOf'));
  expect(left?.message).toContain('no call could be made to try it');
});

test('a format that is new refuses no call: it is an annotation', async () => {
  expect(await replayed(object({ day: { type: 'string' } }), object({ day: { type: 'string', format: 'date' } }))).toEqual([]);
});

test('a call that an adapter might take, but the old schema did not allow, is no promise', async () => {
  const closed = (max: number) => object({ n: { type: 'integer', maximum: max } }, { additionalProperties: false });
  expect(await replayed(closed(9), closed(5), tightened('/inputSchema/properties/n/maximum'))).toEqual([
    tightened('/inputSchema/properties/n/maximum'),
  ]);
});
