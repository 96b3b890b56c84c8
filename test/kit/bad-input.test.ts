import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ordersAdapter } from '../../fixtures/adapters/orders.mjs';
import { isObject, type JsonObject } from '../../src/model/json.ts';
import { callTool, grant, newState } from './harness.ts';

const VALID: Record<string, JsonObject> = {
  find_order: { order_id: 'A-1001' },
  list_orders: { max_items: 2 },
  prepare_return: { order_id: 'A-1001', task_id: 't1' },
  create_return: { order_id: 'A-1001', quantity: 1, reason: 'broken', task_id: 't1', step_id: 's1' },
  cancel_order: { order_id: 'A-1002', task_id: 't1', step_id: 's1' },
};

const HOSTILE = {
  nul: 'A\u0000B',
  'a lone surrogate': 'A\ud800',
  'right to left': 'A\u202eB',
  'a terminal escape': '\u001b]0;owned\u0007',
  'another path': '../../../../etc/passwd',
  'an SQL text': "'; DROP TABLE orders; --",
  'a prototype': '__proto__',
};

/** Every bad variant of a tool's valid arguments, by name. */
function badArguments(schema: JsonObject, valid: JsonObject): [string, unknown][] {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  return [
    ['no object', 'text'],
    ['a list', [valid]],
    ['null', null],
    ['an extra argument', { ...valid, verbose: true }],
    ['a prototype as an argument', JSON.parse(`{"__proto__": {"x": 1}, ${JSON.stringify(valid).slice(1)}`)],
    ['nested 5,000 deep', JSON.parse(`{"deep": ${'['.repeat(5000)}${']'.repeat(5000)}}`)],
    ...required.map((name): [string, unknown] => [
      `${name} missing`,
      Object.fromEntries(Object.entries(valid).filter(([key]) => key !== name)),
    ]),
    ...Object.entries(properties).flatMap(([name, property]): [string, unknown][] => {
      const { type, minimum, maximum, maxLength, enum: values } = isObject(property) ? property : {};
      return [
        [`${name} of the wrong type`, { ...valid, [name]: type === 'string' ? 7 : 'seven' }],
        [`${name} null`, { ...valid, [name]: null }],
        [`${name} a list`, { ...valid, [name]: [valid[name]] }],
        ...(typeof minimum === 'number' ? [[`${name} below its minimum`, { ...valid, [name]: minimum - 1 }] as [string, unknown]] : []),
        ...(typeof maximum === 'number' ? [[`${name} above its maximum`, { ...valid, [name]: maximum + 1 }] as [string, unknown]] : []),
        ...(type === 'integer' ? [[`${name} 1.5`, { ...valid, [name]: 1.5 }] as [string, unknown]] : []),
        ...(typeof maxLength === 'number'
          ? [[`${name} of a megabyte`, { ...valid, [name]: 'x'.repeat(1024 * 1024) }] as [string, unknown]]
          : []),
        ...(values ? [[`${name} of another word`, { ...valid, [name]: 'OPEN' }] as [string, unknown]] : []),
      ];
    }),
  ];
}

const names = ordersAdapter({ state: newState() }).tools.map(({ name }) => name);

test('each tool of the fixture has valid arguments here', () => {
  expect(Object.keys(VALID).sort()).toEqual([...names].sort());
});

describe.each(names)('%s', (name) => {
  const state = newState();
  process.env.MCP_ADAPTER_STATE = state;
  const adapter = ordersAdapter({ state, log: () => {} });
  const declared = adapter.tools.find((tool) => tool.name === name)?.declaration.inputSchema;
  const valid = VALID[name] ?? {};

  test.each(badArguments(isObject(declared) ? declared : {}, valid))(
    '%s is refused in the envelope, and nothing is done',
    async (_, given) => {
      await grant(state, 't1', names);
      const envelope = await callTool(adapter, name, given);
      expect(envelope).toMatchObject({ ok: false, code: 'invalid_arguments', retryable: false, attempts: 1, message: expect.any(String) });
      expect(String(envelope.message).length).toBeLessThan(1000);
      expect(existsSync(join(state, 'effects.ndjson'))).toBe(false);
    },
  );

  test.each(Object.entries(HOSTILE))('an order of %s is answered in the envelope, with nothing raw in it', async (kind, text) => {
    if (!('order_id' in valid)) return expect(name).toBe('list_orders');
    // A task of its own: the same key with other arguments would be a conflict.
    await grant(state, kind, names);
    const envelope = await callTool(adapter, name, { ...valid, order_id: text, ...('task_id' in valid ? { task_id: kind } : {}) });
    expect(envelope).toMatchObject({ ok: false, code: 'order_not_found' });
    expect(String(envelope.message)).not.toMatch(/[\u0000-\u001f\u202e\ud800]/);
  });
});
