import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUp } from './setup.ts';

const TOOL = '__TOOL__';

test('__TOOL__ answers with as many as asked for, and says that there are more', async (t) => {
  const { call } = await setUp(t);
  const { ok, count, truncated } = await call(TOOL, { max_items: 1 });
  assert.deepEqual({ ok, count, truncated }, { ok: true, count: 1, truncated: true });
});

test('__TOOL__ answers with all when they are few', async (t) => {
  const { call } = await setUp(t);
  const { ok, count, truncated } = await call(TOOL, {});
  assert.deepEqual({ ok, count, truncated }, { ok: true, count: 2, truncated: false });
});

test('__TOOL__ refuses none, and more than fifty', async (t) => {
  const { call } = await setUp(t);
  for (const max_items of [0, 51]) assert.equal((await call(TOOL, { max_items })).code, 'invalid_arguments');
});
