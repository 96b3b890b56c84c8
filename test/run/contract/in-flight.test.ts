import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

// Only the clock is ours: work takes as long as a test says.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** The most that are under way at once of so many, each of which takes so many milliseconds. */
async function mostOf(inFlight: InFlight, count: number, ms: number): Promise<number> {
  const { state, start, end } = work();
  const all = Array.from({ length: count }, () => inFlight.beside(start));
  while (state.running) {
    vi.advanceTimersByTime(ms);
    end();
    await turn();
  }
  await Promise.all(all);
  return state.most;
}

test('no more than the limit are under way at once, and all come to their turn', async () => {
  expect(await mostOf(new InFlight(3), 10, 1_000)).toBe(3);
});

test('of work that takes little time four times as much is under way at once, and as much as before once it takes long', async () => {
  const inFlight = new InFlight(3);
  expect(await mostOf(inFlight, 100, 0)).toBe(12);
  expect(await mostOf(inFlight, 1, 1_000)).toBe(1);
  expect(await mostOf(inFlight, 10, 1_000)).toBe(3);
});

test('what goes one by one stays so, however little time it takes', async () => {
  const inFlight = new InFlight(3);
  expect(await mostOf(inFlight, 100, 0)).toBe(12);
  inFlight.limit = 1;
  expect(await mostOf(inFlight, 20, 0)).toBe(1);
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
