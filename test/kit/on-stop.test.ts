import { expect, test } from 'vitest';
import { callTool, createAdapter, defineTool } from '../../src/kit/index.ts';
import { newState } from './harness.ts';

/** An adapter whose one call lasts until it is let go. */
function adapterWith(onStop: () => Promise<void>) {
  const lines: string[] = [];
  let letGo = () => {};
  const slow = defineTool({
    name: 'wait_long',
    title: 'Wait',
    description: 'Waits until it is let go.',
    risk: 'read',
    input: { type: 'object', properties: {} },
    run: () =>
      new Promise<object>((resolve) => {
        letGo = () => resolve({});
      }),
  });
  const adapter = createAdapter({ name: 'a', version: '1', tools: [slow], state: newState(), log: (line) => lines.push(line), onStop });
  return { adapter, lines, letGo: () => letGo() };
}

test('what the tools share is ended once, when no call runs any more', async () => {
  const order: string[] = [];
  const { adapter, letGo } = adapterWith(async () => void order.push('ended'));
  const call = callTool(adapter, 'wait_long', {}).then(({ code }) => void order.push(code));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const stopped = Promise.all([adapter.stop(10_000), adapter.stop(10_000)]);
  letGo();
  await Promise.all([call, stopped]);
  expect(order).toEqual(['ok', 'ended']);
});

test('that it cannot be ended is told, and the adapter stops nevertheless', async () => {
  const { adapter, lines } = adapterWith(async () => {
    throw new Error('the browser is stuck');
  });
  await adapter.stop(0);
  expect(lines).toEqual(['stopping: the browser is stuck']);
});
