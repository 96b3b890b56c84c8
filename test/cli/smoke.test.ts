import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { StepRecord } from '../../src/model/run.ts';
import { folderWith } from '../suite/suite-folder.ts';
import { caseFiles, failing, readSaved, scripted, suiteOf } from './kept-cases.ts';
import { cli, fixture, run } from './run-cli.ts';

const ORDERS = resolve('fixtures/smoke/orders.yaml');
const orders = ['--', 'node', fixture('orders.mjs')];

/** Steps by name: how each went and, when not well, why. */
function told(steps: readonly StepRecord[]): Record<string, string> {
  return Object.fromEntries(
    steps.map(({ name, status, code, message }) => [name, status === 'errored' ? (message ?? '') : `${status} ${code}`]),
  );
}

describe('the suite of the orders adapter passes', () => {
  test.each([
    ['over stdio in the legacy era', ['--era', 'legacy', ...orders], { era: 'legacy', transport: 'stdio' }],
    ['over stdio in the modern era', ['--era', 'modern', ...orders], { era: 'modern', transport: 'stdio' }],
    [
      'over HTTP, started on a free port',
      ['--url', 'http://127.0.0.1:{port}/mcp', ...orders, '--http', '{port}'],
      { era: 'modern', transport: 'http' },
    ],
  ])('%s', async (_situation, words, adapter) => {
    const cwd = folderWith();
    const document = await run(['smoke', ORDERS, ...words], { cwd });
    expect(document.steps.filter(({ status }) => status !== 'passed')).toEqual([]);
    expect(document.steps.map(({ name }) => name)).toEqual([...namesIn(ORDERS), 'shutdown']);
    expect(document).toMatchObject({ exitCode: 0, adapter, error: null });
    expect(caseFiles(cwd)).toEqual([]);
  });
});

/** The names that a suite gives its steps. */
function namesIn(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^ {2}- name: (.*)$/gm)].map(([, name = '']) => name);
}

test('what was granted for a suite is revoked after it, and both are in the audit log', async () => {
  const cwd = folderWith();
  await run(['smoke', ORDERS, ...orders], { cwd });
  const { grants } = JSON.parse((await cli(['grant', 'list', '--json'], { cwd })).stdout);
  const task = expect.stringMatching(/^smoke-[0-9a-f]{8}$/);
  expect(grants).toMatchObject([{ status: 'revoked', grant: { tools: ['create_return', 'cancel_order'], task } }]);
  const lines = (await cli(['audit', 'export'], { cwd })).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const ofGrants = lines.filter(({ kind }) => kind === 'grant' || kind === 'revoke');
  expect(ofGrants.map(({ kind, grant }) => [kind, grant])).toEqual([
    ['grant', grants[0].grant.id],
    ['revoke', grants[0].grant.id],
  ]);
});

test('a step that fails is kept before it is reported, and the line that is printed runs it again', async () => {
  const cwd = folderWith({
    'smoke/a.yaml': suiteOf('{name: it works, tool: fine}', '{name: it breaks, tool: broken, arguments: {id: A-1}}'),
  });
  const words = scripted(cwd, { fine: {}, broken: failing('erp_down') });
  let stdout = '';
  let there: string[] | undefined;
  const write = async (text: string) => {
    there ??= caseFiles(cwd);
    stdout += text;
  };
  const { exitCode } = await cli(['smoke', ...words], { cwd, stdout: { isTTY: false, columns: 100, write } });
  const [file = ''] = there ?? [];
  expect(exitCode).toBe(1);
  expect(file).toMatch(/^cases\/broken\/it_breaks--[0-9a-f]{8}\.case\.json$/);
  expect(stdout).toContain(`saved ${file}\n`);
  expect(readSaved(cwd, file)).toMatchObject({
    state: 'open',
    steps: [{ tool: 'broken', arguments: { id: 'A-1' } }],
    expect: { ok: true },
    actual: { code: 'erp_down', failed: ['ok'] },
    gen: { source: 'smoke', suite: 'a', step: 'it breaks' },
  });
  const [, line = ''] = /replay mcp-adapter (.*)\n/.exec(stdout) ?? [];
  const replayed = await run(line.split(' '), { cwd });
  expect(replayed.cases).toMatchObject([{ verdict: 'still-fails', file }]);
});

test('where no case can be written the run is reported all the same, ends with 2, and says why', async () => {
  const cwd = folderWith({ 'a.yaml': suiteOf('{tool: broken}', '{name: again, tool: broken}', '{tool: fine}'), cases: 'a file' });
  const { steps, error, exitCode } = await run(['smoke', 'a.yaml', ...scripted(cwd, { fine: {}, broken: failing('down') })], { cwd });
  expect(told(steps)).toEqual({ broken: 'failed down', again: 'failed down', fine: 'passed ok', shutdown: 'passed stdin' });
  expect([exitCode, error?.message]).toEqual([2, expect.stringMatching(/^the case cannot be written to .*cases: E[A-Z]+: /)]);
});

test('a step whose prerequisite failed is errored and names it, and so is what needs that one; the others run', async () => {
  const cwd = folderWith({
    'a.yaml': suiteOf(
      '{name: a session, tool: broken, capture: {session: /session_id}}',
      '{name: uses it, tool: fine, arguments: {id: "{{session}}"}, capture: {next: /code}}',
      '{name: uses what that one brings, tool: fine, expect: {code: "{{next}}"}}',
      '{name: captures what is not there, tool: fine, capture: {none: /not/there}}',
      '{name: needs what is not there, tool: fine, arguments: {id: "{{none}}"}}',
      '{name: needs nothing, tool: fine}',
    ),
  });
  const { steps, exitCode, summary } = await run(['smoke', 'a.yaml', ...scripted(cwd, { broken: failing('busy'), fine: {} })], { cwd });
  expect(told(steps)).toEqual({
    'a session': 'failed busy',
    'uses it': '"a session", which captures {{session}}, did not pass',
    'uses what that one brings': '"uses it", which captures {{next}}, did not pass',
    'captures what is not there': 'failed ok',
    'needs what is not there': '"captures what is not there", which captures {{none}}, did not pass',
    'needs nothing': 'passed ok',
    shutdown: 'passed stdin',
  });
  expect([exitCode, summary]).toMatchObject([1, { passed: 2, failed: 2, errored: 3 }]);
});

test('a value that a step captures and is not there is expected by its case, which stays open until it is', async () => {
  const cwd = folderWith({ 'a.yaml': suiteOf('{name: a session, tool: open, capture: {session: /session_id}, ignore: [/session_id]}') });
  const answering = (payload: object) =>
    scripted(cwd, { open: { answer: { content: [{ type: 'text', text: JSON.stringify(payload) }] } } });
  const { steps } = await run(['smoke', 'a.yaml', ...answering({ state: 'ready' })], { cwd });
  expect(steps[0]?.mismatches).toEqual([
    '{{session}} cannot be captured: /session_id is not there: the result is an object with the keys "state"',
  ]);
  const [file = ''] = caseFiles(cwd);
  const before = await run(['replay', file, '--runs', '1', ...answering({ state: 'ready' })], { cwd });
  const after = await run(['replay', file, '--runs', '1', ...answering({ session_id: 's-123456' })], { cwd });
  expect([before, after].map(({ cases, exitCode }) => [cases[0]?.verdict, exitCode])).toEqual([
    ['still-fails', 1],
    ['fixed', 0],
  ]);
});

test('a tool that is gone makes its step errored, with the nearest there is', async () => {
  const cwd = folderWith({ 'a.yaml': suiteOf('{tool: find_oder}', '{tool: find_order}') });
  const { steps, exitCode } = await run(['smoke', 'a.yaml', ...scripted(cwd, { find_order: {} })], { cwd });
  expect(told(steps)).toMatchObject({
    find_oder: 'the adapter has no tool "find_oder"; did you mean "find_order"?',
    find_order: 'passed ok',
  });
  expect(exitCode).toBe(1);
});

test('of an adapter that dies in the middle the rest is errored, its end fails, and the next suite has a fresh one', async () => {
  const cwd = folderWith({
    'smoke/a.yaml': suiteOf('{name: before, tool: fine}', '{name: dies, tool: dies}', '{name: after, tool: fine}'),
    'smoke/b.yaml': suiteOf('{name: other, tool: fine}'),
  });
  const { steps, exitCode } = await run(['smoke', ...scripted(cwd, { fine: {}, dies: { exit: true } })], { cwd });
  expect(told(steps)).toEqual({
    'a: before': 'passed ok',
    'a: dies': 'failed gone',
    'a: after': 'the adapter had ended (exit code 7)',
    'a: shutdown': 'failed exited',
    'b: other': 'passed ok',
    shutdown: 'passed stdin',
  });
  expect(steps[3]?.mismatches).toEqual(['the adapter had ended before it was asked to (exit code 7)']);
  expect(exitCode).toBe(1);
});

describe('which steps and suites run', () => {
  test('--only takes along what the steps need, and nothing else', async () => {
    const { steps, exitCode } = await run(['smoke', ORDERS, '--only', 'is booked once only', ...orders]);
    expect(told(steps)).toEqual({
      'the shipped orders are listed': 'passed ok',
      'a return is booked': 'passed ok',
      'the same return is booked once only': 'passed ok',
      shutdown: 'passed stdin',
    });
    expect(exitCode).toBe(0);
  });

  test('--only with what no step has in its name is a usage fault', async () => {
    const { error, exitCode } = await run(['smoke', ORDERS, '--only', 'an order was found', ...orders]);
    expect([exitCode, error?.message]).toEqual([2, 'no step has "an order was found" in its name']);
    expect(error?.hint).toContain('an order is found');
  });

  test('--shard runs each suite in one part', async () => {
    const names = ['a', 'b', 'c'];
    const cwd = folderWith(Object.fromEntries(names.map((name) => [`smoke/${name}.yaml`, suiteOf(`{name: ${name}, tool: fine}`)])));
    const words = scripted(cwd, { fine: {} });
    const ran = async (part: string) =>
      (await run(['smoke', '--shard', part, ...words], { cwd })).steps.map(({ name }) => name).filter((name) => !name.includes('shutdown'));
    expect([await ran('1/2'), await ran('2/2')]).toEqual([['a: a', 'c: c'], ['b']]);
    expect((await run(['smoke', '--shard', '3/2', ...words], { cwd })).error?.message).toBe('--shard "3/2" is no part');
  });

  test('--isolate suite gives each an adapter and an empty state: the same task is new in both', async () => {
    const step = '{name: the first, tool: remember, arguments: {task_id: t-1}, expect: {ok: false, code: the_first}}';
    const cwd = folderWith({ 'smoke/a.yaml': suiteOf(step), 'smoke/b.yaml': suiteOf(step) });
    const words = ['--', 'node', fixture('workshop.mjs')];
    expect(told((await run(['smoke', '--isolate', 'suite', ...words], { cwd })).steps)).toEqual({
      'a: the first': 'passed the_first',
      'a: shutdown': 'passed stdin',
      'b: the first': 'passed the_first',
      'b: shutdown': 'passed stdin',
    });
    expect(told((await run(['smoke', ...words], { cwd })).steps)).toMatchObject({ 'b: the first': 'failed not_the_first' });
  });
});

test.each([
  ['a key that there is not', 'steps:\n  - tool: fine\n    argments: {}\n', /^a\.yaml:4:5: .*argments.*\n.*did you mean "arguments"/],
  [
    'a name that nothing captures',
    'steps:\n  - tool: fine\n    arguments: {id: "{{env}}"}\n',
    /^a\.yaml:4:17: nothing before this captures \{\{env\}\}/,
  ],
  ['no pointer', 'steps:\n  - tool: fine\n    capture: {env: env_id}\n', /^a\.yaml:4:15: "env_id" is no JSON pointer/],
  ['no YAML', 'steps: [\n', /^a\.yaml:\d+:\d+: this is no YAML/],
])('a suite with %s ends with 2 and the place, and nothing is started', async (_fault, text, expected) => {
  const cwd = folderWith({ 'a.yaml': `format: mcp-adapter/smoke@1\n${text}` });
  const started = join(cwd, 'started');
  const adapter = ['--', 'node', '-e', `require('fs').mkdirSync(${JSON.stringify(started)})`];
  const { exitCode, stderr, stdout } = await cli(['smoke', 'a.yaml', ...adapter], { cwd });
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr.replace(/^error: /, '')).toMatch(expected);
  // It would have been there.
  expect(() => mkdirSync(started)).not.toThrow();
});

test('a suite with grants on an adapter that reads none is errored, with that sentence, and its tools are not called', async () => {
  const cwd = folderWith({
    'a.yaml': `format: mcp-adapter/smoke@1\ngrants: [{tools: [fine]}]\nsteps: [{tool: fine}, {name: more, tool: fine}]\n`,
  });
  const { steps, exitCode } = await run(['smoke', 'a.yaml', ...scripted(cwd, { fine: {} })], { cwd });
  expect(told(steps)).toEqual({
    fine: expect.stringMatching(/^the suite needs grants, and this adapter does not say that it reads them/),
    more: expect.stringMatching(/^the suite needs grants/),
    shutdown: 'passed stdin',
  });
  expect(exitCode).toBe(1);
});
