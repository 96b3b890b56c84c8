// Cases where everything goes wrong (`node test/torture/replay.mjs`, after a build; some minutes, Linux): adapters that die at calls in the middle,
// Ctrl-C at random moments of smoke and replay, a full disk. Each time every case file is whole, those that were there are as they were, and no
// process is left. Exits 1 when anything is not as promised.
import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readCase } from '../../dist/cases/read-case.js';
import { processesWith } from '../processes.mjs';
import { deathAt } from './dies.mjs';

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const CLI = at('dist/cli/main.js');
const CASES = 1_000;
const MOMENTS = 20;
const SEED = '7';
/** In the environment of everything that this run starts. */
const MARK = `MCP_ADAPTER_TORTURE=${randomUUID()}`;
const { CI: _, GITHUB_ACTIONS: __, ...ENV } = process.env;

const [disk] = process.argv.slice(2);
let failed = 0;
if (disk) await onFullDisk(disk);
else {
  const folder = mkdtempSync(join(tmpdir(), 'torture-replay-'));
  try {
    await record(folder);
    await dying(folder);
    await interrupted(folder);
    mountAndFill();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(failed ? `${failed} failed` : 'all as expected');
}
process.exit(failed ? 1 : 0);

/** A case for each of 1,000 calls, by one suite. */
async function record(folder) {
  writeSuite(folder, CASES);
  const { code, document } = await run(folder, ['smoke', 'suite.yaml', '--deadline', '300s']);
  const { files, wrong } = look(folder);
  const saved = document?.steps.filter((step) => step.saved).length;
  tell('a suite of 1,000 failures', `exit ${code}, ${saved} kept, ${files.size} files`, [
    ...wrong,
    ...(code === 1 && saved === CASES && files.size === CASES ? [] : ['not all were kept']),
  ]);
}

async function dying(folder) {
  const all = Array.from({ length: CASES }, (_, n) => `A-${n}`);
  await replayed('on one adapter that dies', folder, all, ['cases', '--isolate', 'none', '--runs', '1'], {});
  const some = [...look(folder).files.keys()].sort().filter((_, index) => index % 10 === 0);
  const ids = some.map((file) => readCase(file, file).case.steps[0].arguments.id);
  await replayed('each on its own that dies', folder, ids, [...some, '--isolate', 'case', '--runs', '2'], { LATE: '1' });
}

/** Every case whose call kills the adapter fails differently, every other as it did. */
async function replayed(name, folder, ids, words, more) {
  const before = look(folder);
  const env = { SEED, ...more };
  const { code, document } = await run(folder, ['replay', ...words, '--out', 'out', '--deadline', '300s'], { env });
  rmSync(join(folder, 'out'), { recursive: true, force: true });
  const deadly = new Set(ids.filter((id) => ![null, 'exits afterwards'].includes(deathAt(id, env))));
  const cases = document?.cases ?? [];
  const misjudged = cases.filter(({ id, verdict }) => {
    const order = /missing_a_(\d+)/.exec(readFileSync(before.byId.get(id), 'utf8'))?.[1];
    return verdict !== (deadly.has(`A-${order}`) ? 'different-failure' : 'still-fails');
  });
  tell(name, `exit ${code}, ${cases.length} judged, ${deadly.size} deadly calls`, [
    ...(code === 1 && cases.length === ids.length ? [] : [`exit ${code}, ${cases.length} of ${ids.length} judged`]),
    ...misjudged.slice(0, 3).map(({ id, verdict, detail }) => `${id}: ${verdict}: ${detail}`),
    ...(misjudged.length ? [`${misjudged.length} misjudged`] : []),
    ...changes(before, look(folder)),
    ...(await remaining()),
  ]);
}

/** SIGINT at moments spread over the whole run. */
async function interrupted(folder) {
  const some = join(folder, 'some');
  mkdirSync(join(some, 'cases'), { recursive: true });
  for (const file of [...look(folder).files.keys()].slice(0, 40)) cpSync(file, join(some, 'cases', file.split('/').at(-1)));
  writeSuite(some, 40);
  const random = randomFrom(Number(SEED));
  for (const words of [
    ['smoke', 'suite.yaml', '--out', 'out'],
    ['replay', 'cases', '--isolate', 'none', '--runs', '3', '--out', 'out'],
    ['replay', 'cases', '--isolate', 'case', '--runs', '1', '--out', 'out'],
  ]) {
    const name = `Ctrl-C in ${words[0]}${words.includes('case') ? ', isolated' : ''}`;
    const env = { HOLD: '5' };
    const whole = await run(some, words, { env });
    const before = look(some);
    const wrong = [];
    let [atOnce, late, most] = [0, 0, 0];
    for (let moment = 0; moment < MOMENTS; moment++) {
      rmSync(join(some, 'out'), { recursive: true, force: true });
      const afterMs = Math.round(((moment + random()) / MOMENTS) * whole.ms * 0.95);
      const { code, signal, document, ms, alive, hasEnded } = await run(some, words, { env, afterMs });
      const told = (what) => wrong.push(`at ${afterMs} of ${whole.ms} ms: ${what}`);
      most = Math.max(most, alive);
      // Node itself had not come up yet.
      if (signal === 'SIGINT' && afterMs < 150) atOnce++;
      // Its report was written when the signal came.
      else if (hasEnded || (code === whole.code && document?.exitCode === code && ms < afterMs + 50)) late++;
      else if (code !== 130) told(`ended with ${code ?? signal}`);
      else if (document?.exitCode !== 130) told('no document with 130');
      if (ms > afterMs + 5_000) told(`it took ${ms - afterMs} ms more`);
      for (const each of [...changes(before, look(some)), ...look(join(some, 'out')).wrong, ...(await remaining())]) told(each);
    }
    if (late > MOMENTS / 4) wrong.push('the run was over too often');
    if (most < 2) wrong.push('no adapter was seen at any moment');
    tell(name, `${MOMENTS} moments in ${whole.ms} ms, ${atOnce} before Node was up, ${late} after the end`, wrong);
  }
}

/** Mounts a tmpfs in a name space of its own, where this user may, and goes on there. */
function mountAndFill() {
  const mount = mkdtempSync(join(tmpdir(), 'torture-full-'));
  const unshare = process.getuid?.() === 0 ? ['-m'] : ['-rm'];
  const script = 'mount -t tmpfs -o size=512k tmpfs "$0" || exit 42; exec "$1" "$2" "$0"';
  const { status } = spawnSync('unshare', [...unshare, 'sh', '-c', script, mount, process.execPath, fileURLToPath(import.meta.url)], {
    stdio: 'inherit',
  });
  rmSync(mount, { recursive: true, force: true });
  if (status === 42 || status === null) console.log('skip a full disk                a tmpfs cannot be mounted here');
  else failed += status ? 1 : 0;
}

async function onFullDisk(folder) {
  writeSuite(folder, 200);
  const full = await run(folder, ['smoke', 'suite.yaml']);
  const kept = look(folder);
  tellFull('a disk that fills up in smoke', full, 2, kept.files.size > 0 && kept.files.size < 200, kept.wrong);

  fill(folder);
  const again = await run(folder, ['replay', 'cases', '--isolate', 'none', '--runs', '1']);
  tellFull('replay on a full disk', again, 1, again.document?.cases.length === kept.files.size, changes(kept, look(folder)));

  // Another failure cannot be kept: that is said.
  const other = await run(folder, ['replay', 'cases', '--isolate', 'none', '--runs', '1'], { env: { SEED } });
  tellFull('another failure on a full disk', other, 2, true, changes(kept, look(folder)));

  rmSync(join(folder, 'filler'));
  const room = await run(folder, ['replay', 'cases', '--isolate', 'none', '--runs', '1']);
  tellFull('when there is room again', room, 1, room.document?.cases.length === kept.files.size, changes(kept, look(folder)));
}

function tellFull(name, { code, stderr, document }, wanted, isRight, wrong) {
  const sentence = /^error: .*$/m.exec(stderr)?.[0] ?? document?.error?.message ?? '';
  tell(name, `exit ${code} ${sentence.slice(0, 160)}`, [
    ...(code === wanted ? [] : [`exit ${code}, wanted ${wanted}: ${stderr.slice(0, 300)}`]),
    ...(isRight ? [] : ['not as many cases as there should be']),
    ...(code === 2 && !sentence ? ['no sentence'] : []),
    ...(/has a bug/.test(stderr) ? ['a bug of ours'] : []),
    ...wrong,
  ]);
}

function fill(folder) {
  for (const size of [4096, 256, 1])
    try {
      for (;;) appendFileSync(join(folder, 'filler'), Buffer.alloc(size, 1));
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error;
    }
}

/** Runs a command in a folder, and ends it by Ctrl-C after some time if wished. */
async function run(folder, words, { env = {}, afterMs = null } = {}) {
  const passed = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const [name, value] = MARK.split('=');
  const args = [CLI, ...words, '--quiet', '--reporter', 'json', '--env', MARK, ...passed, '--', 'node', at('test/torture/dies.mjs')];
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...ENV, [name]: value }, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  let [alive, hasEnded] = [0, afterMs !== null];
  const interrupt =
    afterMs !== null &&
    setTimeout(() => {
      // What has ended may not have been told yet.
      hasEnded = child.exitCode !== null || /\) Z /.test(readFileSync(`/proc/${child.pid}/stat`, 'latin1'));
      child.kill('SIGINT');
      alive = left().length;
    }, afterMs);
  const limit = setTimeout(() => child.kill('SIGKILL'), 320_000);
  const [code, signal] = await new Promise((resolve) => child.on('close', (...how) => resolve(how)));
  if (interrupt) clearTimeout(interrupt);
  clearTimeout(limit);
  const ms = Math.round(performance.now() - startedAt);
  return { code, signal, ms, alive, hasEnded, stderr, document: parsed(stdout) };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Processes of this run that are still there, some time after it has ended. */
async function remaining() {
  for (let waited = 0; waited < 3_000 && left().length; waited += 50) await delay(50);
  return left().length ? [`left behind: ${left().join(', ')}`] : [];
}

function left() {
  return processesWith('environ', MARK).filter((pid) => Number(pid) !== process.pid);
}

/** Every case file below `cases/` by its hash and by its id, and what is wrong with any. */
function look(folder) {
  const [files, byId, wrong] = [new Map(), new Map(), []];
  const root = join(folder, 'cases');
  for (const name of existsSync(root) ? readdirSync(root, { recursive: true }) : []) {
    const file = join(root, name);
    if (statSync(file).isDirectory()) continue;
    if (!name.endsWith('.case.json')) {
      wrong.push(`${name} was left in cases/`);
      continue;
    }
    const loaded = readCase(file, name);
    if (loaded.ok) byId.set(loaded.case.id, file);
    else wrong.push(`${name}: ${loaded.why}`);
    files.set(file, createHash('sha256').update(readFileSync(file)).digest('hex'));
  }
  return { files, byId, wrong };
}

function changes(before, after) {
  const changed = [...before.files].filter(([file, hash]) => after.files.get(file) !== hash).map(([file]) => `${file} was changed`);
  const added = [...after.files.keys()].filter((file) => !before.files.has(file)).map((file) => `${file} was added`);
  return [...after.wrong, ...changed, ...added];
}

function writeSuite(folder, count) {
  const steps = Array.from({ length: count }, (_, n) => `  - {name: call ${n}, tool: find_order, arguments: {id: A-${n}}}`);
  writeFileSync(join(folder, 'suite.yaml'), `format: mcp-adapter/smoke@1\nsteps:\n${steps.join('\n')}\n`);
}

/** A generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function tell(name, facts, wrong) {
  failed += wrong.length ? 1 : 0;
  const some = [...wrong.slice(0, 5), ...(wrong.length > 5 ? [`and ${wrong.length - 5} more`] : [])];
  console.log(`${wrong.length ? 'FAIL' : 'ok  '} ${name.padEnd(32)} ${facts}${wrong.length ? `: ${some.join('; ')}` : ''}`);
}
