import { expect, test } from 'vitest';
import { createPace } from '../../../src/reference/providers/pace.ts';

test('the first goes at once, the others a turn apart each, and after a pause at once again', async () => {
  let time = 1_000;
  const waits: number[] = [];
  const turn = createPace(4, { now: () => time, wait: async (ms) => void waits.push(ms) });
  const { signal } = new AbortController();
  await Promise.all([turn(signal), turn(signal), turn(signal)]);
  expect(waits).toEqual([250, 500]);
  time = 5_000;
  await turn(signal);
  expect(waits).toHaveLength(2);
});

test('whoever is cancelled while waiting is told why', async () => {
  const turn = createPace(0.001);
  const cancelled = new AbortController();
  await turn(cancelled.signal);
  const waiting = turn(cancelled.signal);
  cancelled.abort(new Error('no longer wanted'));
  await expect(waiting).rejects.toThrow('no longer wanted');
});
