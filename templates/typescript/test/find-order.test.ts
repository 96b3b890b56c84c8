import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUp } from './setup.ts';

test('an order is found, and only the fields that an agent needs', async (t) => {
  const { call } = await setUp(t);
  const { code, order } = await call('find_order', { order_id: 'A-1001' });
  assert.equal(code, 'ok');
  assert.deepEqual(order, {
    order_id: 'A-1001',
    status: 'shipped',
    ordered_on: '2026-11-03',
    pieces: 3,
    total_cents: 4200,
    currency: 'EUR',
  });
});

test('what the ERP says in codes is told in words, and money to the cent', async (t) => {
  const { call } = await setUp(t);
  const { order } = await call('find_order', { order_id: 'A-1003' });
  assert.deepEqual(order, {
    order_id: 'A-1003',
    status: 'cancelled',
    ordered_on: '2026-10-30',
    pieces: 2,
    total_cents: 435,
    currency: 'CHF',
  });
});

test('an order that nobody made is not found, nor one by a number that has another inside', async (t) => {
  const { call } = await setUp(t);
  for (const order_id of ['A-9999', 'A-1001#', 'A-1001?']) {
    const { code, retryable } = await call('find_order', { order_id });
    assert.deepEqual({ code, retryable }, { code: 'order_not_found', retryable: false });
  }
});

test('the order of somebody else is not found either', async (t) => {
  const { call } = await setUp(t);
  const other = await call('find_order', { order_id: 'B-2001' });
  const none = await call('find_order', { order_id: 'B-9999' });
  assert.equal(other.code, 'order_not_found');
  assert.equal(other.message, none.message?.replace('B-9999', 'B-2001'));
});

test('a number that is too long never reaches the ERP', async (t) => {
  const { call, erp } = await setUp(t);
  const { code } = await call('find_order', { order_id: 'A'.repeat(41) });
  assert.equal(code, 'invalid_arguments');
  assert.equal(erp.authorizations.length, 0);
});

test('an ERP that is down is worth another try', async (t) => {
  const { call, erp } = await setUp(t);
  erp.close();
  const { code, retryable, attempts } = await call('find_order', { order_id: 'A-1001' });
  assert.deepEqual({ code, retryable, attempts }, { code: 'backend_unreachable', retryable: true, attempts: 3 });
});
