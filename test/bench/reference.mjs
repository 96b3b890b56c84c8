// `npm run bench`, fourth part: what the reference adapter costs beyond the browser. 20 environments against bare playwright-core doing the same
// (a context, the region's proxy, the warm-up, the echo; for the memory a page that stays open), a second prepare, and a navigation through the guard. node test/bench/reference.mjs [rounds]
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startWorld } from '../../fixtures/site/start.mjs';
import { median } from './processes.mjs';

const ROUNDS = Number(process.argv[2] ?? 5);
const CHILD = fileURLToPath(new URL('reference-child.mjs', import.meta.url));
let failed = 0;

// It serves both sides from this process, so its work is on no bill.
const world = await startWorld();
const runs = { ours: [], bare: [] };
for (let round = 0; round < ROUNDS; round++) for (const side of ['ours', 'bare']) runs[side].push(await measured(side));
await world.close();

const of = (side, figure) => median(runs[side].map((run) => run[figure]));
tell('20 environments, time of each', of('ours', 'msEach') / of('bare', 'msEach'), 1.15, figures('msEach', 'ms'));
tell('20 environments, memory of each', of('ours', 'mbEach') / of('bare', 'mbEach'), 1.15, figures('mbEach', 'MB'));
tell('a second prepare, ms', of('ours', 'secondMs'), 100, 'of the same purpose, after a release');
tell(
  'a navigation, ms more with guard',
  of('ours', 'navigationMs') - of('bare', 'navigationMs'),
  5,
  `${of('ours', 'navigationMs').toFixed(1)} ms against ${of('bare', 'navigationMs').toFixed(1)} ms`,
);
process.exit(failed ? 1 : 0);

function tell(name, value, limit, facts) {
  failed += value <= limit ? 0 : 1;
  console.log(`${value <= limit ? 'ok  ' : 'OVER'} ${name.padEnd(34)} ${value.toFixed(2)} (at most ${limit})   ${facts}`);
}

function figures(name, unit) {
  return `${of('ours', name).toFixed(1)} ${unit} against ${of('bare', name).toFixed(1)} ${unit}`;
}

async function measured(side) {
  const child = spawn(process.execPath, ['--expose-gc', CHILD, side], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify({ config: world.config, url: world.url, echo: world.echo, proxy: world.proxies.us }));
  let text = '';
  for await (const chunk of child.stdout) text += chunk;
  return JSON.parse(text);
}
