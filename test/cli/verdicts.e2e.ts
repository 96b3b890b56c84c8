import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CaseRecord } from '../../src/model/run.ts';
import { type FlakyKind, seededBugs } from '../seeded-bugs.mjs';
import { fixture, run } from './run-cli.ts';

const bugs = seededBugs();
const folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-verdicts-'));
const scripted = (script: 'before' | 'after', seed: number) => [
  '--env',
  `SCRIPT=${join(folder, `${script}.json`)}`,
  '--env',
  `SEED=${seed}`,
  '--quiet',
  '--',
  'node',
  fixture('scripted.mjs'),
];

afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(async () => {
  for (const name of ['before', 'after', 'suite'] as const) writeFileSync(join(folder, `${name}.json`), JSON.stringify(bugs[name]));
  const { steps } = await run(['smoke', 'suite.json', ...scripted('before', 0)], { cwd: folder });
  const found = steps.filter(({ saved }) => saved).map(({ tool }) => tool);
  expect(found.sort()).toEqual([...bugs.expected.keys(), ...[...bugs.flaky.values()].flat()].sort());
  expect(found).toHaveLength(200);
});

/** The cases of some tools again, with the adapter as it is afterwards. In CI nothing is written: the cases stay what they are. */
async function replayed(tools: readonly string[], runs: number, seed = 0): Promise<CaseRecord[]> {
  const files = tools.map((tool) => join('cases', tool));
  const env = { PATH: process.env.PATH, CI: 'true' };
  const { cases } = await run(['replay', ...files, '--runs', String(runs), '--isolate', 'none', ...scripted('after', seed)], {
    cwd: folder,
    env,
  });
  return cases;
}

test('each of 120 bugs that are not flaky is judged right', async () => {
  const cases = await replayed([...bugs.expected.keys()], 3);
  const said = cases.map(({ tool, verdict, staleSchema, rebound }) => [tool, { verdict, staleSchema, rebound }]);
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(bugs.expected));
});

// Of 400 trials; the chance to miss what fails in 30 % of runs is 0.7^10 = 2.8 % (standard error 0.8 %), of 10 % 0.9^30 = 4.2 % (1.0 %).
test.each<[FlakyKind, number, number]>([
  ['flaky30', 10, 0.05],
  ['flaky50', 10, 0.05],
  ['flaky70', 10, 0.05],
  ['flaky10', 30, 0.06],
])('of %s, run %i times each, at most a share of %f is called fixed', async (kind, runs, most) => {
  const verdicts: string[] = [];
  for (let seed = 1; seed <= 20; seed++) {
    const cases = await replayed(bugs.flaky.get(kind) ?? [], runs, seed);
    verdicts.push(...cases.map(({ verdict }) => verdict));
  }
  expect(verdicts).toHaveLength(400);
  const share = (verdict: string) => verdicts.filter((each) => each === verdict).length / verdicts.length;
  expect(share('fixed')).toBeLessThanOrEqual(most);
  expect(share('flaky') + share('fixed') + share('still-fails')).toBe(1);
});
