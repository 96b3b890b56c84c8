import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { RefusedTools } from '../../src/kit/refuse-tools.ts';
import type { ValueOf } from '../../src/kit/schemas.ts';
import { defineTool } from '../../src/kit/tool.ts';
import { adapterOf, callTool } from './harness.ts';
import { prepareTool, readTool, writeTool } from './tools.ts';

const base = { title: 'Find an order', description: 'Finds one order by its number.', risk: 'read' } as const;

describe('the declaration', () => {
  test('a read tool is closed, annotated, and its output is the envelope with its own fields', () => {
    const { declaration } = defineTool({
      ...base,
      name: 'find_order',
      input: { type: 'object', properties: { id: { type: 'string', maxLength: 20 } }, required: ['id'] },
      output: { type: 'object', properties: { total: { type: 'integer' } }, required: ['total'] },
      run: () => ({ total: 1 }),
    });
    expect(declaration).toMatchObject({
      name: 'find_order',
      inputSchema: { type: 'object', required: ['id'], additionalProperties: false },
      annotations: { readOnlyHint: true, openWorldHint: false },
      _meta: { 'mcp-adapter/risk': 'read' },
      outputSchema: {
        type: 'object',
        properties: { total: { type: 'integer' }, ok: { type: 'boolean' } },
        required: ['ok', 'code', 'retryable', 'attempts', 'elapsed_ms'],
      },
    });
  });

  test('a write tool takes its task and its step, and says that it changes something', () => {
    const { declaration } = writeTool(() => ({}));
    expect(declaration).toMatchObject({
      inputSchema: { required: ['task_id', 'step_id'], properties: { task_id: { maxLength: 100 }, step_id: { maxLength: 100 } } },
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    });
  });

  test('the task of a prepare tool may be left to the adapter, which makes and returns one', async () => {
    const adapter = adapterOf([prepareTool(() => ({}))]);
    const envelope = await callTool(adapter, 'prepare_label', {});
    expect(envelope.task_id).toMatch(/^t-[0-9a-f]{32}$/);
  });
});

describe('arguments by a schema library', () => {
  const tool = defineTool({
    ...base,
    name: 'find_order',
    input: z.object({ id: z.string().max(20), pages: z.number().int().min(1).max(5).default(2) }),
    run: (args) => {
      expectTypeOf(args).toEqualTypeOf<{ id: string; pages: number }>();
      return { seen: args };
    },
  });

  test('its JSON Schema is declared, closed', () => {
    expect(tool.declaration.inputSchema).toMatchObject({
      type: 'object',
      properties: { pages: { minimum: 1, maximum: 5, default: 2 } },
      required: ['id'],
      additionalProperties: false,
    });
  });

  test('its defaults reach the tool, and what it does not allow is refused', async () => {
    const adapter = adapterOf([tool]);
    expect(await callTool(adapter, 'find_order', { id: 'A-1' })).toMatchObject({ ok: true, seen: { id: 'A-1', pages: 2 } });
    expect(await callTool(adapter, 'find_order', { id: 'A-1', pages: 9 })).toMatchObject({ code: 'invalid_arguments' });
    expect(await callTool(adapter, 'find_order', { id: 'A-1', more: 1 })).toMatchObject({ code: 'invalid_arguments' });
  });

  test('a strict one is not shown the arguments of the key', async () => {
    const strict = defineTool({
      ...base,
      name: 'prepare_label',
      description: 'Prepares a label.',
      risk: 'prepare',
      idempotency: ['task_id'],
      input: z.strictObject({ id: z.string().max(20) }),
      run: ({ id }) => ({ label: id }),
    });
    expect(await callTool(adapterOf([strict]), 'prepare_label', { id: 'A-1', task_id: 't1' })).toMatchObject({
      ok: true,
      label: 'A-1',
      task_id: 't1',
    });
  });
});

test('JSON Schema types the arguments', () => {
  type Args = ValueOf<{
    readonly type: 'object';
    readonly properties: {
      readonly id: { readonly type: 'string' };
      readonly size: { readonly enum: readonly ['s', 'm'] };
      readonly tags: { readonly type: 'array'; readonly items: { readonly type: 'integer' } };
    };
    readonly required: readonly ['id'];
  }>;
  expectTypeOf<Args>().toEqualTypeOf<{ id: string; size?: 's' | 'm' | undefined; tags?: number[] | undefined }>();
  expectTypeOf<ValueOf<{ readonly type: readonly ['string', 'null'] }>>().toEqualTypeOf<string | null>();
  expectTypeOf<ValueOf<{ readonly anyOf: readonly [{ readonly type: 'string' }, { readonly type: 'integer' }] }>>().toEqualTypeOf<
    string | number
  >();
  expectTypeOf<ValueOf<{ readonly type: 'object'; readonly additionalProperties: { readonly type: 'number' } }>>().toEqualTypeOf<
    Record<string, number>
  >();
});

describe('refused while it is defined', () => {
  test.each<[string, object, string]>([
    ['a write tool without a key', { risk: 'write' as const }, 'begins with task_id'],
    [
      'a write tool whose key names no task',
      { risk: 'write' as const, idempotency: ['id'], input: { type: 'object', properties: { id: { type: 'string' } } } as const },
      'begins with task_id',
    ],
    ['a risk that is none', { risk: 'wirte' as never }, 'is none of read, prepare, write, destructive'],
    [
      'an output that the envelope has already',
      { output: { type: 'object', properties: { code: { type: 'string' } } } as const },
      'declares code',
    ],
    ['a loggable argument that nobody declares', { loggable: ['order'] }, 'loggable names "order"'],
    ['a read tool with one', { idempotency: ['task_id'] }, 'never answered from memory'],
    ['a write that may be made again', { risk: 'write' as const, idempotency: ['task_id'], holds: () => false }, 'never written again'],
    ['a key that nobody declares', { risk: 'prepare' as const, idempotency: ['order_ref'] }, 'which the input does not declare'],
    ['a limit of an hour', { timeoutMs: 3_600_000 }, 'timeoutMs must be 1 to 600000'],
    ['a schema that is none', { input: { type: 'object', properties: { a: { type: 'txt' } } } as never }, 'tool "find_order"'],
  ])('%s', (_, over: object, message: string) => {
    expect(() => defineTool({ ...base, name: 'find_order', input: { type: 'object' }, run: () => ({}), ...over })).toThrow(message);
  });
});

describe('refused when the adapter is made', () => {
  const numbered = (name: string, schema: object) =>
    defineTool({
      ...base,
      name,
      description: 'Looks at pages.',
      input: { type: 'object', properties: { [name]: schema } },
      run: () => ({}),
    });

  test.each([
    ['a time-out without a maximum', numbered('timeout_ms', { type: 'integer' }), 'design/unbounded-number'],
    ['a password from the model', numbered('password', { type: 'string', maxLength: 80 }), 'design/credential-parameter'],
    ['a CSS selector', numbered('css_selector', { type: 'string', maxLength: 80 }), 'design/selector-parameter'],
    [
      'a loop without an end',
      {
        ...readTool(() => ({})),
        declaration: { name: 'crawl', description: 'Follows links until there are no more pages.', inputSchema: { type: 'object' } },
      },
      'design/unbounded-loop',
    ],
    [
      'captcha solving',
      {
        ...readTool(() => ({})),
        declaration: { name: 'solve_captcha', description: 'Solves the captcha of a page.', inputSchema: { type: 'object' } },
      },
      'design/bypass',
    ],
    [
      'bulk accounts',
      {
        ...readTool(() => ({})),
        declaration: { name: 'register_accounts', description: 'Creates accounts in bulk on a platform.', inputSchema: { type: 'object' } },
      },
      'design/bypass',
    ],
    ['a forged fingerprint', numbered('fingerprint_profile', { type: 'string', maxLength: 80 }), 'design/bypass'],
    [
      'a header whose value nobody compares',
      numbered('region', { type: 'string', maxLength: 9, 'x-mcp-header': 'Region' }),
      'x-mcp-header',
    ],
  ])('%s', (_, tool, rule) => {
    expect(() => adapterOf([tool])).toThrow(RefusedTools);
    expect(() => adapterOf([tool])).toThrow(rule);
  });

  test('a description without a word, or longer than hosts take', () => {
    for (const description of ['  ', 'x'.repeat(1_025)])
      expect(() =>
        adapterOf([defineTool({ ...base, name: 'find_order', description, input: { type: 'object' }, run: () => ({}) })]),
      ).toThrow('1 to 1,024 characters');
  });

  test('a name that some hosts refuse, and the same name twice', () => {
    expect(() => adapterOf([readTool(() => ({}), { name: 'find.order' })])).toThrow('1 to 64');
    expect(() => adapterOf([readTool(() => ({})), readTool(() => ({}))])).toThrow('two tools of this name');
  });
});
