import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { withContent } from '../../src/kit/result.ts';
import { defineTool } from '../../src/kit/tool.ts';
import { adapterOf, callTool, grant } from './harness.ts';
import { type Fields, readTool } from './tools.ts';

class Order {
  get id() {
    return 'A-1';
  }
}

describe('what a tool returns that is no plain object is internal, and never half an answer', () => {
  test.each<[string, unknown]>([
    ['a list', [1]],
    ['a text', 'done'],
    ['a date', new Date()],
    ['a map', new Map([['a', 1]])],
    ['an instance', new Order()],
    ['something with a JSON of its own', { toJSON: () => 'boo' }],
    ['a BigInt within', { big: 1n }],
  ])('%s', async (_, returned) => {
    const adapter = adapterOf([readTool(() => returned as Fields)]);
    expect(await callTool(adapter, 'find_order', {})).toMatchObject({ ok: false, code: 'internal', incident: expect.any(String) });
  });

  test.each<[string, unknown]>([
    ['a text', 'x'],
    ['null', null],
    ['of no kind', { type: 'zzz' }],
  ])('a content block that is %s', async (_, block) => {
    const adapter = adapterOf([readTool(() => withContent({}, block as never) as never)]);
    expect(await callTool(adapter, 'find_order', {})).toMatchObject({ ok: false, code: 'internal' });
  });

  test('nothing at all is an empty success', async () => {
    expect(await callTool(adapterOf([readTool(() => undefined as never)]), 'find_order', {})).toMatchObject({ ok: true });
  });
});

describe('whatever a tool throws is answered', () => {
  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['an object without a prototype', Object.create(null)],
    [
      'an error whose stack throws',
      Object.defineProperty(new Error('x'), 'stack', {
        get() {
          throw new Error('no');
        },
      }),
    ],
  ])('%s', async (_, thrown) => {
    const adapter = adapterOf([
      readTool(() => {
        throw thrown;
      }),
    ]);
    expect(await callTool(adapter, 'find_order', {})).toMatchObject({ ok: false, code: 'internal' });
  });
});

test('what a schema library has beyond JSON Schema is an invalid argument, before any grant is used', async () => {
  let booked = 0;
  const tool = defineTool({
    name: 'book_return',
    title: 'Book a return',
    description: 'Books a return of an order.',
    risk: 'write',
    idempotency: ['task_id', 'step_id'],
    input: z.object({
      reason: z
        .string()
        .max(50)
        .refine((text) => text.trim().length > 0, 'say why'),
    }),
    run: () => ({ number: ++booked }),
  });
  const adapter = adapterOf([tool]);
  await grant(adapter.state, 't1', ['book_return'], { maxCalls: 1 });
  const call = (reason: string) => callTool(adapter, 'book_return', { task_id: 't1', step_id: 's1', reason });
  expect(await call('  ')).toMatchObject({ code: 'invalid_arguments', message: 'reason: say why' });
  expect(await call('broken')).toMatchObject({ ok: true, number: 1 });
});

test('a schema may refer to itself', async () => {
  const part = {
    type: 'object',
    properties: { name: { type: 'string', maxLength: 20 }, parts: { type: 'array', maxItems: 5, items: { $ref: '#/$defs/part' } } },
  };
  const tool = defineTool({
    name: 'count_parts',
    title: 'Count parts',
    description: 'Counts the parts of a tree.',
    risk: 'read',
    input: { type: 'object', properties: { tree: { $ref: '#/$defs/part' } }, $defs: { part } },
    run: () => ({}),
  });
  const adapter = adapterOf([tool]);
  expect(await callTool(adapter, 'count_parts', { tree: { name: 'a', parts: [{ name: 'b' }] } })).toMatchObject({ ok: true });
  expect(await callTool(adapter, 'count_parts', { tree: { name: 'a', parts: [{ name: 7 }] } })).toMatchObject({
    code: 'invalid_arguments',
  });
});
