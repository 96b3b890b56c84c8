// `npm run bench`, second half: whole processes in turn, medians of 15, as ratios to a bare script that starts as many adapters and sends the same frames.
// A ratio above its limit fails. node test/bench/run.mjs [rounds]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { framesIn, median, timeOf } from './processes.mjs';

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const CLI = at('dist/cli/main.js');
const LIGHT = ['node', at('fixtures/adapters/light.mjs')];
const BARE = at('test/bench/bare.mjs');
const ROUNDS = Number(process.argv[2] ?? 15);
/** Only some measures: a part of their names. */
const WANTED = process.argv[3] ?? '';

const folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-bench-'));
const ours = (args, env) => ({ args: [CLI, ...args], env });
/** The bare script with the frames that `args` really sends: they are read off the adapter's own stdin. */
const bare = (args, env) => ({ args: [BARE, JSON.stringify(framesOf(args, env)), ...LIGHT], env });
const light = (...words) => [...words, '--quiet', ...LIGHT_ENV, '--', ...LIGHT];
const LIGHT_ENV = ['--env', 'TOOLS', '--env', 'NOISE', '--env', 'LINE'];
const PLAIN = { TOOLS: '1', NOISE: '0', LINE: '2' };

const saved = (count) => {
  const file = join(folder, `${count}.json`);
  const tools = Array.from({ length: count }, (_, index) => ({
    name: `tool_${index}`,
    description: 'Tells the state of one order.',
    inputSchema: { type: 'object', properties: { id: { type: 'string' }, rows: { type: 'integer', maximum: 9 } } },
  }));
  writeFileSync(file, JSON.stringify({ tools }));
  return file;
};

const MEASURES = [
  { name: '--version against node -e 0', a: ours(['--version']), b: { args: ['-e', '0'] }, limit: 1.4 },
  pair('list', light('list'), PLAIN, 1.25),
  pair('call', light('call', 'tool_0', '{}'), PLAIN, 1.25),
  pair('check --no-hosts', light('check', '--no-hosts'), PLAIN, 1.25),
  pair('a 9 MB line', light('call', 'tool_0', '{}', '--reporter', 'json'), { ...PLAIN, LINE: String(9 * 2 ** 20) }, 2),
  pair('200,000 noise lines', light('call', 'tool_0', '{}', '--reporter', 'json'), { ...PLAIN, NOISE: '200000' }, 2),
  {
    name: 'list of 5,000 tools against 1,000',
    a: ours(light('list'), { ...PLAIN, TOOLS: '5000' }),
    b: ours(light('list'), { ...PLAIN, TOOLS: '1000' }),
    limit: 6,
  },
  {
    name: 'check of 5,000 saved tools against 1,000',
    a: ours(['check', saved(5000), '--no-hosts']),
    b: ours(['check', saved(1000), '--no-hosts']),
    limit: 6,
  },
];

let failed = 0;
for (const { name, a, b, limit } of MEASURES.filter((each) => each.name.includes(WANTED))) {
  const times = { a: [], b: [] };
  for (let round = 0; round < ROUNDS; round++) {
    times.a.push(taken(a));
    times.b.push(taken(b));
  }
  const [one, other] = [median(times.a), median(times.b)];
  const ratio = one / other;
  const ok = ratio <= limit;
  failed += ok ? 0 : 1;
  console.log(
    `${ok ? 'ok  ' : 'OVER'} ${name.padEnd(42)} ${ratio.toFixed(2)} (limit ${limit})   ${one.toFixed(0)} ms against ${other.toFixed(0)} ms`,
  );
}
for (const [name, args] of [
  ['list', light('list')],
  ['call', light('call', 'tool_0', '{}')],
  ['check --no-hosts', light('check', '--no-hosts')],
]) {
  const loaded = sdkModules(args);
  failed += loaded.length ? 1 : 0;
  console.log(`${loaded.length ? 'OVER' : 'ok  '} ${name} loads ${loaded.length ? loaded.join(', ') : 'no SDK'}`);
}
rmSync(folder, { recursive: true, force: true });
process.exit(failed ? 1 : 0);

function pair(name, args, env, limit) {
  return { name, a: ours(args, env), b: bare(args, env), limit };
}

function taken({ args, env }) {
  return timeOf(args, { cwd: folder, env });
}

/** What a command sends to each adapter it starts, one list a process. */
function framesOf(args, env) {
  const file = join(folder, 'frames.ndjson');
  rmSync(file, { force: true });
  const dashes = args.indexOf('--');
  const tapped = [...args.slice(0, dashes), '--env', `FRAMES=${file}`, '--', 'node', at('test/bench/tap.mjs'), ...args.slice(dashes + 1)];
  taken(ours(tapped, { ...env, FRAMES: file }));
  return framesIn(file);
}

/** The SDK modules that a command loads, by a hook that sees every import. */
function sdkModules(args) {
  const file = join(folder, 'modules.txt');
  writeFileSync(file, '');
  const hook = `data:text/javascript,${encodeURIComponent(`import { register } from 'node:module'; register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(`import { appendFileSync } from 'node:fs'; export const resolve = (specifier, context, next) => { appendFileSync(${JSON.stringify(file)}, specifier + '\\n'); return next(specifier, context); };`)}));`)}`;
  taken({ args: ['--import', hook, CLI, ...args], env: PLAIN });
  const seen = readFileSync(file, 'utf8').split('\n');
  if (!seen.some((each) => each.includes('main.js'))) throw new Error('the hook saw nothing');
  return seen.filter((each) => each.includes('modelcontextprotocol'));
}
