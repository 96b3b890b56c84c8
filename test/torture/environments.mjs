// Browser environments that come and go (`node test/torture/environments.mjs`, after a build; some minutes, Linux): 100 rounds of prepare and
// release in one adapter, 20 adapters that are killed with SIGKILL at a random moment, 20 whose client leaves while an environment is being
// prepared, and a page that floods its browser. Each time no process, no folder and no lease is left, and memory does not grow. Exits 1 when anything is not as promised.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
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

const world = await startWorld();
/** Below it are the temporary folders of all that this run starts: a browser is given hardly anything else of our environment. */
const folder = mkdtempSync(join(tmpdir(), 'rt-'));
let failed = 0;
try {
  const config = world.writeConfig(folder);
  await rounds(config, place('rounds'));
  await kills(config, place('kills'));
  await endings(config, place('endings'));
  await flood(place('flood'));
} finally {
  await world.close();
  for (const pid of started()) process.kill(Number(pid), 'SIGKILL');
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

/** The client leaves (stdin ends) in the middle of preparing: the adapter ends by itself, and nothing has to be cleared up after it. */
async function endings(config, at) {
  const wrong = [];
  for (let round = 0; round < KILLS; round++) {
    const adapter = start(config, at);
    await adapter.opened;
    adapter.call('prepare_environment', { region: round % 4 ? 'US-CA' : 'XX-DEAD', task_id: `e-${round}`, account: 'ann' }).catch(() => {});
    await delay(Math.random() * 1_200);
    if (!(await adapter.end())) wrong.push(`round ${round}: it did not end by itself`);
    wrong.push(...(await leftovers(at)).map((each) => `round ${round}: ${each}`));
  }
  tell(`${KILLS} endings`, 'while an environment was being prepared', wrong);
}

/** 600 MB to the console: more than a message may have. The adapter must outlive it. */
async function flood(at) {
  const script = "const text = 'x'.repeat(1e8); console.log(text, text, text, text, text, text)";
  const site = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(`<p>here<script>${script}</script>`),
  );
  await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${site.address().port}`;
  const config = join(at.tmp, '..', 'mcp-adapter.json');
  writeFileSync(config, JSON.stringify({ reference: { ...world.config, privateHosts: [...world.config.privateHosts, host] } }));
  const adapter = start(config, at);
  const wrong = [];
  const wish = { region: 'US-CA', task_id: 'flood' };
  const { env_id } = await adapter.call('prepare_environment', wish);
  const opened = await adapter.call('open_page', { env_id, task_id: 'flood', url: `http://${host}/` });
  let again = {};
  for (let tries = 0; tries < 60 && !(again.ok && again.env_id !== env_id); tries++) {
    await delay(500);
    again = await adapter.call('prepare_environment', wish);
  }
  if (!again.ok || again.env_id === env_id) wrong.push(`no other environment afterwards: ${again.code}`);
  await adapter.end();
  site.closeAllConnections();
  site.close();
  wrong.push(...(await leftovers(at)));
  tell('a flood', `the page: ${opened.code}, another environment: ${again.code}`, wrong);
}

/** An adapter on stdio, spoken to in lines. */
function start(config, { tmp, state }) {
  const child = spawn(process.execPath, [CLI, 'serve', '--config', config, '--state', state], {
    env: { ...process.env, TMPDIR: tmp, MCP_ADAPTER_BROWSER: 'embedded' },
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
    opened: open,
    async call(tool, args) {
      await open;
      const { result, error } = await ask(++id, 'tools/call', { name: tool, arguments: args });
      return result?.structuredContent ?? { ok: false, code: error?.message };
    },
    async end() {
      child.stdin.end();
      await Promise.race([ended, delay(5_000, null, { ref: false })]);
      const byItself = child.exitCode !== null;
      if (!byItself) child.kill('SIGKILL');
      return byItself;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function leftovers({ tmp, state }) {
  const inState = (name) => (readdirSync(state).includes(name) ? readdirSync(join(state, name)) : []);
  return [
    ...(await processesAfter(5_000)).map((pid) => `process ${pid} is left`),
    // Of a folder that several share the parent may stay, empty.
    ...readdirSync(tmp, { recursive: true, withFileTypes: true })
      .filter((entry) => !/^mcp-adapter-\d+$/.test(entry.name))
      .map(({ name }) => `${name} is left`),
    ...inState('leases').map((name) => `the lease ${name} is left`),
    ...inState('browser-state').flatMap((name) => (name.endsWith('.lock') ? [`the hold ${name} is left`] : [])),
  ];
}

/** The processes that run, of the adapters and of their browsers. */
function started() {
  return processesWith('environ', `TMPDIR=${folder}`);
}

/** Those that are still there once they have had `ms` to end. */
async function processesAfter(ms) {
  const until = performance.now() + ms;
  for (;;) {
    const left = started();
    if (!left.length || performance.now() > until) return left;
    await delay(50);
  }
}

/** Proportional set size of everything that this run has started, in MB. */
function memory() {
  const kilobytes = started().map((pid) => {
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
