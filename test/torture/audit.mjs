// The audit log under kill -9, edits, and a full disk (`node test/torture/audit.mjs`, some minutes). Exits 1 when anything is not as
// promised; what this machine does not allow is said, and fails nothing.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const KILLS = 200;
const EDITS = 1_000;
const RECORDS = 1_000_000;
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'torture-audit-'));
// From the sources, so that no build can be older than they are.
buildSync({
  entryPoints: { writer: here('audit-writer.mjs'), full: here('audit-full.mjs'), audit: here('../../src/kit/audit/index.ts') },
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
});
const { openAudit, verifyAudit } = await import(pathToFileURL(join(folder, 'audit.mjs')).href);

let failed = 0;
try {
  await killed();
  await edited();
  await recovered();
  fullDisk();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(failed ? `${failed} failed` : 'all as expected');
process.exit(failed ? 1 : 0);

function tell(name, facts, wrong) {
  failed += wrong.length ? 1 : 0;
  console.log(`${wrong.length ? 'FAIL' : 'ok  '} ${name.padEnd(22)} ${facts}${wrong.length ? `: ${wrong.slice(0, 5).join('; ')}` : ''}`);
}

/** Kills a writer at a random moment again and again; a fresh folder for every 20 kills keeps the logs small. */
async function killed() {
  const wrong = [];
  let [acknowledged, records, torn] = [0, 0, 0];
  for (let kill = 0; kill < KILLS; kill += 20) {
    const state = join(folder, `killed-${kill}`);
    const printed = [];
    for (let run = 0; run < 20; run++) {
      printed.push(...(await killOne(state, `r${run}`, wrong)));
      // What a kill leaves rarely, and a loss of power often: a part of a line.
      if (run % 4 === 0) appendFileSync(newest(state), '{"at":"2026-11-30T'.slice(0, 1 + (run % 17)));
    }
    const log = openAudit(state);
    await log.sync({ kind: 'stop' });
    await log.close();
    const report = await verifyAudit(state);
    const text = logText(state);
    const calls = new Set(Array.from(text.matchAll(/"call":"([^"]+)"/g), ([, call]) => call));
    const missing = printed.filter((call) => !calls.has(call));
    if (missing.length) wrong.push(`${missing.length} acknowledged records lost`);
    if (report.broken) wrong.push(`${report.broken} breaks, the first at ${report.breaks[0].file}:${report.breaks[0].line}`);
    acknowledged += printed.length;
    records += report.lanes.reduce((sum, lane) => sum + lane.records, 0);
    torn += text.split('"kind":"recovered"').length - 1;
    rmSync(state, { recursive: true });
  }
  tell('kill -9', `${KILLS} kills, ${acknowledged} acknowledged, ${records} in the logs, ${torn} torn lines recovered`, wrong);
}

/** The ids that a writer printed as acknowledged before it was killed. */
async function killOne(state, run, wrong) {
  const child = spawn(process.execPath, [join(folder, 'writer.mjs'), state, run], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (printed += text));
  const closed = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), closed]);
  await delay(Math.random() * 60);
  child.kill('SIGKILL');
  await closed;
  if (!printed) wrong.push('a writer acknowledged nothing');
  return printed.split('\n').slice(0, -1);
}

/** Every edit of a single byte, at a random place, is found. */
async function edited() {
  const state = join(folder, 'edited');
  const log = openAudit(state);
  for (let count = 0; count < 200; count++)
    await log.sync({ kind: 'outcome', call: `c${count}`, purpose: 'some "text"\u0001', ms: count / 8 });
  await log.close();
  const file = newest(state);
  const bytes = readFileSync(file);
  const wrong = [];
  for (let edit = 0; edit < EDITS; edit++) {
    const at = Math.floor(Math.random() * bytes.length);
    const copy = Buffer.from(bytes);
    copy[at] ^= 1 + Math.floor(Math.random() * 255);
    writeFileSync(file, copy);
    if (!(await verifyAudit(state)).broken) wrong.push(`byte ${at} from ${bytes[at]} to ${copy[at]}`);
  }
  tell('edits of one byte', `${EDITS - wrong.length} of ${EDITS} found`, wrong);
}

/** The time from opening a torn log of a million records to the first acknowledged record. */
async function recovered() {
  const state = join(folder, 'recovered');
  const log = openAudit(state);
  for (let count = 0; count < RECORDS; count++) {
    log.note({ kind: 'outcome', call: `c${count}` });
    if (count % 10_000 === 0) await log.sync({ kind: 'outcome' });
  }
  await log.close();
  const file = newest(state);
  let worst = 0;
  for (let run = 0; run < 5; run++) {
    appendFileSync(file, '{"at":"2026-11-30T');
    const started = performance.now();
    const again = openAudit(state);
    await again.sync({ kind: 'start' });
    worst = Math.max(worst, performance.now() - started);
    await again.close();
  }
  const started = performance.now();
  const { broken, lanes } = await verifyAudit(state);
  const verified = Math.round(performance.now() - started);
  const mb = Math.round(statSync(file).size / 1e6);
  const all = RECORDS + RECORDS / 10_000 + 10;
  tell('recovery', `of ${RECORDS} records (${mb} MB) in ${Math.round(worst)} ms at worst of 5; verified in ${verified} ms`, [
    ...(worst < 1_000 ? [] : ['a second and more']),
    ...(broken || lanes[0].records !== all ? [`${broken} breaks, ${lanes[0].records} records of ${all}`] : []),
  ]);
}

/** A real tmpfs of 256 KiB, where this user may mount one in a name space of its own. */
function fullDisk() {
  const mount = join(folder, 'tmpfs');
  mkdirSync(mount);
  const unshare = process.getuid?.() === 0 ? ['-m'] : ['-rm'];
  const inside = (command) => ['unshare', ...unshare, 'sh', '-c', `mount -t tmpfs -o size=256k tmpfs "$0" && ${command}`, mount];
  const [program, ...probe] = inside('true');
  if (spawnSync(program, probe).status !== 0) {
    console.log('skip full disk              a tmpfs cannot be mounted here');
    return;
  }
  const [, ...words] = inside(`exec "${process.execPath}" "${join(folder, 'full.mjs')}" "$0"`);
  const { wrong, ...facts } = JSON.parse(execFileSync(program, words, { encoding: 'utf8' }));
  tell(
    'full disk',
    `${facts.acknowledged} acknowledged, ${facts.refused} refused (${facts.reason}), ${facts.lost} notes lost and told, normal ${facts.healedMs} ms after there was room`,
    wrong,
  );
}

function newest(state) {
  const names = readdirSync(join(state, 'audit')).filter((name) => name.endsWith('.ndjson'));
  return join(state, 'audit', names.sort().at(-1));
}

function logText(state) {
  const names = readdirSync(join(state, 'audit')).filter((name) => name.endsWith('.ndjson'));
  return names.map((name) => readFileSync(join(state, 'audit', name), 'utf8')).join('');
}
