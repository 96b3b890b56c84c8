import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CaseRecord } from '../../src/model/run.ts';
import { startFixture } from '../start-fixture.mjs';
import { folderWith } from '../suite/suite-folder.ts';
import { everyFileUnder } from './every-file.ts';
import { caseFiles, failing, readSaved, scripted, suiteOf } from './kept-cases.ts';
import { cli, fixture, run } from './run-cli.ts';

const workshop = ['--', 'node', fixture('workshop.mjs')];

/** A folder in which a call of each tool of the script was made and, where it failed, kept; the words that start its adapter. */
async function recorded(script: Parameters<typeof scripted>[1], args = '{"id":"A-1"}'): Promise<{ cwd: string; words: string[] }> {
  const cwd = folderWith({
    'a.yaml': suiteOf(...Object.keys(script).map((tool) => `{name: ${tool}, tool: ${tool}, arguments: ${args}}`)),
  });
  const words = scripted(cwd, script);
  await run(['smoke', 'a.yaml', ...words], { cwd });
  return { cwd, words };
}

const verdicts = (cases: readonly CaseRecord[]) =>
  Object.fromEntries(cases.map(({ tool, verdict, detail }) => [tool, `${verdict}: ${detail}`]));

describe('what has become of a case', () => {
  test('is one of five verdicts, each with its reason; the worst decides the exit code', async () => {
    const before = { mended: failing('down'), same: failing('down'), other: failing('down'), gone: failing('down') };
    const { cwd, words } = await recorded(before);
    scripted(cwd, { mended: {}, same: failing('down'), other: failing('timeout') });
    const { cases, exitCode, summary } = await run(['replay', '--isolate', 'none', ...words], { cwd });
    expect(verdicts(cases)).toEqual({
      gone: 'unreplayable: the adapter has no tool "gone"; it has "mended", "same" and "other"',
      mended: 'fixed: met the expectation in 3 of 3 runs (a failure in 30 % of runs would pass unseen 34 % of the time; --runs 10: 3 %)',
      other: 'different-failure: code timeout instead of down',
      same: 'still-fails: down in 3 of 3 runs',
    });
    expect(cases.map(({ runs, failures }) => [runs, failures])).toEqual([
      [0, 0],
      [3, 0],
      [3, 3],
      [3, 3],
    ]);
    expect([exitCode, summary]).toMatchObject([1, { passed: 1, failed: 2, unreplayable: 1 }]);
  });

  test('waits for an earlier call that failed with the same handle: what only followed from it is not a failure of its own', async () => {
    const prepared = { answer: { content: [{ type: 'text', text: '{"ok":true,"code":"ok","env_id":"env_7c1"}' }] } };
    const cwd = folderWith({
      'a.yaml': suiteOf(
        '{name: prepare, tool: prepare, capture: {env: /env_id}}',
        '{name: open, tool: open, arguments: {id: "{{env}}"}, expect: {ok: true}}',
        '{name: read, tool: read, arguments: {id: "{{env}}"}, expect: {ok: true}}',
      ),
    });
    const words = scripted(cwd, { prepare: prepared, open: failing('down'), read: failing('no_page') });
    await run(['smoke', 'a.yaml', ...words], { cwd });
    const before = await run(['replay', '--runs', '1', ...words], { cwd });
    expect(verdicts(before.cases)).toMatchObject({
      open: expect.stringMatching(/^still-fails/),
      read: expect.stringMatching(/^unreplayable: .*"open"/),
    });
    scripted(cwd, { prepare: prepared, open: {}, read: {} });
    expect((await run(['replay', '--runs', '1', ...words], { cwd })).summary).toMatchObject({ passed: 2, failed: 0, unreplayable: 0 });
  });

  test('is flaky when only some runs fail, which --allow-flaky lets pass', async () => {
    const { cwd, words } = await recorded({ shaky: failing('down') });
    scripted(cwd, { shaky: { ...failing('down'), fails: 0.5 } });
    const flags = ['replay', '--isolate', 'none', '--runs', '20', '--env', 'SEED=7', ...words];
    const { cases, exitCode } = await run(flags, { cwd });
    const failures = cases[0]?.failures ?? 0;
    expect(failures).toBeGreaterThan(0);
    expect(failures).toBeLessThan(20);
    expect(cases).toMatchObject([{ verdict: 'flaky', runs: 20, detail: `failed in ${failures} of 20 runs` }]);
    expect(exitCode).toBe(1);
    const allowed = await run(['replay', '--allow-flaky', ...flags.slice(1)], { cwd });
    expect([allowed.exitCode, allowed.cases[0]?.verdict]).toEqual([0, 'flaky']);
  });

  test('is told with the difference of the schema, and arguments that it refuses now are not fixed by an adapter that takes them', async () => {
    const { cwd, words } = await recorded({ tool: failing('down') });
    const inputSchema = { type: 'object', properties: { id: { type: 'integer' } }, additionalProperties: false };
    scripted(cwd, { tool: { inputSchema } });
    const { cases, exitCode } = await run(['replay', '--isolate', 'none', ...words], { cwd });
    expect(cases).toMatchObject([
      {
        verdict: 'different-failure',
        staleSchema: true,
        schemaChanges: ['/properties/id/type: "string" → "integer"'],
        detail: 'code stale_arguments instead of down',
      },
    ]);
    expect(exitCode).toBe(1);
    // A change that leaves the arguments valid is told, and no more than that.
    scripted(cwd, { tool: { inputSchema: { type: 'object', properties: { id: { type: 'string', maxLength: 40 } } } } });
    const wider = (await run(['replay', '--isolate', 'none', ...words], { cwd })).cases.filter(
      ({ id }) => id.includes('down') || id.includes('--tool--'),
    );
    expect(wider).toMatchObject([{ verdict: 'fixed', staleSchema: true }]);
  });

  test('for a case whose failure is the end of the adapter is found with each run, and the cases after it run too', async () => {
    const { cwd, words } = await recorded({ broken: failing('down'), dies: { exit: true } });
    await run(['smoke', 'a.yaml', '--only', 'broken', ...words], { cwd });
    for (const isolate of ['none', 'case']) {
      const { cases } = await run(['replay', '--isolate', isolate, '--runs', '2', ...words], { cwd });
      expect(verdicts(cases)).toEqual({ broken: 'still-fails: down in 2 of 2 runs', dies: 'still-fails: gone in 2 of 2 runs' });
    }
  });

  test('keeps a failure of another kind as a case with its parent; when it is seen again nothing new is written', async () => {
    const { cwd, words } = await recorded({ tool: failing('down') });
    const [first = ''] = caseFiles(cwd);
    scripted(cwd, { tool: failing('timeout') });
    const { cases } = await run(['replay', first, '--isolate', 'none', ...words], { cwd });
    const [{ saved, verdict } = { saved: undefined, verdict: '' }] = cases;
    expect(verdict).toBe('different-failure');
    expect(readSaved(cwd, saved?.file ?? '')).toMatchObject({
      parent: readSaved(cwd, first).id,
      state: 'open',
      seen: 1,
      actual: { code: 'timeout' },
      gen: { source: 'replay', suite: 'a', step: 'tool' },
    });
    expect((await run(['replay', first, '--isolate', 'none', ...words], { cwd })).cases[0]?.saved?.file).toBe(saved?.file);
    expect(caseFiles(cwd)).toHaveLength(2);
    expect((await run(['replay', saved?.file ?? '', '--isolate', 'none', ...words], { cwd })).cases[0]?.verdict).toBe('still-fails');
  });
});

test('where another failure cannot be written the other cases are reported all the same, and the run ends with 2', async () => {
  const { cwd, words } = await recorded({ other: failing('down'), same: failing('down') });
  scripted(cwd, { other: failing('timeout'), same: failing('down') });
  mkdirSync(join(cwd, 'art'));
  writeFileSync(join(cwd, 'art/cases'), 'a file');
  const { cases, error, exitCode } = await run(['replay', '--isolate', 'none', '--runs', '1', '--out', 'art', ...words], { cwd });
  expect(cases.map(({ verdict, saved }) => [verdict, saved])).toEqual([
    ['different-failure', undefined],
    ['still-fails', undefined],
  ]);
  expect([exitCode, error?.message]).toEqual([2, expect.stringMatching(/^the case cannot be written to .*cases: E[A-Z]+: /)]);
});

describe('each run', () => {
  const call = ['call', 'remember', '{"task_id":"t-1","n":1.0}'];

  test('has a fresh adapter with an empty state, and the task_id is kept', async () => {
    const cwd = folderWith();
    await cli([...call, ...workshop], { cwd });
    const { cases } = await run(['replay', '--env', `LOG=${cwd}/log`, ...workshop], { cwd });
    expect(cases).toMatchObject([{ verdict: 'still-fails', failures: 3, rebound: [] }]);
    expect(logged(cwd)).toEqual(Array(3).fill(['t-1', 0]));
  });

  test('with --isolate none shares adapter and state: the task gets another name each time, and that is said', async () => {
    const cwd = folderWith();
    await cli([...call, ...workshop], { cwd });
    const flags = ['replay', '--isolate', 'none', '--env', `LOG=${cwd}/log`, ...workshop];
    const { stdout } = await cli(flags, { cwd });
    // The first of these finds an empty state, the others do not.
    expect(stdout).toContain('flaky   remember--the_first');
    expect(stdout).toContain('exact except /task_id');
    const tasks = logged(cwd).map(([task]) => task);
    expect(tasks.every((task) => /^t-1-[0-9a-f]{6}$/.test(String(task)))).toBe(true);
    expect(new Set(tasks).size).toBe(3);
  });

  test('with --same-task-id keeps the task also there', async () => {
    const cwd = folderWith();
    await cli([...call, ...workshop], { cwd });
    const { cases } = await run(['replay', '--isolate', 'none', '--same-task-id', '--env', `LOG=${cwd}/log`, ...workshop], { cwd });
    expect([cases[0]?.rebound, logged(cwd).map(([task]) => task)]).toEqual([[], ['t-1', 't-1', 't-1']]);
  });

  test('on a server that was not started by us gives the task another name', async () => {
    await using server = await startFixture(fixture('orders.mjs'), { ORDERS_FAULT: 'throw@prepare_return' });
    const cwd = folderWith();
    await cli(['call', 'prepare_return', '{"order_id":"A-1001","task_id":"t-1"}', '--url', server.url], { cwd });
    const { cases, exitCode } = await run(['replay', '--url', server.url], { cwd });
    expect(cases).toMatchObject([{ verdict: 'still-fails', failures: 3, rebound: ['/task_id'] }]);
    expect(exitCode).toBe(1);
    const same = await run(['replay', '--same-task-id', '--url', server.url], { cwd });
    expect(same.cases).toMatchObject([{ rebound: [] }]);
  });

  test('makes the calls before it and takes what it needs from them; a case that was recorded in the legacy era is run in it', async () => {
    const cwd = folderWith({
      'a.yaml': suiteOf(
        '{name: a session, tool: open_session, capture: {session: /session_id}}',
        '{name: deep, tool: search, arguments: {session_id: "{{session}}", filter: {mode: deep}}}',
      ),
    });
    await run(['smoke', 'a.yaml', ...workshop], { cwd });
    const { cases, adapter } = await run(['replay', '--env', `LOG=${cwd}/log`, ...workshop], { cwd });
    expect(cases).toMatchObject([{ verdict: 'still-fails', failures: 3, rebound: ['/session_id'] }]);
    expect(adapter?.era).toBe('legacy');
    const lines = readFileSync(join(cwd, 'log'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ name }) => name)).toEqual(Array(3).fill(['open_session', 'search']).flat());
    expect(new Set(lines.filter(({ name }) => name === 'search').map(({ given }) => given.session_id)).size).toBe(3);
  });
});

test('a captured value that a step expects is that of the run, in its case as in its suite', async () => {
  const cwd = folderWith({
    'a.yaml': suiteOf(
      '{name: a session, tool: open_session, capture: {session: /session_id}}',
      '{name: told, tool: remember, arguments: {task_id: "{{session}}"}, expect: {ok: false, code: the_second, json: {/task_id: "{{session}}", /message: "refused for {{session}}"}}}',
    ),
  });
  await run(['smoke', 'a.yaml', ...workshop], { cwd });
  const [file = ''] = caseFiles(cwd);
  const json = { '/task_id': '{{s1.session}}', '/message': 'refused for {{s1.session}}' };
  expect(readSaved(cwd, file)).toMatchObject({ expect: { json }, actual: { failed: ['code'] } });
  expect((await run(['replay', ...workshop], { cwd })).cases).toMatchObject([{ verdict: 'still-fails', failures: 3 }]);
  writeFileSync(join(cwd, file), readFileSync(join(cwd, file), 'utf8').replaceAll('the_second', 'the_first'));
  expect((await run(['replay', ...workshop], { cwd })).cases).toMatchObject([{ verdict: 'fixed' }]);
});

/** The tasks that the workshop was called with, and how many files its state held. */
function logged(cwd: string): [string, number][] {
  const lines = readFileSync(join(cwd, 'log'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line)).map(({ given, stateFiles }) => [given.task_id, stateFiles]);
}

test.each([
  ['an adapter that speaks both eras is spoken to in that of the case', [], 'legacy', 'still-fails'],
  ['--era says otherwise', ['--era', 'modern'], 'modern', 'fixed'],
])('%s', async (_situation, flags, era, verdict) => {
  const cwd = folderWith({ 'a.yaml': suiteOf('{name: since, tool: state, expect: {json: {/since: today}}}') });
  const words = ['--env', 'DIFFERS=1', '--', 'node', fixture('both-eras.mjs')];
  const { steps } = await run(['smoke', 'a.yaml', '--era', 'legacy', ...words], { cwd });
  expect(steps[0]?.saved?.replay).toContain(' --era legacy ');
  const { cases, adapter } = await run(['replay', ...flags, ...words], { cwd });
  expect([adapter?.era, cases[0]?.verdict]).toEqual([era, verdict]);
});

describe('--accept', () => {
  test('makes a regression test of a fixed case and changes nothing else in the file; when it fails again, that is said', async () => {
    const { cwd, words } = await recorded({ mended: failing('down'), same: failing('down') });
    const before = everyFileUnder(join(cwd, 'cases'));
    const flags = ['replay', '--isolate', 'none', '--runs', '1', ...words];
    scripted(cwd, { mended: {}, same: failing('down') });
    const { cases } = await run([...flags.slice(0, 1), '--accept', ...flags.slice(1)], { cwd });
    expect(cases.map(({ tool, accepted }) => [tool, accepted])).toEqual([
      ['mended', true],
      ['same', undefined],
    ]);
    const expected = [...before].map(([path, text]) => [
      path,
      path.startsWith('mended') ? text.replace('"state": "open"', '"state": "regression"') : text,
    ]);
    expect([...everyFileUnder(join(cwd, 'cases'))]).toEqual(expected);
    expect(verdicts((await run(flags, { cwd })).cases).mended).toMatch(/^fixed: passes as expected in 1 of 1 run/);
    scripted(cwd, { mended: failing('down'), same: failing('down') });
    const again = await run(flags, { cwd });
    expect([again.exitCode, verdicts(again.cases).mended]).toEqual([1, 'still-fails: fails again: down in 1 of 1 run']);
  });

  test('is refused in CI, before anything is started', async () => {
    const { cwd, words } = await recorded({ tool: failing('down') });
    writeFileSync(join(cwd, 'script.json'), 'no JSON: the adapter would not start');
    const { error, exitCode } = await run(['replay', '--accept', ...words], { cwd, env: { PATH: process.env.PATH, CI: '1' } });
    expect([exitCode, error?.message]).toEqual([2, '--accept changes case files, which a CI job must not']);
  });
});
