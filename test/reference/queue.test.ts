import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Queue } from '../../src/reference/queue.ts';

const never = new AbortController().signal;

test('work is done one at a time, in the order asked, also after work that failed', async () => {
  const queue = new Queue();
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    await delay(2);
    seen.push(`${name} ends`);
    if (name === 'b') throw new Error('b failed');
  };
  const all = ['a', 'b', 'c'].map((name) => queue.run(never, work(name)));
  const settled = await Promise.allSettled(all);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  expect(queue.isIdle).toBe(true);
});

test('a waiter gives up at its signal, and those behind it still wait for the one in front', async () => {
  const queue = new Queue();
  const cancel = new AbortController();
  let finish = () => {};
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const first = queue.run(never, () => gate);
  const seen: string[] = [];
  const second = queue.run(cancel.signal, async () => void seen.push('second'));
  const third = queue.run(never, async () => void seen.push('third'));
  cancel.abort(new Error('cancelled'));
  await expect(second).rejects.toThrow('cancelled');
  expect(seen).toEqual([]);
  expect(queue.isIdle).toBe(false);
  finish();
  await Promise.all([first, third]);
  expect(seen).toEqual(['third']);
});
