// One side of the comparison, in a process of its own: `ours` or `bare`. Reads what to use from stdin and prints one JSON document.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { embeddedChromium } from '../../dist/reference/browser/embedded.js';
import { launchBrowser } from '../../dist/reference/browser/launch.js';
import { median } from './processes.mjs';

const ENVIRONMENTS = 20;
const NAVIGATIONS = 50;
const SECONDS = 10;
const { config, url, echo, proxy } = JSON.parse(readFileSync(0, 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'reference-bench-'));
const page = `${url}/orders.html`;
try {
  console.log(JSON.stringify(process.argv[2] === 'ours' ? await ours() : await bare()));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

async function ours() {
  const { callTool } = await import('../../dist/kit/index.js');
  const { loadReference } = await import('../../dist/reference/config/load-reference.js');
  const { createReference } = await import('../../dist/reference/adapter.js');
  const limits = { environments: 50, environmentsPerPurpose: 50, preparesPerHour: 1_000 };
  const settings = await loadReference(
    { ...config, provider: { kind: 'local', browser: 'embedded' }, limits },
    { folder, env: process.env },
  );
  const { adapter, close } = await createReference({ config: settings, state: folder, env: process.env, log: () => {} });
  const call = async (tool, args) => {
    const envelope = await callTool(adapter, tool, args);
    if (!envelope.ok) throw new Error(`${tool}: ${envelope.code} ${envelope.message}`);
    return envelope;
  };
  const prepare = (task, purpose) => call('prepare_environment', { region: 'US-CA', purpose, task_id: task });
  // The browser itself is started before the clock, as on the other side.
  const first = await prepare('t-first', 'warm');
  const before = await memory();
  let ms = 0;
  for (let index = 0; index < ENVIRONMENTS; index++) {
    const startedAt = performance.now();
    const { env_id, task_id } = await prepare(`t-${index}`, 'bench');
    ms += performance.now() - startedAt;
    await call('open_page', { env_id, task_id, url: page });
  }
  const msEach = ms / ENVIRONMENTS;
  await delay(1_500);
  const mbEach = ((await memory()) - before) / ENVIRONMENTS;
  const seconds = [];
  let env = first.env_id;
  let task = 't-first';
  for (let round = 0; round < SECONDS; round++) {
    await call('release_environment', { env_id: env, task_id: task });
    task = `t-again-${round}`;
    const again = performance.now();
    ({ env_id: env } = await prepare(task, 'warm'));
    seconds.push(performance.now() - again);
  }
  const { startGuard } = await import('../../dist/reference/guard/start-guard.js');
  const guard = await startGuard({ policy: settings, upstream: null });
  const navigationMs = await navigations(guard.url);
  await guard.close();
  await close();
  return { msEach, mbEach, secondMs: median(seconds), navigationMs };
}

async function bare() {
  const browser = await launchBrowser(await embeddedChromium(), { folder });
  const environment = async () => {
    const context = await browser.newContext({ proxy: { server: proxy }, viewport: { width: 1280, height: 720 }, serviceWorkers: 'block' });
    const warm = await context.newPage();
    await warm.goto(url, { waitUntil: 'domcontentloaded' });
    await warm.goto(echo, { waitUntil: 'domcontentloaded' });
    JSON.parse((await warm.textContent('body')) ?? '');
    await warm.close();
    return context;
  };
  const opened = async (context) => (await context.newPage()).goto(page, { waitUntil: 'domcontentloaded' });
  await environment();
  const before = await memory();
  let ms = 0;
  for (let index = 0; index < ENVIRONMENTS; index++) {
    const startedAt = performance.now();
    const context = await environment();
    ms += performance.now() - startedAt;
    await opened(context);
  }
  const msEach = ms / ENVIRONMENTS;
  await delay(1_500);
  const mbEach = ((await memory()) - before) / ENVIRONMENTS;
  await browser.close();
  return { msEach, mbEach, navigationMs: await navigations(null) };
}

/** The middle of so many navigations to one page, in one context. */
async function navigations(server) {
  const own = join(folder, 'navigations');
  const browser = await launchBrowser(await embeddedChromium(), { folder: own });
  const context = await browser.newContext(server ? { proxy: { server } } : {});
  const tab = await context.newPage();
  const times = [];
  for (let round = 0; round < NAVIGATIONS; round++) {
    const startedAt = performance.now();
    await tab.goto(`${page}?page=${1 + (round % 3)}`, { waitUntil: 'domcontentloaded' });
    times.push(performance.now() - startedAt);
  }
  await browser.close();
  return median(times);
}

/** Proportional set size of this process and everything below it, in MB. */
async function memory() {
  globalThis.gc?.();
  const parents = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = text(`/proc/${pid}/stat`);
    parents.set(pid, stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  }
  const below = (pid) => pid === String(process.pid) || (parents.has(pid) && below(parents.get(pid)));
  const kilobytes = [...parents.keys()]
    .filter(below)
    .map((pid) => Number(/^Pss:\s+(\d+)/m.exec(text(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0))
    .reduce((sum, each) => sum + each, 0);
  return kilobytes / 1024;
}

function text(file) {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
