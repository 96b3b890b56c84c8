// `npm run bench`, last part: generated calls against a bare script that sends the same frames, and starts as many adapters. Medians, in turn, as
// a ratio; one above its limit fails. node test/bench/contract.mjs [rounds]
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { framesIn, median, timeOf } from './processes.mjs';

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const ROUNDS = Number(process.argv[2] ?? 15);
const LIMIT = 1.5;
/** The lightest adapter there can be: it takes everything, so that what it should refuse is called again, made small and kept, too. */
const LIGHT = ['node', at('fixtures/adapters/light.mjs')];
const CONTRACT = ['contract', '--quiet', '--reporter', 'json', '--seed', '1', '--runs', '1000'];

const folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-bench-'));
try {
  const ours = [at('dist/cli/main.js'), ...CONTRACT, '--', ...LIGHT];
  const lists = framesOf(ours.slice(0, -LIGHT.length - 1));
  const calls = lists.flat().filter(({ method }) => method === 'tools/call').length;
  if (calls < 1_000) throw new Error(`only ${calls} calls were made`);
  const file = join(folder, 'frames.json');
  writeFileSync(file, JSON.stringify(lists));
  // From a file: so many frames are too long for a command line.
  const script = `process.argv.splice(1, 0, 'bare', require('node:fs').readFileSync(${JSON.stringify(file)}, 'utf8')); import(${JSON.stringify(at('test/bench/bare.mjs'))});`;
  const times = { ours: [], bare: [] };
  for (let round = 0; round < ROUNDS; round++) {
    times.ours.push(taken(ours));
    times.bare.push(taken(['-e', script, ...LIGHT]));
  }
  const [mine, bare] = [median(times.ours), median(times.bare)];
  const facts = `${(mine / bare).toFixed(2)} (limit ${LIMIT})   ${mine.toFixed(0)} ms against ${bare.toFixed(0)} ms`;
  console.log(`${mine / bare <= LIMIT ? 'ok  ' : 'OVER'} ${`contract, ${calls} calls`.padEnd(42)} ${facts}`);
  process.exitCode = mine / bare <= LIMIT ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function taken(args) {
  // In CI nothing would be written.
  return timeOf(args, { cwd: folder, env: { CI: '' } });
}

/** What a command sends to each adapter it starts, one list a process. */
function framesOf(args) {
  const file = join(folder, 'frames.ndjson');
  taken([...args, '--env', `FRAMES=${file}`, '--', 'node', at('test/bench/tap.mjs'), ...LIGHT]);
  return framesIn(file);
}
