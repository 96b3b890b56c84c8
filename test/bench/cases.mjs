// `npm run bench`, third part: saved cases, suites and traces, against bare scripts that send the same frames. Medians, in turn, as ratios.
// A ratio or a difference above its limit fails. node test/bench/cases.mjs [rounds] [part of a name]
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callsInFlight, wrongInFlight } from './in-flight.mjs';
import { framesIn, median, timeOf } from './processes.mjs';

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** The lightest adapter there can be, and one on the kit; a tool of each, with arguments. */
const LIGHT = { name: 'light', words: ['node', at('fixtures/adapters/light.mjs')], tool: 'tool_0', args: (n) => ({ id: `A-${n}` }) };
const KIT = {
  name: 'kit',
  words: ['node', at('fixtures/adapters/orders.mjs')],
  tool: 'find_order',
  args: (n) => ({ order_id: `A-100${1 + (n % 3)}` }),
};
const ROUNDS = Number(process.argv[2] ?? 15);
const WANTED = process.argv[3] ?? '';
const CASES = 1_000;

const folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-bench-'));
let failed = 0;
try {
  const replay = (path, ...flags) => ['replay', path, '--quiet', '--reporter', 'json', ...flags];
  for (const adapter of wanted('replay') ? [KIT, LIGHT] : [])
    ratio(`${CASES} cases, ${adapter.name} adapter`, adapter, replay(writeCases(adapter, CASES), '--runs', '1', '--isolate', 'none'), 1.3);
  if (wanted('smoke')) ratio('ten smoke calls', LIGHT, ['smoke', writeSuite(10), '--quiet', '--reporter', 'json'], 1.25);
  if (wanted('isolated')) isolated(writeCases(LIGHT, 1));
  if (wanted('flight')) await inFlight();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

/** A command against the bare script with the frames that it really sends. */
function ratio(name, adapter, args, limit) {
  const bare = bareWith(framesOf(args, adapter), adapter);
  const [ours, theirs] = inTurn([() => taken(command(args, adapter.words)), () => taken(bare)]);
  tell(
    name,
    `${(ours / theirs).toFixed(2)} (limit ${limit})   ${ours.toFixed(0)} ms against ${theirs.toFixed(0)} ms`,
    ours / theirs <= limit,
  );
}

/** What one more run on a fresh adapter costs, beyond starting that, the same frames and its end. */
function isolated(folderOfOne) {
  const runs = (count) => command(['replay', folderOfOne, '--quiet', '--reporter', 'json', '--runs', count], LIGHT.words);
  const lists = framesOf(['replay', folderOfOne, '--quiet', '--reporter', 'json', '--runs', '10'], LIGHT);
  if (lists.length !== 10) throw new Error(`ten runs started ${lists.length} adapters`);
  const [one, ten, bareOne, bareTen] = inTurn([
    () => taken(runs('1')),
    () => taken(runs('10')),
    () => taken(bareWith(lists.slice(0, 1), LIGHT)),
    () => taken(bareWith(lists, LIGHT)),
  ]);
  const [ours, theirs] = [(ten - one) / 9, (bareTen - bareOne) / 9];
  const facts = `${(ours - theirs).toFixed(0)} ms more (limit 60)   ${ours.toFixed(0)} ms against ${theirs.toFixed(0)} ms`;
  tell('an isolated run', facts, ours - theirs <= 60);
}

async function inFlight() {
  const wrong = await wrongInFlight();
  tell('5,000 calls, 64 in flight, any order', `${wrong} lost or mixed up (limit 0)`, wrong === 0);
  const times = { traced: [], plain: [] };
  await callsInFlight(null);
  for (let round = 0; round < ROUNDS; round++) {
    times.plain.push(await callsInFlight(null));
    times.traced.push(await callsInFlight(folder));
  }
  const [traced, plain] = [median(times.traced), median(times.plain)];
  const facts = `${(traced / plain).toFixed(2)} (limit 1.2)   ${traced.toFixed(0)} ms against ${plain.toFixed(0)} ms`;
  tell('the same with a trace', facts, traced / plain <= 1.2);
}

/** A suite with so many calls that pass, as people write them. */
function writeSuite(count) {
  const steps = Array.from({ length: count }, (_, n) => `  - {name: call ${n}, tool: tool_0, arguments: {id: A-${n}}, expect: {ok: true}}`);
  writeFileSync(join(folder, 'suite.yaml'), `format: mcp-adapter/smoke@1\nsteps:\n${steps.join('\n')}\n`);
  return 'suite.yaml';
}

/** So many cases in a folder, made of one that a suite kept: by turns one that passes now and one that fails as it did. */
function writeCases({ name, words, tool, args }, count) {
  const [kept, cases] = [join(folder, `kept-${name}`), join(folder, `${name}-${count}`)];
  const steps = [{ tool, arguments: args(0), expect: { text: 'no such words' } }];
  writeFileSync(join(folder, 'failing.json'), JSON.stringify({ format: 'mcp-adapter/smoke@1', steps }));
  taken(command(['smoke', 'failing.json', '--quiet', '--out', kept], words));
  const [file] = readdirSync(join(kept, 'cases', tool));
  const saved = JSON.parse(readFileSync(join(kept, 'cases', tool, file), 'utf8'));
  mkdirSync(cases);
  for (let index = 0; index < count; index++) {
    const text = JSON.stringify(args(index));
    const wire_sha256 = createHash('sha256').update(text).digest('hex');
    const step = { ...saved.steps[0], arguments: args(index), wire_sha256 };
    const expect = index % 2 ? saved.expect : { ok: true };
    const path = join(cases, `${String(index).padStart(4, '0')}.case.json`);
    writeFileSync(path, JSON.stringify({ ...saved, steps: [step], expect }, null, 2));
  }
  return cases;
}

function wanted(name) {
  return name.includes(WANTED);
}

function tell(name, facts, ok) {
  failed += ok ? 0 : 1;
  console.log(`${ok ? 'ok  ' : 'OVER'} ${name.padEnd(42)} ${facts}`);
}

/** Medians of each, measured in turn. */
function inTurn(measures) {
  const times = measures.map(() => []);
  for (let round = 0; round < ROUNDS; round++) for (const [index, measure] of measures.entries()) times[index].push(measure());
  return times.map(median);
}

function command(args, words) {
  return [at('dist/cli/main.js'), ...args, '--', ...words];
}

/** The bare script with its frames from a file: so many are too long for a command line. */
function bareWith(lists, { words }) {
  const file = join(folder, `${lists.length}-${lists[0].length}.json`);
  writeFileSync(file, JSON.stringify(lists));
  const script = `process.argv.splice(1, 0, 'bare', require('node:fs').readFileSync(${JSON.stringify(file)}, 'utf8')); import(${JSON.stringify(at('test/bench/bare.mjs'))});`;
  return ['-e', script, ...words];
}

function taken(args) {
  // In CI nothing would be written.
  return timeOf(args, { cwd: folder, env: { CI: '' } });
}

/** What a command sends to each adapter it starts, one list a process. */
function framesOf(args, { words }) {
  const file = join(folder, 'frames.ndjson');
  rmSync(file, { force: true });
  taken(command([...args, '--env', `FRAMES=${file}`], ['node', at('test/bench/tap.mjs'), ...words]));
  return framesIn(file);
}
