import { expect, test } from 'vitest';
import { InFlight } from '../../../src/run/contract/in-flight.ts';

/** Work that ends when it is told to, and how much of it is under way. */
function work() {
  const state = { running: 0, most: 0 };
  const ends: (() => void)[] = [];
  const start = () => {
    state.running++;
    state.most = Math.max(state.most, state.running);
    return new Promise<void>((resolve) => {
      ends.push(() => {
        state.running--;
        resolve();
      });
    });
  };
  return { state, start, end: () => ends.shift()?.() };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('no more than the limit are under way at once, and all come to their turn', async () => {
  const inFlight = new InFlight(3);
  const { state, start, end } = work();
  const all = Array.from({ length: 10 }, () => inFlight.beside(start));
  for (let count = 0; count < 10; count++) {
    await turn();
    end();
  }
  await Promise.all(all);
  expect(state).toEqual({ running: 0, most: 3 });
});

test('what wants to be alone waits for those under way, comes before those that wait, and runs with nothing else', async () => {
  const inFlight = new InFlight(2);
  const order: string[] = [];
  const { state, start, end } = work();
  const named = (name: string) => () => {
    order.push(name);
    return start();
  };
  const all = [inFlight.beside(named('a')), inFlight.beside(named('b')), inFlight.beside(named('c')), inFlight.alone(named('alone'))];
  await turn();
  expect(order).toEqual(['a', 'b']);
  end();
  await turn();
  expect(order).toEqual(['a', 'b']);
  end();
  await turn();
  expect(order).toEqual(['a', 'b', 'alone']);
  expect(state.running).toBe(1);
  end();
  await turn();
  end();
  await Promise.all(all);
  expect(order.at(-1)).toBe('c');
});

test('work that throws gives its place to the next', async () => {
  const inFlight = new InFlight(1);
  const failing = inFlight.beside(async () => {
    throw new Error('broken');
  });
  await expect(failing).rejects.toThrow('broken');
  await expect(inFlight.alone(async () => 'done')).resolves.toBe('done');
});
