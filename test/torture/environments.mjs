// Browser environments that come and go (`node test/torture/environments.mjs`, after a build; some minutes, Linux): 100 rounds of prepare and
// release in one adapter, and 20 adapters that are killed with SIGKILL at a random moment. Each time no process, no folder and no lease is left, and
// memory does not grow. Exits 1 when anything is not as promised.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startWorld } from '../../fixtures/site/start.mjs';
import { processesWith } from '../processes.mjs';

const CLI = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const ROUNDS = 100;
const KILLS = 20;
/** The first rounds fill caches; from then on nothing may grow by more. */
const SETTLED = 30;
const GROWTH_MB = 25;
const CALL_MS = 60_000;
/** In the environment of everything that this run starts. */
const MARK = `MCP_ADAPTER_TORTURE=${randomUUID()}`;

const world = await startWorld();
const folder = mkdtempSync(join(tmpdir(), 'rt-'));
let failed = 0;
try {
  const config = world.writeConfig(folder);
  await rounds(config, place('rounds'));
  await kills(config, place('kills'));
} finally {
  await world.close();
  for (const pid of processesWith('environ', MARK)) process.kill(Number(pid), 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
console.log(failed ? `${failed} failed` : 'all as expected');
process.exit(failed ? 1 : 0);

/** Folders of one adapter: what it and its browsers leave lying about is found there. */
function place(name) {
  const tmp = join(folder, name, 'tmp');
  mkdirSync(tmp, { recursive: true });
  return { tmp, state: join(folder, name, 'state') };
}

async function rounds(config, at) {
  const adapter = start(config, at);
  const sizes = [];
  const wrong = [];
  for (let round = 0; round < ROUNDS; round++) {
    const task_id = `t-${round}`;
    const made = await adapter.call('prepare_environment', { region: round % 2 ? 'US-CA' : 'DE-BE', purpose: `p-${round % 3}`, task_id });
    if (!made.ok) wrong.push(`round ${round}: ${made.code}`);
    const env_id = made.env_id ?? 'env-000000000000';
    const opened = await adapter.call('open_page', { env_id, task_id, url: `${world.url}/orders.html` });
    if (!opened.ok) wrong.push(`round ${round}: ${opened.code}`);
    const released = await adapter.call('release_environment', { env_id, task_id, keep_state: round % 4 === 0 });
    if (!released.ok) wrong.push(`round ${round}: ${released.code}`);
    sizes.push(memory());
  }
  const settled = Math.max(...sizes.slice(SETTLED, SETTLED + 20));
  const last = Math.min(...sizes.slice(-10));
  if (last - settled > GROWTH_MB) wrong.push('the memory grows');
  await adapter.end();
  wrong.push(...(await leftovers(at)));
  tell(`${ROUNDS} rounds`, `${settled.toFixed(0)} MB after round ${SETTLED}, ${last.toFixed(0)} MB at the end`, wrong);
}

async function kills(config, at) {
  const wrong = [];
  for (let round = 0; round < KILLS; round++) {
    const adapter = start(config, at);
    const task_id = `k-${round}`;
    const prepared = adapter.call('prepare_environment', { region: 'US-CA', task_id });
    // In the middle of preparing, right after it, and while a page is opened.
    if (round % 3) await prepared;
    else await delay(Math.random() * 1_500);
    if (round % 3 === 2) {
      const { env_id } = await prepared;
      adapter.call('open_page', { env_id, task_id, url: `${world.url}/slow?ms=5000` }).catch(() => {});
      await delay(Math.random() * 500);
    }
    await adapter.kill();
    prepared.catch(() => {});
    if ((await processesAfter(5_000)).length) wrong.push(`round ${round}: processes are left`);
  }
  const left = readdirSync(at.tmp, { recursive: true }).length;
  // The next one clears up.
  const adapter = start(config, at);
  const { ok, code } = await adapter.call('prepare_environment', { region: 'US-CA', task_id: 'after' });
  if (!ok) wrong.push(`after ${KILLS} kills an environment is not prepared: ${code}`);
  await adapter.end();
  wrong.push(...(await leftovers(at)));
  tell(`${KILLS} kills`, `${left} files and folders were left, and are gone`, wrong);
}

/** An adapter on stdio, spoken to in lines. */
function start(config, { tmp, state }) {
  const [name, value] = MARK.split('=');
  const child = spawn(process.execPath, [CLI, 'serve', '--config', config, '--state', state], {
    env: { ...process.env, TMPDIR: tmp, MCP_ADAPTER_BROWSER: 'embedded', [name]: value },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const waiting = new Map();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  const ask = (id, method, params) => {
    const answer = new Promise((resolve) => waiting.set(id, resolve));
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const time = delay(CALL_MS, null, { ref: false }).then(() => {
      throw new Error(`${method} was not answered within ${CALL_MS} ms`);
    });
    return Promise.race([answer, time]);
  };
  child.stdin.on('error', () => {});
  const clientInfo = { name: 'torture', version: '1' };
  const open = ask(0, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  let id = 0;
  return {
    async call(tool, args) {
      await open;
      const { result, error } = await ask(++id, 'tools/call', { name: tool, arguments: args });
      return result?.structuredContent ?? { ok: false, code: error?.message };
    },
    async end() {
      child.stdin.end();
      await Promise.race([ended, delay(5_000).then(() => child.kill('SIGKILL'))]);
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function leftovers({ tmp, state }) {
  const leases = readdirSync(state).includes('leases') ? readdirSync(join(state, 'leases')) : [];
  return [
    ...(await processesAfter(5_000)).map((pid) => `process ${pid} is left`),
    // Of a folder that several share the parent may stay, empty.
    ...readdirSync(tmp, { recursive: true, withFileTypes: true })
      .filter((entry) => !/^mcp-adapter-\d+$/.test(entry.name))
      .map(({ name }) => `${name} is left`),
    ...leases.map((name) => `the lease ${name} is left`),
  ];
}

/** Those that are still there once they have had `ms` to end. */
async function processesAfter(ms) {
  const until = performance.now() + ms;
  for (;;) {
    const left = processesWith('environ', MARK);
    if (!left.length || performance.now() > until) return left;
    await delay(50);
  }
}

/** Proportional set size of everything that this run has started, in MB. */
function memory() {
  const kilobytes = processesWith('environ', MARK).map((pid) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}

function tell(title, facts, wrong) {
  failed += wrong.length ? 1 : 0;
  console.log(
    `${wrong.length ? 'FAIL' : 'ok  '} ${title.padEnd(12)} ${facts}${wrong.length ? `: ${[...new Set(wrong)].slice(0, 8).join('; ')}` : ''}`,
  );
}
