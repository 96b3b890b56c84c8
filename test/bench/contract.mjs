// `npm run bench`, last part: `contract` on the lightest adapter, with 1,000 random calls and with none, in turn against a bare script that starts as many
// adapters and sends the same frames one after the other (one under way; `contract` has 8 to 32). A ratio above its limit fails. node test/bench/contract.mjs [rounds]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { framesIn, median, timeOf } from './processes.mjs';

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const ROUNDS = Number(process.argv[2] ?? 15);
const CALLS = 1_000;
const LIMIT = 1.5;
/** It takes everything, so that what it should refuse is called again, made small and kept, too. */
const LIGHT = ['node', at('fixtures/adapters/light.mjs')];

const folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-bench-'));
try {
  const [many, none] = [pair(CALLS), pair(0)];
  for (let round = 0; round < ROUNDS; round++) for (const { ours, bare } of [many, none]) [ours, bare].forEach(take);
  const rest = { ours: minus(many.ours, none.ours), bare: minus(many.bare, none.bare) };
  const over = [
    told(`contract, ${many.calls} calls`, many.ours.middle(), many.bare.middle()),
    told(`contract, ${none.calls} calls`, none.ours.middle(), none.bare.middle(), Infinity),
    told(`${many.calls - none.calls} calls more`, rest.ours, rest.bare),
  ].filter(Boolean);
  process.exitCode = over.length ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The command with so many random calls, and the bare script with the frames that it sends. */
function pair(runs) {
  const words = [at('dist/cli/main.js'), 'contract', '--quiet', '--reporter', 'json', '--seed', '1', '--runs', String(runs)];
  const lists = framesOf(words);
  const calls = lists.flat().filter(({ method }) => method === 'tools/call').length;
  if (calls < runs) throw new Error(`only ${calls} calls were made`);
  const file = join(folder, `frames-${runs}.json`);
  writeFileSync(file, JSON.stringify(lists));
  // From a file: so many frames are too long for a command line.
  const script = `process.argv.splice(1, 0, 'bare', require('node:fs').readFileSync(${JSON.stringify(file)}, 'utf8')); import(${JSON.stringify(at('test/bench/bare.mjs'))});`;
  return { calls, ours: measured([...words, '--', ...LIGHT]), bare: measured(['-e', script, ...LIGHT]) };
}

function measured(args) {
  const [elapsed, cpu] = [[], []];
  const mean = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  // Of CPU time only sums are exact: it is counted in hundredths of a second.
  return { args, elapsed, cpu, middle: () => ({ elapsed: median(elapsed), cpu: mean(cpu) }) };
}

function take({ args, elapsed, cpu }) {
  const before = childrenCpu();
  elapsed.push(timeOf(args, { cwd: folder, env: { CI: '' } }));
  cpu.push(childrenCpu() - before);
}

/** CPU milliseconds of every process that has ended below this one (Linux); NaN elsewhere. */
function childrenCpu() {
  if (process.platform !== 'linux') return Number.NaN;
  const [user, system] = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ').slice(13, 15);
  return (Number(user) + Number(system)) * 10;
}

function minus(one, other) {
  const [a, b] = [one.middle(), other.middle()];
  return { elapsed: a.elapsed - b.elapsed, cpu: a.cpu - b.cpu };
}

/** Prints a line; true when the elapsed time is above the limit. */
function told(name, ours, bare, limit = LIMIT) {
  const isOver = ours.elapsed / bare.elapsed > limit;
  const of = (what) => `${(ours[what] / bare[what]).toFixed(2)} (${ours[what].toFixed(0)} ms against ${bare[what].toFixed(0)} ms)`;
  const limits = Number.isFinite(limit) ? `limit ${limit}` : 'no limit';
  console.log(`${isOver ? 'OVER' : 'ok  '} ${name.padEnd(26)} ${limits}   elapsed ${of('elapsed')}   CPU ${of('cpu')}`);
  return isOver;
}

/** What a command sends to each adapter it starts, one list a process. */
function framesOf(words) {
  const file = join(folder, 'frames.ndjson');
  rmSync(file, { force: true });
  timeOf([...words, '--env', `FRAMES=${file}`, '--', 'node', at('test/bench/tap.mjs'), ...LIGHT], { cwd: folder, env: { CI: '' } });
  return framesIn(file);
}
