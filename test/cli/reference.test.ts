import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { processesWith } from '../processes.mjs';
import { folderWith } from '../suite/suite-folder.ts';
import { caseFiles, readSaved } from './kept-cases.ts';
import { cli, fixture, run } from './run-cli.ts';

const TOOLS = [
  'prepare_environment',
  'release_environment',
  'list_environments',
  'open_page',
  'describe_page',
  'wait_for',
  'extract_text',
  'list_items',
  'screenshot',
  'fill',
  'click',
  'submit',
  'delete_item',
];

// Everything temporary goes where it is seen when it stays.
let tmp = '';
beforeEach(() => {
  tmp = folderWith();
  vi.stubEnv('TMPDIR', tmp);
});
afterEach(() => void vi.unstubAllEnvs());

/** The environment of a command: the adapter keeps its browser's files there, too. */
const env = (more: Record<string, string> = {}) => ({ PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: tmp, ...more });

/** What is left in the folder for temporary files, but for the folders of this test and the empty one that browsers of this user share. */
function left(): string[] {
  const names = readdirSync(tmp, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => !/^mcp-adapter-(?:suite-|[^/\\-]+$)/.test(name));
}

/** Browsers that keep their files there, and adapters that read their config there. */
function running(): string[] {
  return [...processesWith('cmdline', `--user-data-dir=${tmp}`), ...processesWith('cmdline', `${tmp}/mcp-adapter-reference-`)];
}

describe('the word reference names the bundled adapter', () => {
  test.each([
    ['list reference', ['list', 'reference']],
    ['list --server reference', ['list', '--server', 'reference']],
    ['over HTTP', ['list', 'reference', '--transport', 'http']],
  ])('%s', async (_how, argv) => {
    const cwd = folderWith();
    const document = await run(argv, { cwd, env: env() });
    expect(document.tools.map(({ name }) => name)).toEqual(TOOLS);
    expect(document.exitCode).toBe(0);
    expect([left(), readdirSync(cwd), running()]).toEqual([[], [], []]);
  });

  test('unless the config has a server of that name', async () => {
    const entry = { command: 'node', args: [fixture('orders.mjs')] };
    const cwd = folderWith({ 'mcp-adapter.json': JSON.stringify({ targets: { reference: { stdio: entry } } }) });
    const { tools } = await run(['list', 'reference'], { cwd, env: env() });
    expect(tools.map(({ name }) => name)).toContain('find_order');
  });

  test.each([
    ['a command', ['check', 'reference', '--', 'node', fixture('orders.mjs')]],
    ['a URL', ['smoke', 'reference', '--url', 'http://127.0.0.1:9/mcp']],
    ['another server', ['replay', 'reference', '--server', 'orders']],
  ])('not together with %s', async (_what, argv) => {
    const { exitCode, stderr } = await cli(argv, { cwd: folderWith({ 'cases/a/x.case.json': '{}' }), env: env() });
    expect(stderr).toContain('both the bundled adapter and another one are named');
    expect(exitCode).toBe(2);
  });

  test('any other word is no adapter', async () => {
    const { exitCode, stderr } = await cli(['list', 'referense'], { env: env() });
    expect(stderr).toMatch(/"referense" is no adapter\nhint: write reference/);
    expect(exitCode).toBe(2);
  });
});

test('check finds nothing to say against it, however strictly', async () => {
  // What a loaded machine does not get done in time is no fault of a schema.
  const argv = ['check', 'reference', '--strict', '--profile', 'portable', '--rule', 'schema/unjudged=off'];
  const document = await run(argv, { env: env() });
  expect(document.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  expect(document).toMatchObject({ exitCode: 0, summary: { errors: 0, warnings: 0 } });
  expect(document.hosts.every(({ accepts, tools }) => accepts && tools === TOOLS.length)).toBe(true);
});

/** A suite whose only site is the world's; `expected` is what its last step wants beside success. */
function suite(expected: string): string {
  return `format: mcp-adapter/smoke@1
task: "t-{{run}}"
steps:
  - tool: prepare_environment
    arguments: { region: DE-BE, task_id: "{{task}}" }
    expect: { ok: true, json: { /egress/ip: 127.0.0.3 } }
    capture: { env: /env_id }
  - tool: open_page
    arguments: { env_id: "{{env}}", task_id: "{{task}}", url: "{{site}}/index.html" }
    expect: { ok: true, json: { /url: "{{site}}/index.html", ${expected} } }
`;
}

describe('a suite runs on its world', () => {
  test('over both transports, alike', async () => {
    const cwd = folderWith({ 'a.yaml': suite('/http_status: 200') });
    const document = await run(['smoke', 'reference', 'a.yaml', '--transport', 'both'], { cwd, env: env() });
    const called = document.runs.map(({ adapter, steps }) => [adapter?.transport, ...steps.map(({ status }) => status)]);
    expect(called).toEqual([
      ['stdio', 'passed', 'passed', 'passed'],
      ['http', 'passed', 'passed', 'passed'],
    ]);
    // Asked to go by the end of stdin, it goes over HTTP, too: nobody has to wait for a signal.
    expect(document.runs.map(({ steps }) => steps.at(-1)?.code)).toEqual(['stdin', 'stdin']);
    expect([left(), caseFiles(cwd), running()]).toEqual([[], [], []]);
  });

  test('without a word about a suite it is its own', async () => {
    const only = ['--only', 'a region that there is not'];
    const document = await run(['smoke', 'reference', ...only], { env: env() });
    expect(document.steps.map(({ name, status }) => [name, status])).toEqual([
      ['a region that there is not', 'passed'],
      ['shutdown', 'passed'],
    ]);
  });

  test('a failing step is a case that runs in another world, at other addresses, by its file alone', async () => {
    const cwd = folderWith({ 'a.yaml': suite('/http_status: 201') });
    const { stdout } = await cli(['smoke', 'a.yaml', '--server', 'reference'], { cwd, env: env() });
    const [file = ''] = caseFiles(cwd);
    expect(stdout).toContain(`mcp-adapter replay ${file} --server reference`);
    const saved = readSaved(cwd, file);
    expect(saved).toMatchObject({ site: null, target: { launch: 'reference' }, expect: { json: { '/url': '{{site}}/index.html' } } });
    expect(saved.steps.at(-1)?.bind).toContainEqual({ at: '/url', from: '{{site}}/index.html' });

    const again = await run(['replay', file], { cwd, env: env() });
    expect(again.cases).toMatchObject([{ verdict: 'still-fails', runs: 3 }]);
    // As if the page had been mended: only the status was wrong, the address was always that of this world.
    writeFileSync(join(cwd, file), readFileSync(join(cwd, file), 'utf8').replaceAll(/("\/http_status": )201/g, '$1200'));
    const mended = await run(['replay', 'reference', 'cases', '--runs', '1', '--transport', 'http'], { cwd, env: env() });
    expect(mended.cases).toMatchObject([{ verdict: 'fixed' }]);
    expect([left(), running()]).toEqual([[], []]);
  }, 120_000);

  test('what --out has collected is replayed elsewhere without a word about the adapter', async () => {
    const cwd = folderWith({ 'a.yaml': suite('/http_status: 201') });
    await cli(['smoke', 'reference', 'a.yaml', '--out', 'out'], { cwd, env: env({ CI: 'true' }) });
    expect(readFileSync(join(cwd, 'out/mcp-adapter.json'), 'utf8')).not.toContain('mcp-adapter-reference-');
    const { cases } = await run(['replay', 'out', '--runs', '1'], { cwd, env: env() });
    expect(cases).toMatchObject([{ verdict: 'still-fails' }]);
  }, 120_000);
});

test('what a run does to the site is undone before the next one, of a suite over another transport as of a case', async () => {
  const cwd = folderWith({
    'a.yaml': `format: mcp-adapter/smoke@1
task: "t-{{run}}"
grants: [{ tools: [delete_item] }]
steps:
  - tool: prepare_environment
    arguments: { region: US-CA, task_id: "{{task}}" }
    capture: { env: /env_id }
  - tool: open_page
    arguments: { env_id: "{{env}}", task_id: "{{task}}", url: "{{site}}/orders.html" }
  - tool: delete_item
    arguments: { env_id: "{{env}}", task_id: "{{task}}", step_id: s-1, list: orders, key: A-1001, expect_text: Bakery North }
    expect: { ok: true, json: { /deleted: twice } }
`,
  });
  const { runs } = await run(['smoke', 'reference', 'a.yaml', '--transport', 'both'], { cwd, env: env() });
  expect(runs.map(({ steps }) => steps[2]?.mismatches)).toEqual(Array(2).fill([expect.stringContaining('/deleted is true')]));
  const { cases } = await run(['replay', ...caseFiles(cwd), '--runs', '2'], { cwd, env: env() });
  expect(cases).toMatchObject([{ verdict: 'still-fails', failures: 2 }]);
}, 120_000);

test("it is told by its name and as a person would start it; where its temporary config lies is nobody's", async () => {
  const cwd = folderWith();
  const { stdout, stderr } = await cli(['call', 'list_environments', '{}', '--server', 'reference'], { cwd, env: env() });
  expect(stdout).toMatch(/^reference: mcp-adapter serve {3}mcp-adapter-reference \d/);
  expect(stderr).not.toMatch(/^starting /m);
  const [trace = ''] = readdirSync(join(cwd, '.mcp-adapter/traces'));
  expect(stdout + readFileSync(join(cwd, '.mcp-adapter/traces', trace), 'utf8').split('\n')[0]).not.toContain(tmp);
});

test('what a person grants in MCP_ADAPTER_STATE counts in the same folder', async () => {
  const state = folderWith();
  const cwd = folderWith({
    'a.yaml': `format: mcp-adapter/smoke@1
task: t-1
steps:
  - tool: prepare_environment
    arguments: { region: US-CA, task_id: "{{task}}" }
    capture: { env: /env_id }
  - tool: open_page
    arguments: { env_id: "{{env}}", task_id: "{{task}}", url: "{{site}}/index.html" }
  - tool: click
    arguments: { env_id: "{{env}}", task_id: "{{task}}", step_id: s-1, target: stock check link }
    expect: { ok: true, json: { /navigated: true } }
`,
  });
  const smoke = () => run(['smoke', 'reference', 'a.yaml'], { cwd, env: env({ MCP_ADAPTER_STATE: state }) });
  expect((await smoke()).steps[2]).toMatchObject({ status: 'failed', code: 'write_not_enabled' });
  await cli(['grant', 'add', '--task', 't-1', '--tools', 'click', '--state', state], { cwd });
  expect((await smoke()).steps[2]).toMatchObject({ status: 'passed', code: 'ok' });
  const { stdout } = await cli(['audit', 'export', '--tool', 'click', '--state', state]);
  expect(stdout).toContain('"code":"write_not_enabled"');
}, 120_000);

test('interrupted in the middle, it takes the adapter, its browser and its folders along', async () => {
  const control = new AbortController();
  const cwd = folderWith();
  mkdirSync(join(cwd, 'smoke'));
  writeFileSync(join(cwd, 'smoke/a.yaml'), suite('/http_status: 200').replace('/index.html" }\n    expect', '/hang" }\n    expect'));
  const going = run(['smoke', 'reference', 'smoke'], { cwd, env: env(), interrupted: control.signal });
  // Once its browser is there, the page that never answers is next.
  if (process.platform === 'linux') await vi.waitUntil(() => processesWith('cmdline', `--user-data-dir=${tmp}`).length > 0, 30_000);
  control.abort();
  expect(await going).toMatchObject({ exitCode: 130, error: { class: 'interrupted' } });
  expect([left(), running()]).toEqual([[], []]);
});
