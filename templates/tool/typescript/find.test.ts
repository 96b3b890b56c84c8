import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUp } from './setup.ts';

const TOOL = '__TOOL__';

test('__TOOL__ answers with the sample', async (t) => {
  const { call } = await setUp(t);
  const { ok, id, name } = await call(TOOL, { __ARGUMENT__: 'SAMPLE-1' });
  assert.deepEqual({ ok, id, name }, { ok: true, id: 'SAMPLE-1', name: 'A sample' });
});

test('__TOOL__ says that there is none', async (t) => {
  const { call } = await setUp(t);
  const { code, retryable } = await call(TOOL, { __ARGUMENT__: 'SAMPLE-0' });
  assert.deepEqual({ code, retryable }, { code: '__THING___not_found', retryable: false });
});

test('__TOOL__ refuses more than forty characters for __ARGUMENT__', async (t) => {
  const { call } = await setUp(t);
  const { code } = await call(TOOL, { __ARGUMENT__: 'S'.repeat(41) });
  assert.equal(code, 'invalid_arguments');
});
