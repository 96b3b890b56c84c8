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
  assert.deepEqual([first.ok, second.ok, third.ok], [true, true, true]);
  assert.equal(second.return_id, first.return_id);
  assert.equal(third.return_id, first.return_id);
  const { user, ORDER_NO, QTY, EXT_REF } = erp.returns[0] ?? {};
  assert.deepEqual({ user, ORDER_NO, QTY, EXT_REF }, { user: 'alice', ORDER_NO: 'A-1001', QTY: 1, EXT_REF: 't-1/book' });
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
  const tooMany = await call('create_return', { ...RETURN, quantity: 4, step_id: 'too-many' });
  const none = await call('create_return', { ...RETURN, quantity: 0, step_id: 'none' });
  assert.equal(open.code, 'order_wrong_status');
  assert.deepEqual([tooMany.code, tooMany.pieces], ['quantity_too_high', 3]);
  assert.equal(none.code, 'invalid_arguments');
  assert.equal(erp.returns.length, 0);
});
