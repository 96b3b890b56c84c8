import { expect, test } from 'vitest';
import { ToolError } from '../../src/kit/tool-error.ts';
import { adapterOf, callTool, grant } from './harness.ts';
import { type Fields, readTool, writeTool } from './tools.ts';

test('a step that fails retryably is tried again, and attempts says how often', async () => {
  let tries = 0;
  const adapter = adapterOf([
    readTool(async (_, { steps }) => {
      const order = await steps.run(
        'ask_erp',
        () => {
          if (++tries < 3) throw new ToolError('erp_busy', { retryable: true });
          return 'A-1';
        },
        { retries: 2 },
      );
      return { order };
    }),
  ]);
  expect(await callTool(adapter, 'find_order', {})).toMatchObject({ ok: true, order: 'A-1', attempts: 3 });
});

test('no more retries than allowed, then the failure itself', async () => {
  let tries = 0;
  const adapter = adapterOf([
    readTool((_, { steps }) =>
      steps.run(
        'ask_erp',
        () => {
          tries++;
          throw new ToolError('erp_busy', { retryable: true });
        },
        { retries: 1 },
      ),
    ),
  ]);
  expect(await callTool(adapter, 'find_order', {})).toMatchObject({ code: 'erp_busy', retryable: true, attempts: 2 });
  expect(tries).toBe(2);
});

test.each([
  ['a failure that is final', new ToolError('order_gone')],
  ['anything unexpected', new Error('boom')],
])('%s is not tried again', async (_, error) => {
  let tries = 0;
  const adapter = adapterOf([
    readTool((__, { steps }) =>
      steps.run(
        'ask_erp',
        () => {
          tries++;
          throw error;
        },
        { retries: 5 },
      ),
    ),
  ]);
  await callTool(adapter, 'find_order', {});
  expect(tries).toBe(1);
});

test('a step has a limit of its own, and its name is in the message', async () => {
  const adapter = adapterOf([readTool((_, { steps }) => steps.run('warm_up', () => new Promise<Fields>(() => {}), { timeoutMs: 40 }))]);
  expect(await callTool(adapter, 'find_order', {})).toMatchObject({
    code: 'timeout',
    retryable: true,
    message: 'step warm_up took longer than 40 ms',
  });
});

test('each step is reported to the client as progress, with rising numbers', async () => {
  const seen: unknown[] = [];
  const adapter = adapterOf([
    readTool(async (_, { steps, progress }) => {
      await steps.run('choose', () => 1);
      progress(50, 100, 'half');
      await steps.run('confirm', () => 2);
      return {};
    }),
  ]);
  await callTool(adapter, 'find_order', {}, { progress: (...all) => void seen.push(all) });
  expect(seen).toEqual([
    [null, undefined, 'choose'],
    [50, 100, 'half'],
    [null, undefined, 'confirm'],
  ]);
});

test('an effect that throws anything unexpected leaves the outcome unknown, and is never done again', async () => {
  let effects = 0;
  const adapter = adapterOf([
    writeTool((_, { steps }) =>
      steps.effect('book', () => {
        effects++;
        throw new Error('socket hang up');
      }),
    ),
  ]);
  await grant(adapter.state, 't1', ['book_return']);
  const args = { task_id: 't1', step_id: 's1' };
  expect(await callTool(adapter, 'book_return', args)).toMatchObject({ code: 'outcome_unknown', retryable: false });
  expect(await callTool(adapter, 'book_return', args)).toMatchObject({ code: 'outcome_unknown', replayed: true });
  expect(effects).toBe(1);
});

test('an effect that the tool itself calls refused may be done again', async () => {
  let effects = 0;
  const adapter = adapterOf([
    writeTool((_, { steps }) =>
      steps.effect('book', () => {
        if (++effects === 1) throw new ToolError('erp_busy', { retryable: true });
        return { booked: true };
      }),
    ),
  ]);
  await grant(adapter.state, 't1', ['book_return']);
  const args = { task_id: 't1', step_id: 's1' };
  expect(await callTool(adapter, 'book_return', args)).toMatchObject({ code: 'erp_busy', retryable: true });
  expect(await callTool(adapter, 'book_return', args)).toMatchObject({ ok: true, booked: true });
});

test('a retryable failure after something took effect is no longer retryable', async () => {
  let effects = 0;
  const adapter = adapterOf([
    writeTool(async (_, { steps }) => {
      await steps.effect('book', () => void effects++);
      throw new ToolError('mail_busy', { retryable: true });
    }),
  ]);
  await grant(adapter.state, 't1', ['book_return']);
  const args = { task_id: 't1', step_id: 's1' };
  expect(await callTool(adapter, 'book_return', args)).toMatchObject({ code: 'mail_busy', retryable: false });
  await callTool(adapter, 'book_return', args);
  expect(effects).toBe(1);
});

test('a read tool has no effects', async () => {
  const adapter = adapterOf([readTool((_, { steps }) => steps.effect('book', () => ({})))]);
  expect(await callTool(adapter, 'find_order', {})).toMatchObject({ code: 'internal' });
  expect(adapter.logged.join('\n')).toContain('step book: a tool of risk read has no effects');
});
