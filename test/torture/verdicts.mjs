// The 200 bugs of test/seeded-bugs.mjs through the real command (`node test/torture/verdicts.mjs`, after a build; some minutes): what is not flaky
// on one adapter and on a fresh one for each run, what is flaky in 2,000 trials a rate. Exits 1 when one is judged wrong or a share is above its limit.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { RATES, seededBugs } from '../seeded-bugs.mjs';

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const SEEDS = Number(process.argv[2] ?? 100);
/** How often each is run, and the largest share of trials that may be called fixed. */
const FLAKY = {
  flaky30: { runs: 10, limit: 0.05 },
  flaky50: { runs: 10, limit: 0.05 },
  flaky70: { runs: 10, limit: 0.05 },
  flaky10: { runs: 30, limit: 0.06 },
};

const bugs = seededBugs();
const folder = mkdtempSync(join(tmpdir(), 'torture-verdicts-'));
let failed = 0;
try {
  for (const name of ['before', 'after', 'suite']) writeFileSync(join(folder, `${name}.json`), JSON.stringify(bugs[name]));
  const { steps } = run(['smoke', 'suite.json'], 'before', 0);
  const kept = steps.filter(({ saved }) => saved).length;
  tell('recorded', `${kept} of 200 bugs kept as cases`, kept === 200);
  for (const isolate of ['none', 'case']) {
    const cases = replayed([...bugs.expected.keys()], ['--runs', '3', '--isolate', isolate], 0);
    const wrong = cases.filter(
      ({ tool, verdict, staleSchema, rebound }) => !isDeepStrictEqual({ verdict, staleSchema, rebound }, bugs.expected.get(tool)),
    );
    const names = wrong.map(({ tool, verdict }) => `${tool} ${verdict}`).join(', ');
    tell(`not flaky, --isolate ${isolate}`, `${cases.length - wrong.length} of ${bugs.expected.size} judged right ${names}`, !names);
  }
  for (const [kind, { runs, limit }] of Object.entries(FLAKY)) measure(kind, runs, limit);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(failed ? `${failed} failed` : 'all as expected');
process.exit(failed ? 1 : 0);

function measure(kind, runs, limit) {
  const counts = { fixed: 0, flaky: 0, 'still-fails': 0 };
  for (let seed = 1; seed <= SEEDS; seed++)
    for (const { verdict } of replayed(bugs.flaky.get(kind), ['--runs', String(runs), '--isolate', 'none'], seed)) counts[verdict]++;
  const trials = SEEDS * bugs.flaky.get(kind).length;
  const chance = (1 - RATES[kind]) ** runs;
  const percent = (share) => `${(share * 100).toFixed(2)} %`;
  const arithmetic = `${percent(chance)} ± ${percent(Math.sqrt((chance * (1 - chance)) / trials))} by arithmetic`;
  const others = `flaky ${counts.flaky}, still-fails ${counts['still-fails']}`;
  const facts = `fixed ${counts.fixed} of ${trials} (${percent(counts.fixed / trials)}; ${arithmetic}), ${others}`;
  const all = counts.fixed + counts.flaky + counts['still-fails'];
  tell(`${kind}, --runs ${runs}`, facts, counts.fixed / trials <= limit && all === trials);
}

function replayed(tools, flags, seed) {
  return run(['replay', ...tools.map((tool) => join('cases', tool)), ...flags], 'after', seed, { CI: 'true' }).cases;
}

/** The document of a command. In CI nothing is written. */
function run(words, script, seed, more = {}) {
  const env = ['--env', `SCRIPT=${join(folder, `${script}.json`)}`, '--env', `SEED=${seed}`];
  const flags = ['--quiet', '--reporter', 'json', '--deadline', '300s', ...env];
  const { CI: _, GITHUB_ACTIONS: __, ...ours } = process.env;
  const args = [at('dist/cli/main.js'), ...words, ...flags, '--', 'node', at('fixtures/adapters/scripted.mjs')];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env: { ...ours, ...more }, maxBuffer: 2 ** 28 });
  try {
    return JSON.parse(String(stdout));
  } catch {
    throw new Error(`${words.join(' ')}: ${stderr}`);
  }
}

function tell(name, facts, ok) {
  failed += ok ? 0 : 1;
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(28)} ${facts.trimEnd()}`);
}
