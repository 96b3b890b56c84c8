// `npm run torture`: check on each hostile adapter. Every one must end with one document on stdout, the right exit code, in time, in 150 MB
// (one is known to need more, and says so), and with nothing left behind; then our own death by each signal, and readers of stdout that are
// slow or go away. Linux only, because it reads /proc.
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { processesWith } from '../processes.mjs';

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const CLI = at('dist/cli/main.js');
const HOSTILE = at('fixtures/adapters/hostile.mjs');
const DEADLINE_MS = 6_000;
/** Starting our own process comes before the clock of the deadline. */
const START_MS = 150;
const MAX_MB = 150;
/** In the environment of everything that these runs start, so that what others run at the same time is not taken for ours. */
const MARK = `MCP_ADAPTER_TORTURE=${randomUUID()}`;

/** Name → exit code, a rule that must have been found or be the reason, and where it needs more than MAX_MB, what it is known to need. */
const EXPECTED = {
  'floods-text': [3],
  'floods-notifications': [0],
  'floods-while-called': [1],
  'floods-stderr': [0],
  'lies-about-length': [3],
  garbage: [3],
  'bad-frames': [1, 'jsonrpc/version-member'],
  'never-reads': [3, 'init/timeout'],
  hangs: [3, 'init/timeout'],
  detaches: [0, 'lifecycle/orphans'],
  'huge-line': [1, 'stdio/line-too-long'],
  'huge-lines': [1, 'stdio/stdout-noise'],
  'closes-stdout': [3, 'init/timeout'],
  'stops-itself': [3],
  twice: [1, 'jsonrpc/stray-response'],
  unasked: [0],
  'deep-result': [1],
  'deep-schema': [1, 'schema/too-deep'],
  'big-description': [0, 'tool/description-length'],
  'many-tools': [0, 'tools/too-many', 450],
  'new-cursors': [1, 'list/cursor-loop'],
  'slow-pattern': [0, 'schema/unjudged'],
  'hostile-id': [1, 'jsonrpc/stray-response'],
  'dies-in-list': [1, 'lifecycle/exited'],
};

let failed = 0;
for (const [name, [exitCode, rule, limitMb = MAX_MB]] of Object.entries(EXPECTED)) {
  const { code, document, ms, mb } = await check(name);
  const rules = [...(document?.findings.map((finding) => finding.rule) ?? []), document?.error?.class];
  const left = remaining();
  tell(name, `exit ${code}, ${ms} ms, ${mb} MB${mb > MAX_MB ? ` (above ${MAX_MB})` : ''}`, [
    ...(document ? [] : ['no document on stdout']),
    ...(code === exitCode ? [] : [`exit ${code}, wanted ${exitCode}`]),
    ...(!rule || rules.includes(rule) ? [] : [`${rule} was not said`]),
    ...(ms <= DEADLINE_MS + 250 + START_MS ? [] : [`${ms} ms, later than the deadline`]),
    ...(mb <= limitMb ? [] : [`${mb} MB`]),
    ...(left.length ? [`left behind: ${left.join(', ')}`] : []),
  ]);
}
for (const [signal, exit, name] of [
  ['SIGINT', 130, 'hangs'],
  ['SIGTERM', 130, 'hangs'],
  ['SIGKILL', 'SIGKILL', 'hangs'],
  ['SIGKILL', 'SIGKILL', 'detaches-and-hangs'],
]) {
  const child = start(name);
  await delay(800);
  const before = remaining().length;
  child.kill(signal);
  const code = await ended(child);
  for (let waited = 0; waited < 5_000 && remaining().length; waited += 100) await delay(100);
  const left = remaining();
  tell(`our own ${signal}, ${name}`, `ended with ${code}`, [
    ...(before ? [] : ['the adapter was not running']),
    ...(code === exit ? [] : [`ended with ${code}, wanted ${exit}`]),
    ...(left.length ? [`left behind after 5 s: ${left.join(', ')}`] : []),
  ]);
}
await readerGone();
await slowReader();
console.log(failed ? `${failed} failed` : 'all as expected');
process.exit(failed ? 1 : 0);

function tell(name, facts, wrong) {
  failed += wrong.length ? 1 : 0;
  console.log(`${wrong.length ? 'FAIL' : 'ok  '} ${name.padEnd(22)} ${facts}${wrong.length ? `: ${wrong.join('; ')}` : ''}`);
}

/** `list | head -1`: no crash, and the adapter ends. */
async function readerGone() {
  const words = [CLI, 'list', '--json', '--quiet', '--env', MARK, '--', 'node', HOSTILE, 'many-tools'];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (data) => (stderr += data));
  child.stdout.once('data', () => child.stdout.destroy());
  const code = await ended(child);
  await delay(100);
  tell('a reader that goes away', `ended with ${code}`, [
    ...(code === 0 ? [] : [`ended with ${code}`]),
    ...(stderr ? [stderr.slice(0, 300)] : []),
    ...remaining(),
  ]);
}

/** A report of many megabytes through a pipe that is read slowly arrives whole. */
async function slowReader() {
  const words = [process.execPath, CLI, 'list', '--json', '--quiet', '--', 'node', HOSTILE, 'many-tools'];
  const line = `${words.map((word) => `'${word}'`).join(' ')} | (sleep 1; cat)`;
  const { tools } = JSON.parse(execFileSync('/bin/sh', ['-c', line], { maxBuffer: 2 ** 28 }));
  tell('a reader that is slow', `${tools.length} tools`, tools.length === 50_000 ? [] : ['not whole']);
}

function start(name) {
  const calls = { 'slow-pattern': ['--call', `state={"a":"${'a'.repeat(40)}!"}`] };
  const call = calls[name] ?? (/huge|stops|deep-result|while-called/.test(name) ? ['--call', 'state'] : []);
  const limits = ['--deadline', `${DEADLINE_MS}ms`, '--start-timeout', '2s', '--timeout', '2s'];
  const args = [
    CLI,
    'check',
    '--no-hosts',
    '--quiet',
    '--reporter',
    'json',
    ...limits,
    ...call,
    '--env',
    MARK,
    '--',
    'node',
    HOSTILE,
    name,
  ];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'], cwd: at('test/torture/') });
}

async function check(name) {
  const startedAt = performance.now();
  const child = start(name);
  let stdout = '';
  let kb = 0;
  child.stdout.on('data', (data) => (stdout += data));
  const watch = setInterval(() => (kb = Math.max(kb, peakOf(child.pid))), 20);
  const code = await ended(child);
  clearInterval(watch);
  const ms = Math.round(performance.now() - startedAt);
  await delay(100);
  let document = null;
  try {
    document = JSON.parse(stdout);
  } catch {}
  return { code, document, ms, mb: Math.round(kb / 1024) };
}

function ended(child) {
  const limit = setTimeout(() => child.kill('SIGKILL'), 30_000);
  return new Promise((resolve) =>
    child.on('close', (code, signal) => {
      clearTimeout(limit);
      resolve(code ?? signal);
    }),
  );
}

/** Peak memory of a process in KiB. */
function peakOf(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmHWM:\s+(\d+)/)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Processes that carry our mark in their environment. */
function remaining() {
  return processesWith('environ', MARK);
}
