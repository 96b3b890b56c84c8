// 5,000 calls, 64 in flight, over stdio in this process: how long they take with and without a trace, and how many are lost or mixed up.
import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { masker } from '../../dist/model/secret.js';
import { toolNamed } from '../../dist/run/calls.js';
import { SUCCEEDS } from '../../dist/run/observe.js';
import { openPlace } from '../../dist/run/place.js';
import { play } from '../../dist/run/play.js';
import { many } from './many.mjs';

const CALLS = 5_000;
const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Milliseconds for the calls on the light adapter; with a folder, a trace is written there. */
export async function callsInFlight(folder) {
  const trace = folder && ((frames) => frames.traceTo(join(folder, `${Date.now()}.ndjson`), { command: 'bench' }, masker([])));
  const { ms, texts } = await calls('fixtures/adapters/light.mjs', 'tool_0', trace);
  if (texts.some((text) => text !== 'xx')) throw new Error('a call was not answered');
  return ms;
}

/** How many calls get no answer, or that of another, from an adapter that answers in any order. */
export async function wrongInFlight() {
  const { texts } = await calls('test/bench/shuffles.mjs', 'echo', null);
  return texts.filter((text, index) => text !== JSON.stringify({ id: `A-${index}` })).length;
}

async function calls(adapter, name, trace) {
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const place = await openPlace({
    target: { kind: 'stdio', command: process.execPath, args: [at(adapter)], env: {}, inheritEnv: false },
    open: {
      info: { name: 'bench', version: '1' },
      era: 'legacy',
      protocol: null,
      capabilities: [],
      startTimeoutMs: 30_000,
      timeoutMs: 30_000,
      env: process.env,
      signal,
      ...(trace ? { trace } : {}),
    },
    secrets: [],
    risks: {},
    onEvent() {},
  });
  const tool = toolNamed(place.seen.tools, name);
  const texts = new Array(CALLS).fill(null);
  const startedAt = performance.now();
  await many(CALLS, async (index) => {
    const args = { id: `A-${index}` };
    const { seen } = await play(place, tool, { name, arguments: args, text: JSON.stringify(args) }, { name, expect: SUCCEEDS });
    texts[index] = seen.result?.content[0].text ?? null;
  });
  // What is still to be written belongs to the price of a trace.
  await place.close();
  return { ms: performance.now() - startedAt, texts };
}
