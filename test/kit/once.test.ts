import { describe, expect, test } from 'vitest';
import { ToolError } from '../../src/kit/tool-error.ts';
import { adapterOf, callTool, grant, person } from './harness.ts';
import { type Fields, prepareTool, writeTool } from './tools.ts';

const args = { task_id: 't1', step_id: 's1', order_id: 'A-1' };

test('200 callers at once with one key: one execution, and everybody has its answer', async () => {
  let executions = 0;
  const adapter = adapterOf([
    writeTool(async () => {
      executions++;
      await new Promise((resolve) => setTimeout(resolve, 30));
      return { number: `R-${executions}` };
    }),
  ]);
  await grant(adapter.state, 't1', ['book_return'], { maxCalls: 1 });
  const answers = await Promise.all(Array.from({ length: 200 }, () => callTool(adapter, 'book_return', args)));
  expect(executions).toBe(1);
  expect(new Set(answers.map(({ number }) => number))).toEqual(new Set(['R-1']));
  expect(answers.filter(({ replayed }) => replayed === true)).toHaveLength(199);
});

test('a repeated call after the grant is used up is answered from memory', async () => {
  const adapter = adapterOf([writeTool(() => ({ number: 'R-1' }))]);
  await grant(adapter.state, 't1', ['book_return'], { maxCalls: 1 });
  expect(await callTool(adapter, 'book_return', args)).toMatchObject({ ok: true, number: 'R-1' });
  expect(await callTool(adapter, 'book_return', args)).toMatchObject({ ok: true, number: 'R-1', replayed: true });
  expect(await callTool(adapter, 'book_return', { ...args, step_id: 's2' })).toMatchObject({ code: 'write_not_enabled' });
});

test('a final failure is returned again, a retryable one is done again', async () => {
  let calls = 0;
  const failing = (retryable: boolean) =>
    adapterOf([
      prepareTool(() => {
        calls++;
        throw new ToolError('label_printer_out', { retryable });
      }),
    ]);
  const final = failing(false);
  await callTool(final, 'prepare_label', { task_id: 't1' });
  expect(await callTool(final, 'prepare_label', { task_id: 't1' })).toMatchObject({ code: 'label_printer_out', replayed: true });
  expect(calls).toBe(1);
  const passing = failing(true);
  await callTool(passing, 'prepare_label', { task_id: 't1' });
  const second = await callTool(passing, 'prepare_label', { task_id: 't1' });
  expect(second).toMatchObject({ code: 'label_printer_out', retryable: true });
  expect(second.replayed).toBeUndefined();
  expect(calls).toBe(3);
});

test('an answer outlives the process that gave it', async () => {
  const first = adapterOf([prepareTool(() => ({ label: 'L-1' }))]);
  await callTool(first, 'prepare_label', { task_id: 't1' });
  await first.stop(100);
  const second = adapterOf([prepareTool(() => ({ label: 'L-2' }))], { state: first.state });
  expect(await callTool(second, 'prepare_label', { task_id: 't1' })).toMatchObject({ label: 'L-1', replayed: true });
});

describe('an answer that no longer holds', () => {
  test('is not given again: the call is made anew, once for all who ask, and its new answer is kept', async () => {
    const gone = new Set<unknown>();
    let made = 0;
    const adapter = adapterOf([prepareTool(() => ({ label: `L-${++made}` }), { holds: ({ label }) => !gone.has(label) })]);
    const ask = () => callTool(adapter, 'prepare_label', { task_id: 't1' });
    await ask();
    expect(await ask()).toMatchObject({ label: 'L-1', replayed: true });
    gone.add('L-1');
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    expect(new Set(answers.map(({ label }) => label))).toEqual(new Set(['L-2']));
    expect(await ask()).toMatchObject({ label: 'L-2', replayed: true });
    expect(made).toBe(2);
  });

  test('is made anew after a final failure too', async () => {
    let calls = 0;
    const run = () => {
      if (++calls === 1) throw new ToolError('label_printer_missing');
      return { label: 'L-1' };
    };
    const adapter = adapterOf([prepareTool(run, { holds: ({ ok }) => ok === true })]);
    expect(await callTool(adapter, 'prepare_label', { task_id: 't1' })).toMatchObject({ code: 'label_printer_missing' });
    expect(await callTool(adapter, 'prepare_label', { task_id: 't1' })).toMatchObject({ ok: true, label: 'L-1' });
  });

  test('keeps its key: other arguments are still a conflict', async () => {
    const adapter = adapterOf([prepareTool(() => ({ label: 'L-1' }), { holds: () => false })]);
    await callTool(adapter, 'prepare_label', { task_id: 't1', order_id: 'A-1' });
    expect(await callTool(adapter, 'prepare_label', { task_id: 't1', order_id: 'A-2' })).toMatchObject({ code: 'task_conflict' });
  });
});

describe('other arguments under the same key are a conflict', () => {
  test('after the first call ended', async () => {
    const adapter = adapterOf([prepareTool(({ order_id }) => ({ label: String(order_id) }))]);
    await callTool(adapter, 'prepare_label', { task_id: 't1', order_id: 'A-1' });
    expect(await callTool(adapter, 'prepare_label', { task_id: 't1', order_id: 'A-2' })).toMatchObject({
      code: 'task_conflict',
      retryable: false,
      message: expect.stringContaining('task_id "t1"'),
    });
  });

  test('while the first call runs', async () => {
    const adapter = adapterOf([
      prepareTool(({ order_id }) => new Promise<Fields>((resolve) => setTimeout(() => resolve({ label: String(order_id) }), 50))),
    ]);
    const first = callTool(adapter, 'prepare_label', { task_id: 't1', order_id: 'A-1' });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await callTool(adapter, 'prepare_label', { task_id: 't1', order_id: 'A-2' })).toMatchObject({ code: 'task_conflict' });
    expect(await first).toMatchObject({ label: 'A-1' });
  });
});

test('a key belongs to one principal and one tool', async () => {
  let calls = 0;
  const adapter = adapterOf([prepareTool(() => ({ label: `L-${++calls}` }))]);
  await callTool(adapter, 'prepare_label', { task_id: 't1' });
  const other = { ...person, principal: 'alice' };
  expect(await callTool(adapter, 'prepare_label', { task_id: 't1' }, { caller: other })).toMatchObject({ label: 'L-2' });
});

test('arguments in another order are the same arguments', async () => {
  const adapter = adapterOf([prepareTool(() => ({ label: 'L-1' }))]);
  await callTool(adapter, 'prepare_label', { task_id: 't1', order_id: 'A-1' });
  expect(await callTool(adapter, 'prepare_label', { order_id: 'A-1', task_id: 't1' })).toMatchObject({ replayed: true });
});

test('a key that another process has is told to be in progress; one that a dead process left is in doubt', async () => {
  const state = { kind: 'in_flight', argumentsHash: '' };
  const adapter = adapterOf([prepareTool(() => ({ label: 'L-1' }), { timeoutMs: 300 })], {
    stores: {
      tasks: {
        claim: async (_key, { argumentsHash }) => ({ ...state, argumentsHash }) as never,
        sweep: async () => {},
      },
    },
  });
  expect(await callTool(adapter, 'prepare_label', { task_id: 't1' })).toMatchObject({ code: 'task_in_progress', retryable: true });
  state.kind = 'in_doubt';
  expect(await callTool(adapter, 'prepare_label', { task_id: 't1' })).toMatchObject({ code: 'in_doubt', retryable: false });
});

test('a store that cannot be written refuses before anything is done', async () => {
  let calls = 0;
  const adapter = adapterOf([prepareTool(() => ({ label: `L-${++calls}` }))], {
    stores: { tasks: { claim: () => Promise.reject(new Error('ENOSPC')), sweep: async () => {} } },
  });
  expect(await callTool(adapter, 'prepare_label', { task_id: 't1' })).toMatchObject({ code: 'state_unavailable', retryable: true });
  expect(calls).toBe(0);
});

test('a caller whose own time is up is told that it is in progress; one whose neighbour cancels is served all the same', async () => {
  let calls = 0;
  const stop = new AbortController();
  const adapter = adapterOf([
    prepareTool(async (_, { signal }) => {
      calls++;
      await new Promise((resolve, reject) => {
        setTimeout(resolve, 80);
        signal.addEventListener('abort', () => reject(signal.reason));
      });
      return { label: `L-${calls}` };
    }),
  ]);
  const first = callTool(adapter, 'prepare_label', { task_id: 't1' }, { signal: stop.signal });
  await new Promise((resolve) => setTimeout(resolve, 20));
  const second = callTool(adapter, 'prepare_label', { task_id: 't1' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  stop.abort(new Error('the client cancelled'));
  expect(await first).toMatchObject({ code: 'cancelled' });
  expect(await second).toMatchObject({ ok: true, label: 'L-2' });
});
