import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUp } from './setup.ts';

const TOOL = '__TOOL__';

test('__TOOL__ is done once for a task, however often it is asked for', async (t) => {
  const { call } = await setUp(t);
  const args = { __ARGUMENT__: 'SAMPLE-1', task_id: 't-1' };
  const [first, second] = [await call(TOOL, args), await call(TOOL, args)];
  assert.deepEqual([first.ok, second.ok, second.replayed], [true, true, true]);
  assert.equal(second.handle, first.handle);
});

test('__TOOL__ for another task is done for that one', async (t) => {
  const { call } = await setUp(t);
  const forTask = (task_id: string) => call(TOOL, { __ARGUMENT__: 'SAMPLE-1', task_id });
  assert.notEqual((await forTask('t-2')).handle, (await forTask('t-1')).handle);
});

test('__TOOL__ refuses more than forty characters for __ARGUMENT__', async (t) => {
  const { call } = await setUp(t);
  const { code } = await call(TOOL, { __ARGUMENT__: 'S'.repeat(41), task_id: 't-1' });
  assert.equal(code, 'invalid_arguments');
});
