import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { declaration } from '../../../src/model/tool.ts';
import { keyParameters } from '../../../src/run/contract/idempotency-key.ts';
import { differences, mayDiffer } from '../../../src/run/contract/twice-compare.ts';

const result = (structuredContent: unknown) => ({ content: [], structuredContent });
const text = (words: string, more: JsonObject = {}) => ({ content: [{ type: 'text', text: words }], ...more });

/** Where two results differ, what may differ left out. */
function apart(first: unknown, second: unknown, given: JsonObject = {}): string[] {
  return differences(first, second, mayDiffer([first, second], given)).map(({ shown }) => shown);
}

describe('two results', () => {
  test.each<[string, unknown, unknown, string[]]>([
    ['that are equal', result({ a: [1, { b: 'x' }] }), result({ a: [1, { b: 'x' }] }), []],
    ['of which only the order of members differs', result({ a: 1, b: 2 }), result({ b: 2, a: 1 }), []],
    ['with another value', result({ a: [1, { b: 'x' }] }), result({ a: [1, { b: 'y' }] }), ['/a/1/b']],
    ['with another type', result({ a: 1 }), result({ a: '1' }), ['/a']],
    ['one of which lacks a member', result({ a: 1, b: 1 }), result({ a: 1 }), ['/b']],
    ['one of which has one more', result({ a: 1 }), result({ a: 1, 'b/c': 1 }), ['/b~1c']],
    ['with a longer list', result({ a: [1] }), result({ a: [1, 2] }), ['/a']],
    ['with a list in another order', result({ a: [1, 2, 3] }), result({ a: [3, 1, 2] }), ['/a (the same items in another order)']],
    ['of JSON in a text', text('{"a": 1}'), text('{"a": 2}'), ['/a']],
    ['of plain text', text('one'), text('two'), ['/content/0/text']],
    ['of plain text that differ beside it', text('one', { _meta: { trace: 1 } }), text('one', { _meta: { trace: 2 } }), []],
    [
      'with times of reading',
      result({ fetched_at: 1, generatedAt: 'a', data: { elapsed_ms: 3 } }),
      result({ fetched_at: 2, generatedAt: 'b', data: { elapsed_ms: 4 } }),
      [],
    ],
    ['with a time of the thing itself', result({ created_at: 'a' }), result({ created_at: 'b' }), ['/created_at']],
    ['with an id of the answer', result({ request_id: 'a' }), result({ request_id: 'b' }), ['/request_id']],
    ['with null', result({ a: null }), result({ a: {} }), ['/a']],
    ['with keys of prototypes', result(JSON.parse('{"__proto__":1}')), result(JSON.parse('{"__proto__":2}')), ['/__proto__']],
  ])('%s', (_, first, second, places) => {
    expect(apart(first, second)).toEqual(places);
  });

  const envelope = (members: JsonObject) => result({ ok: true, code: 'ok', ...members });
  test('in the envelope may differ in what is said of one answer only', () => {
    expect(
      apart(
        envelope({ elapsed_ms: 1, attempts: 1, incident: 'a' }),
        envelope({ elapsed_ms: 2, attempts: 3, incident: 'b', replayed: true }),
      ),
    ).toEqual([]);
    expect(apart(envelope({ task_id: 'a' }), envelope({ task_id: 'b' }))).toEqual([]);
    expect(apart(envelope({ task_id: 'a' }), envelope({ task_id: 'b' }), { task_id: 'a' })).toEqual(['/task_id']);
    expect(apart(envelope({ message: 'a' }), envelope({ message: 'b' }))).toEqual(['/message']);
  });

  test('that differ everywhere are told in few places', () => {
    const many = (value: number) => result(Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`k${index}`, value])));
    const places = apart(many(1), many(2));
    expect(places.length).toBeGreaterThan(0);
    expect(places.length).toBeLessThanOrEqual(20);
  });
});

test('a key is a text by which a repeated call can be told from a second one', () => {
  const keys = (properties: JsonObject) =>
    keyParameters(declaration({ name: 'create_order', inputSchema: { type: 'object', properties } }, 0));
  const string = { type: 'string' };
  expect(keys({ task_id: string, step_id: string, sku: string })).toEqual(['task_id', 'step_id']);
  expect(keys({ idempotencyKey: { type: ['string', 'null'] } })).toEqual(['idempotencyKey']);
  expect(keys({ task_id: { type: 'integer' }, request_id: { type: 'string', enum: ['a'] } })).toEqual([]);
  expect(keys({ order_id: string, task: string })).toEqual([]);
});
