import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUp } from './setup.ts';

const TOOL = '__TOOL__';
const ARGS = { __ARGUMENT__: 'SAMPLE-1', task_id: 't-1', step_id: 'first' };

test('__TOOL__ needs a grant', async (t) => {
  const { call } = await setUp(t);
  assert.equal((await call(TOOL, ARGS)).code, 'write_not_enabled');
});

test('__TOOL__ with a grant is done once for a step, however often it is asked for', async (t) => {
  const { call, grant } = await setUp(t);
  grant('t-1', TOOL);
  const [first, second] = [await call(TOOL, ARGS), await call(TOOL, ARGS)];
  assert.deepEqual([first.ok, second.ok, second.replayed], [true, true, true]);
  assert.equal(second.confirmation, first.confirmation);
});

test('__TOOL__ says that there is none', async (t) => {
  const { call, grant } = await setUp(t);
  grant('t-1', TOOL);
  const { code, retryable } = await call(TOOL, { ...ARGS, __ARGUMENT__: 'SAMPLE-0' });
  assert.deepEqual({ code, retryable }, { code: '__THING___not_found', retryable: false });
});

test('__TOOL__ refuses more than forty characters for __ARGUMENT__', async (t) => {
  const { call } = await setUp(t);
  const { code } = await call(TOOL, { ...ARGS, __ARGUMENT__: 'S'.repeat(41) });
  assert.equal(code, 'invalid_arguments');
});
