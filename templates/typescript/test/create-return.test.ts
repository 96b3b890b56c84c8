import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUp } from './setup.ts';

const RETURN = { order_id: 'A-1001', quantity: 1, reason: 'too small', task_id: 't-1', step_id: 'book' };

test('without a grant nothing is booked, and the answer says how it would be allowed', async (t) => {
  const { call, erp } = await setUp(t);
  const { code, message } = await call('create_return', RETURN);
  assert.equal(code, 'write_not_enabled');
  assert.match(message ?? '', /mcp-adapter grant add --task t-1 --tools create_return/);
  assert.equal(erp.returns.length, 0);
});

test('with a grant a return is booked, once however often it is asked for', async (t) => {
  const { call, grant, erp } = await setUp(t);
  grant('t-1', 'create_return');
  const [first, second] = await Promise.all([call('create_return', RETURN), call('create_return', RETURN)]);
  const third = await call('create_return', RETURN);
  for (const { code, return_id } of [first, second, third]) assert.deepEqual({ code, return_id }, { code: 'ok', return_id: 'R-9001' });
  assert.deepEqual(erp.returns, [{ user: 'alice', ORDER_NO: 'A-1001', QTY: 1, REASON_TXT: 'too small', EXT_REF: 't-1/book' }]);
});

test('a return that the ERP refuses is told as refused', async (t) => {
  const { call, grant, erp } = await setUp(t);
  grant('t-1', 'create_return');
  assert.equal((await call('create_return', { ...RETURN, quantity: 3, step_id: 'all' })).code, 'ok');
  const { code, retryable } = await call('create_return', { ...RETURN, step_id: 'one-more' });
  assert.deepEqual({ code, retryable }, { code: 'return_refused', retryable: false });
  assert.equal(erp.returns.length, 1);
});

test('the same step with other arguments is a conflict', async (t) => {
  const { call, grant, erp } = await setUp(t);
  grant('t-1', 'create_return');
  await call('create_return', RETURN);
  assert.equal((await call('create_return', { ...RETURN, quantity: 2 })).code, 'task_conflict');
  assert.equal(erp.returns.length, 1);
});

test('what cannot be returned is refused before anything is booked', async (t) => {
  const { call, grant, erp } = await setUp(t);
  grant('t-1', 'create_return');
  const open = await call('create_return', { ...RETURN, order_id: 'A-1002', step_id: 'open' });
  const cancelled = await call('create_return', { ...RETURN, order_id: 'A-1003', step_id: 'cancelled' });
  const tooMany = await call('create_return', { ...RETURN, quantity: 4, step_id: 'too-many' });
  const none = await call('create_return', { ...RETURN, quantity: 0, step_id: 'none' });
  assert.deepEqual([open.code, cancelled.code], ['order_wrong_status', 'order_wrong_status']);
  assert.match(open.message ?? '', /A-1002 is open/);
  assert.deepEqual([tooMany.code, tooMany.pieces], ['quantity_too_high', 3]);
  assert.equal(none.code, 'invalid_arguments');
  assert.equal(erp.returns.length, 0);
});
