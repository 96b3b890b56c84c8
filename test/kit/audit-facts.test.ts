import { expect, test } from 'vitest';
import { ToolError } from '../../src/kit/tool-error.ts';
import { filesOf, recordsOf } from './audit-chain.ts';
import { adapterOf, callTool } from './harness.ts';
import { readTool } from './tools.ts';

test('the facts that a tool adds stand in the record of its call, also when it fails, cut and not too many', async () => {
  const adapter = adapterOf([
    readTool(({ order_id }, { audit }) => {
      audit({ shelf: 'B-7' });
      audit({ picked: 2, long: 'x'.repeat(500) });
      if (order_id === 'many') audit(Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`fact_${index}`, index])));
      if (order_id === 'none') throw new ToolError('order_not_found');
      return {};
    }),
  ]);
  await callTool(adapter, 'find_order', { order_id: 'A-1' });
  await callTool(adapter, 'find_order', { order_id: 'none' });
  await callTool(adapter, 'find_order', { order_id: 'many' });
  await adapter.stop(1_000);
  const records = filesOf(adapter.state).flatMap((name) => recordsOf(adapter.state, name));
  const [done, failed, many] = records.filter(({ kind }) => kind === 'outcome');
  expect(done?.detail).toEqual({ shelf: 'B-7', picked: 2, long: 'x'.repeat(200) });
  expect(failed).toMatchObject({ code: 'order_not_found', detail: { shelf: 'B-7' } });
  expect(Object.keys(many?.detail ?? {})).toHaveLength(20);
});
