import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { StepRecord } from '../../src/model/run.ts';
import { until } from '../../src/wire/wait.ts';
import { processesWith } from '../processes.mjs';
import { folderWith } from '../suite/suite-folder.ts';
import { caseFiles, failing, readSaved, scripted, suiteOf } from './kept-cases.ts';
import { cli, fixture, run } from './run-cli.ts';

/** Generous: far longer than anything here takes. */
const LONG = 20_000;
const onLinux = process.platform === 'linux';

/** Every file below a folder, hidden ones too. */
const filesIn = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

const ending = (steps: readonly StepRecord[]) => steps.filter(({ tool }) => tool === '');

describe('the last step is the end of the adapter, and fails', () => {
  test.runIf(onLinux)('for one that leaves a child of its own, which is gone afterwards', async () => {
    const cwd = folderWith({ 'a.yaml': suiteOf('{tool: state}') });
    const words = ['--env', `MARK=${cwd}`, '--', 'node', fixture('hostile.mjs'), 'detaches'];
    const { steps, exitCode } = await run(['smoke', 'a.yaml', ...words], { cwd });
    expect(ending(steps)).toMatchObject([
      {
        name: 'shutdown',
        status: 'failed',
        code: 'survivors',
        mismatches: [expect.stringMatching(/^\d process(es)? that the adapter had started/)],
      },
    ]);
    expect(exitCode).toBe(1);
    expect(await until(() => processesWith('environ', cwd).length === 0, LONG)).toBe(true);
  });

  test.runIf(onLinux)('for one that had to be killed', async () => {
    const cwd = folderWith({
      'a.yaml': suiteOf('{tool: state}'),
      'stays.mjs': `import { serve } from ${JSON.stringify(fixture('legacy-stdio.mjs'))};
process.on('SIGTERM', () => {});
process.exit = () => {};
setInterval(() => {}, 1_000);
serve({ tools: [{ name: 'state', description: 'Tells it.', inputSchema: { type: 'object' } }] });`,
    });
    const { steps, exitCode } = await run(['smoke', 'a.yaml', '--env', `MARK=${cwd}`, '--', 'node', 'stays.mjs'], { cwd });
    expect(ending(steps)).toMatchObject([
      { status: 'failed', code: 'sigkill', mismatches: ['neither closing stdin nor SIGTERM ended the adapter; it was killed'] },
    ]);
    expect(exitCode).toBe(1);
    expect(processesWith('environ', cwd)).toEqual([]);
  });
});

describe('in CI', () => {
  const env = { PATH: process.env.PATH, CI: 'true' };
  const broken = { broken: failing('erp_down') };

  test('nothing is written into the folder without --out, and stderr says how failures are kept', async () => {
    const cwd = folderWith({ 'a.yaml': suiteOf('{tool: broken, arguments: {id: ghp_0123456789abcdefghij0123456789abcdef}}') });
    const words = scripted(cwd, broken);
    const before = filesIn(cwd);
    const { exitCode, stdout, stderr } = await cli(['smoke', 'a.yaml', ...words], { cwd, env });
    expect(exitCode).toBe(1);
    expect(filesIn(cwd)).toEqual(before);
    expect(stdout).not.toContain('replay mcp-adapter');
    expect(stderr).toBe('in CI failing steps are kept as cases only with --out DIR\n');
  });

  test('with --out everything is below it, also for arguments that hold a secret and an adapter that keeps state', async () => {
    const cwd = folderWith({
      'a.yaml': suiteOf('{tool: remember, arguments: {task_id: t-1, note: ghp_0123456789abcdefghij0123456789abcdef}}'),
    });
    const before = filesIn(cwd);
    const { steps } = await run(['smoke', 'a.yaml', '--out', 'art', '--', 'node', fixture('workshop.mjs')], { cwd, env });
    const file = steps[0]?.saved?.file ?? '';
    expect(file).toMatch(/^art\/cases\/remember\/remember--[0-9a-f]{8}\.case\.json$/);
    expect(readSaved(cwd, file).steps[0]?.secrets).toMatchObject([{ at: '/note' }]);
    expect(filesIn(cwd).filter((name) => !name.startsWith('art'))).toEqual(before);
    expect(readdirSync(join(cwd, 'art')).sort()).toEqual(['cases', 'mcp-adapter.json', 'traces']);
  });
});

test('--out in the project itself leaves the config of the author as it is', async () => {
  const config = '{"targets": {"shop": {"stdio": {"command": "node", "args": ["shop.mjs"]}}}}';
  const cwd = folderWith({ 'a.yaml': suiteOf('{tool: fine}'), 'mcp-adapter.json': config });
  const { exitCode } = await run(['smoke', 'a.yaml', '--out', '.', ...scripted(cwd, { fine: {} })], { cwd });
  expect([exitCode, readFileSync(join(cwd, 'mcp-adapter.json'), 'utf8')]).toEqual([0, config]);
});

describe('twice, and what differs', () => {
  const words = ['--era', 'both', '--', 'node', fixture('both-eras.mjs')];

  test.each([
    ['nothing, where both eras are answered alike', [], [], 0],
    ['the member that only one era has', ['--env', 'DIFFERS=1'], ['"state": since: string in modern over stdio only'], 1],
  ])('--era both reports %s', async (_situation, env, messages, code) => {
    const cwd = folderWith({ 'a.yaml': suiteOf('{tool: state}') });
    const { findings, runs, exitCode } = await run(['smoke', 'a.yaml', ...env, ...words], { cwd });
    expect(runs.map(({ adapter, exitCode: each }) => [adapter?.era, each])).toEqual([
      ['legacy', 0],
      ['modern', 0],
    ]);
    expect(findings.map(({ rule, message }) => [rule, message])).toEqual(messages.map((message) => ['smoke/differs', message]));
    expect(exitCode).toBe(code);
  });

  test.each([
    ['nothing, where both are answered alike', {}, []],
    [
      'the step that fails over one of them',
      { ORDERS_FAULT: 'throw@find_order' },
      ['"find_order": passed, ok in modern over stdio, failed, tool_error, internal in modern over http'],
    ],
  ])('--transport both reports %s', async (_situation, env, messages) => {
    const orders = { command: 'node', args: [fixture('orders.mjs')] };
    const http = { url: 'http://127.0.0.1:{port}/mcp', start: { ...orders, args: [...orders.args, '--http', '{port}'], env } };
    const cwd = folderWith({
      'a.yaml': suiteOf('{tool: find_order, arguments: {order_id: A-1001}}'),
      'mcp-adapter.json': JSON.stringify({ targets: { orders: { stdio: orders, http } } }),
    });
    const { findings, steps, runs, exitCode } = await run(['smoke', 'a.yaml', '--transport', 'both', '--out', 'art'], { cwd });
    expect(findings.map(({ message }) => message)).toEqual(messages);
    expect([exitCode, steps]).toEqual([messages.length ? 1 : 0, []]);
    expect(runs.map(({ adapter }) => adapter?.transport)).toEqual(['stdio', 'http']);
    // What was recorded over HTTP is replayed over it, although the entry has both.
    const { cases } = await run(['replay', 'art', '--runs', '1'], { cwd });
    expect(cases.map(({ verdict }) => verdict)).toEqual(messages.map(() => 'still-fails'));
  });
});

test('--era both says of an era that is not spoken that it is not, and compares nothing with it', async () => {
  const cwd = folderWith({ 'a.yaml': suiteOf('{tool: find_order, arguments: {number: A-1001}}') });
  const { findings, runs, exitCode } = await run(['smoke', 'a.yaml', '--era', 'both', '--', 'node', fixture('sdk-v1-stdio.mjs')], { cwd });
  expect(runs.map(({ error }) => error?.message ?? null)).toEqual([null, expect.stringContaining('server/discover')]);
  expect([findings, exitCode]).toEqual([[], 3]);
});

test('what an HTTP server answers instead of a result is told by its status', async () => {
  const cwd = folderWith({ 'a.yaml': suiteOf('{tool: find_order, arguments: {number: 5}}') });
  const target = ['--url', 'http://127.0.0.1:{port}/mcp', '--env', 'PORT={port}', '--', 'node', fixture('naive-flask.mjs')];
  const { steps } = await run(['smoke', 'a.yaml', ...target], { cwd });
  expect(steps[0]).toMatchObject({ status: 'failed', code: 'refused', message: 'HTTP 500, text/html' });
});

test('a report is written into a folder that is not there yet', async () => {
  const cwd = folderWith({ 'a.yaml': suiteOf('{tool: works}') });
  const { exitCode } = await cli(['smoke', 'a.yaml', '--reporter', 'junit=out/deep/a.xml', ...scripted(cwd, { works: {} })], { cwd });
  expect([exitCode, readFileSync(join(cwd, 'out/deep/a.xml'), 'utf8')]).toEqual([0, expect.stringContaining('<testsuites')]);
});

test('--watch runs again when the suite or the source changes, survives a damaged suite, and ends with the last exit code', async () => {
  const cwd = folderWith({ 'a.yaml': suiteOf('{tool: works}'), 'src/note.txt': 'x' });
  const words = scripted(join(cwd, 'src'), { works: {}, broken: failing('erp_down') });
  const interrupt = new AbortController();
  let [stdout, stderr] = ['', ''];
  const output = (take: (text: string) => void) => ({ isTTY: false, columns: 100, write: async (text: string) => take(text) });
  const ended = cli(['smoke', 'a.yaml', '--watch', '--source', 'src', '--reporter', 'junit=src/a.xml', ...words], {
    cwd,
    interrupted: interrupt.signal,
    stdout: output((text) => {
      stdout += text;
    }),
    stderr: output((text) => {
      stderr += text;
    }),
  });
  const runs = () => stdout.match(/^\d+ (?:passed|failed).* m?s$/gm) ?? [];
  const waits = (what: () => boolean) => until(what, LONG);
  expect(await waits(() => stderr.includes('watching 3 files'))).toBe(true);
  expect(runs()).toHaveLength(1);
  writeFileSync(join(cwd, 'a.yaml'), suiteOf('{tool: broken}'));
  expect(await waits(() => runs().length === 2)).toBe(true);
  writeFileSync(join(cwd, 'a.yaml'), 'format: [');
  expect(await waits(() => stderr.includes('error: a.yaml:1:'))).toBe(true);
  writeFileSync(join(cwd, 'a.yaml'), suiteOf('{tool: broken}'));
  expect(await waits(() => runs().length === 3)).toBe(true);
  writeFileSync(join(cwd, 'src/note.txt'), 'y');
  expect(await waits(() => runs().length === 4)).toBe(true);
  interrupt.abort();
  expect((await ended).exitCode).toBe(1);
  expect(runs().map((line) => line.replace(/ {2,}.*/, ''))).toEqual(['2 passed', ...Array(3).fill('1 passed, 1 failed')]);
  // Kept three times, the same failure each time.
  expect(caseFiles(cwd).map((file) => readSaved(cwd, file).seen)).toEqual([3]);
});

test.runIf(onLinux)('Ctrl-C in the middle of a call: 130, one JSON document, the rest errored, nothing kept, no adapter left', async () => {
  const cwd = folderWith({
    'a.yaml': suiteOf(
      '{name: works, tool: find_order, arguments: {order_id: A-1001}}',
      '{name: slow, tool: list_orders}',
      '{name: never, tool: list_orders}',
    ),
    'waits.mjs': `import { serve } from ${JSON.stringify(fixture('legacy-stdio.mjs'))};
import { writeFileSync } from 'node:fs';
const tool = (name) => ({ name, description: 'Waits.', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } });
serve({
  tools: [tool('find_order'), tool('list_orders')],
  call: ({ name }) => (name === 'find_order' ? { content: [] } : new Promise(() => writeFileSync('called', ''))),
});`,
  });
  const interrupt = new AbortController();
  const ended = run(['smoke', 'a.yaml', '--env', `MARK=${cwd}`, '--', 'node', 'waits.mjs'], { cwd, interrupted: interrupt.signal });
  expect(await until(() => existsSync(join(cwd, 'called')), LONG)).toBe(true);
  interrupt.abort();
  const document = await ended;
  expect(document).toMatchObject({ exitCode: 130, error: { class: 'interrupted' } });
  expect(document.steps.map(({ name, status, message }) => [name, status, message])).toEqual([
    ['works', 'passed', undefined],
    ['slow', 'errored', 'the run was cut short'],
    ['never', 'errored', 'the run was cut short'],
  ]);
  expect(caseFiles(cwd)).toEqual([]);
  expect(processesWith('environ', cwd)).toEqual([]);
});

test('pages are served while the suite runs, and at replay from another port: the same failure is recognised', async () => {
  const cwd = folderWith({
    'suites/a.yaml': `format: mcp-adapter/smoke@1
site: ../pages
steps:
  - {name: a page opens, tool: open_page, arguments: {url: "{{site}}/index.html"}, expect: {json: {/url: "{{site}}/index.html"}}}
  - {name: another does not, tool: open_page, arguments: {url: "{{site}}/none.html"}}
`,
    'pages/index.html': '<title>Orders</title>',
  });
  const words = ['--', 'node', fixture('workshop.mjs')];
  const { steps } = await run(['smoke', 'suites/a.yaml', ...words], { cwd });
  expect(steps.map(({ status }) => status)).toEqual(['passed', 'failed', 'passed']);
  const [file = ''] = caseFiles(cwd);
  const { site, steps: calls } = readSaved(cwd, file);
  expect([site, calls.at(-1)?.bind]).toEqual(['pages', [{ at: '/url', from: '{{site}}/none.html' }]]);
  const before = await run(['replay', ...words], { cwd });
  expect(before.cases).toMatchObject([{ verdict: 'still-fails', failures: 3, rebound: ['/url'] }]);
  writeFileSync(join(cwd, 'pages/none.html'), 'there');
  expect((await run(['replay', ...words], { cwd })).cases).toMatchObject([{ verdict: 'fixed', failures: 0 }]);
});
