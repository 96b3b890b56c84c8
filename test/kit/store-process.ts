import { appendFileSync } from 'node:fs';
import { grantFiles } from '../../src/kit/stores/grant-files.ts';
import type { Grant, GrantWish } from '../../src/kit/stores/grant-store.ts';
import { owner } from '../../src/kit/stores/owner.ts';
import { taskFiles } from '../../src/kit/stores/task-files.ts';
import type { TaskWish } from '../../src/kit/stores/task-store.ts';

/** What a process of its own is asked to do with a state folder. */
export type Order =
  | { do: 'owner' }
  /** Claims a key; who wins adds a line to `executions`, and with `bytes` finishes with an outcome of that size. */
  | { do: 'claim'; state: string; key: string; wish: TaskWish; executions?: string; bytes?: number }
  | { do: 'use'; state: string; grant: Grant; wish: GrantWish };

async function work(order: Order): Promise<unknown> {
  if (order.do === 'owner') return owner();
  if (order.do === 'use') return grantFiles(order.state).use(order.grant, order.wish);
  const claim = await taskFiles(order.state).claim(order.key, order.wish);
  if (claim.kind !== 'won') return claim;
  if (order.executions) appendFileSync(order.executions, `${process.pid}\n`);
  if (order.bytes !== undefined) await claim.finish({ envelope: { ok: true, code: 'ok', text: 'x'.repeat(order.bytes) }, content: [] });
  return { kind: 'won' };
}

process.on('message', (order: Order) => {
  void work(order)
    .catch((error: { code?: string; message: string }) => ({ error: error.code ?? error.message }))
    .then((answer) => process.send?.(answer));
});
process.send?.('ready');
