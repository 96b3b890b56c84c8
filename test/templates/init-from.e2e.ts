import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { runSteps } from '../ci/run-steps.ts';
import { cli, fixture, run } from '../cli/run-cli.ts';
import { contents } from '../scaffold/folders.ts';
import { link, PYTHON } from './project.ts';

const REAL = resolve('test/real-servers');
const PORT = ['--url', 'http://127.0.0.1:{port}/mcp', '--env', 'PORT={port}'];
/** Which steps of a suite a person has to complete first. */
const MARKED = /- tool: (\S+)\n(?:(?!- tool:)[^\n]*\n)*?[^\n]* # complete/g;

let cwd = '';
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-adapter-from-')));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const textOf = (path: string) => readFileSync(join(cwd, path), 'utf8');
const write = (path: string, text: string) => writeFileSync(join(cwd, path), text);

/** Takes an adapter in, runs what was written, and tells how each step went and which of them were to be completed. */
async function takeIn(argv: readonly string[]): Promise<{ name: string; passed: string[]; failed: string[]; marked: string[] }> {
  const made = await run(['init', '--from', ...argv], { cwd });
  expect(made).toMatchObject({ exitCode: 0, error: null });
  const [name = ''] = Object.keys(JSON.parse(textOf('mcp-adapter.json')).targets);
  const { steps } = await run(['smoke'], { cwd });
  const of = (status: string) => steps.filter((step) => step.tool && step.status === status).map(({ tool }) => tool);
  const marked = [...textOf(`smoke/${name}.yaml`).matchAll(MARKED)].map(([, tool = '']) => tool);
  const checked = await run(['check', '--no-hosts'], { cwd });
  expect(checked.adapter).toEqual(made.adapter);
  expect((await cli(['init', '--from', ...argv], { cwd })).exitCode).toBe(2);
  return { name, passed: of('passed'), failed: of('failed'), marked };
}

/** The tools of the lock that say of themselves that they only read. */
function readTools(): string[] {
  const { tools } = JSON.parse(textOf('tools.lock.json'));
  return Object.keys(tools).filter((name) => tools[name].declaration.annotations?.readOnlyHint === true);
}

describe('real servers are taken in, and the suite that is written passes, or only what is marked does not', () => {
  beforeAll(() => {
    if (!existsSync(join(REAL, 'node_modules/.package-lock.json'))) execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: REAL });
  });
  const server = (name: string) => ['--', 'node', join(REAL, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`)];

  test('server-everything', async () => {
    const { name, passed, failed } = await takeIn([...server('everything'), 'stdio']);
    expect(name).toBe('everything');
    expect(failed).toEqual([]);
    expect(passed.sort()).toEqual(readTools());
  });

  test('server-memory', async () => {
    const { passed, failed } = await takeIn(['--env', `MEMORY_FILE_PATH=${join(cwd, 'memory.jsonl')}`, ...server('memory')]);
    expect(failed).toEqual([]);
    expect(passed.sort()).toEqual(['open_nodes', 'read_graph', 'search_nodes']);
  });

  test('server-filesystem', async () => {
    const { passed, failed, marked } = await takeIn([...server('filesystem'), '.']);
    expect([...passed, ...failed].sort()).toEqual(readTools());
    expect(passed).toContain('list_directory');
    // A folder is no file to read: which one to read a person has to say.
    expect(failed).toEqual(['read_file', 'read_text_file', 'read_media_file']);
    expect(marked).toEqual(expect.arrayContaining(failed));
  });
});

describe('adapters of every kind are taken in', () => {
  test.each<[string, string[], string[]]>([
    ['a first draft over HTTP', [...PORT, '--', 'node', fixture('naive-flask.mjs')], ['find_order']],
    ['2026-07-28 over HTTP', [...PORT, '--', 'node', fixture('modern-http.mjs')], ['find_order']],
    ['an SDK 1.x server', ['--', 'node', fixture('sdk-v1-stdio.mjs')], []],
    ['both eras', ['--', 'node', fixture('both-eras.mjs')], []],
    ['the SDK of 2026-07-28', ['--', 'node', fixture('sdk-v2-dual-stdio.mjs')], []],
  ])('%s', async (_what, argv, guessed) => {
    const { passed, failed } = await takeIn(argv);
    expect(failed).toEqual([]);
    expect(passed.length).toBeGreaterThan(0);
    expect([...new Set([...readTools(), ...guessed])]).toEqual(expect.arrayContaining(passed));
  });

  test.skipIf(!PYTHON && !process.env.CI)('the same first draft in Flask (needs Python with Flask)', async () => {
    copyFileSync(fixture('naive-flask.py'), join(cwd, 'app.py'));
    symlinkSync(resolve('.venv'), join(cwd, '.venv'));
    expect(await takeIn([...PORT, '--', '.venv/bin/python', 'app.py'])).toMatchObject({ passed: ['find_order'], failed: [] });
  });

  test('an entry of .mcp.json', async () => {
    write('.mcp.json', JSON.stringify({ mcpServers: { 'My ERP': { command: 'node', args: [fixture('both-eras.mjs')] } } }));
    expect(await takeIn(['--server', 'My ERP'])).toMatchObject({ name: 'my-erp', failed: [] });
  });

  test('the suite of the kit adapter passes, because a description gives an example; it is marked all the same', async () => {
    const { passed, failed, marked } = await takeIn(['--', 'node', fixture('orders.mjs')]);
    expect({ passed, failed, marked }).toEqual({ passed: ['find_order', 'list_orders'], failed: [], marked: ['find_order'] });
  });
});

test('the CI job that is written runs: check, the suites, and their reports', async () => {
  copyFileSync(fixture('legacy-stdio.mjs'), join(cwd, 'base.mjs'));
  write('server.mjs', legacy(`{ tools: [{ name: 'find', inputSchema: { type: 'object', properties: {} } }] }`, './base.mjs'));
  await run(['init', '--from', '--', 'node', 'server.mjs'], { cwd });
  link(cwd);
  const { steps } = parse(textOf('.github/workflows/mcp-adapter.yml')).jobs.adapter;
  const { ran, skipped } = await runSteps(steps, { workspace: cwd });
  expect(ran.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(skipped).toEqual([expect.stringContaining(' replay ')]);
  for (const report of ['check.xml', 'check.sarif', 'smoke.xml']) expect(existsSync(join(cwd, 'out', report))).toBe(true);
});

describe('where the adapter cannot be taken in nothing is written', () => {
  test.each<[string, string, string[], number, RegExp]>([
    [
      'a list that is refused',
      `{ on: { 'tools/list': ({ id }) => send({ jsonrpc: '2.0', id, error: { code: -32603, message: 'no' } }) } }`,
      [],
      3,
      /tools\/list was not answered/,
    ],
    [
      'a list without end',
      `{ on: { 'tools/list': (_, reply) => reply({ tools: [{ name: 't', inputSchema: {} }], nextCursor: 'again' }) } }`,
      [],
      3,
      /not read to its end/,
    ],
    ['a list that does not come', `{ on: { 'tools/list': () => {} } }`, ['--deadline', '1s'], 3, /deadline passed/],
  ])('%s', async (_what, options, argv, code, message) => {
    write('server.mjs', legacy(options));
    const { exitCode, error } = await run(['init', '--from', ...argv, '--', 'node', 'server.mjs'], { cwd });
    expect(error?.message).toMatch(message);
    expect(exitCode).toBe(code);
    expect(Object.keys(contents(cwd))).toEqual(['server.mjs']);
  });

  test('Ctrl-C', async () => {
    write('server.mjs', legacy(`{ on: { 'tools/list': () => {} } }`));
    const interrupt = new AbortController();
    setTimeout(() => interrupt.abort(), 1_000);
    const { exitCode, stdout } = await cli(['init', '--from', '--', 'node', 'server.mjs'], { cwd, interrupted: interrupt.signal });
    expect(stdout).toContain('interrupted');
    expect(exitCode).toBe(130);
    expect(Object.keys(contents(cwd))).toEqual(['server.mjs']);
  });

  test('authorization that is needed', async () => {
    write(
      'server.mjs',
      `import http from 'node:http';
      http.createServer((_, response) => response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()).listen(process.env.PORT, '127.0.0.1');`,
    );
    const { exitCode, scaffold } = await run(['init', '--from', ...PORT, '--', 'node', 'server.mjs'], { cwd });
    expect(exitCode).toBe(4);
    expect(scaffold).toBeUndefined();
    expect(Object.keys(contents(cwd))).toEqual(['server.mjs']);
  });

  test('a suite of that name', async () => {
    mkdirSync(join(cwd, 'smoke'));
    const tools = `{ tools: [{ name: 'find', annotations: { readOnlyHint: true }, inputSchema: { type: 'object' } }] }`;
    write('server.mjs', legacy(tools));
    write('smoke/erp.yaml', 'mine');
    const before = contents(cwd);
    const { exitCode, stderr } = await cli(['init', '--from', '--', 'node', 'server.mjs'], { cwd });
    expect(stderr).toContain('smoke/erp.yaml');
    expect(exitCode).toBe(2);
    expect(contents(cwd)).toEqual(before);
  });
});

test('schemas that mean harm cost the others nothing', async () => {
  const names = `Array.from({ length: 5_000 }, (_, index) => 'p' + index)`;
  write(
    'server.mjs',
    legacy(`{ tools: [
      { type: 'string', pattern: '^(a+)+$', default: 'a'.repeat(40) + '!' },
      { type: 'object', required: ${names} },
      { $ref: '#' },
      false,
      { $ref: 'http://127.0.0.1:9/schema.json' },
      { type: 'integer', minimum: 5, maximum: 4 },
      { type: 'string' },
    ].map((v, index) => ({
      name: 'get_' + index,
      annotations: { readOnlyHint: true },
      inputSchema: { type: 'object', properties: { v }, required: ['v'] },
    })) }`),
  );
  const { passed, failed } = await takeIn(['--', 'node', 'server.mjs']);
  expect({ passed, failed }).toEqual({ passed: ['get_6'], failed: [] });
  expect(textOf('smoke/erp.yaml').match(/its input schema could not be met/g)).toHaveLength(6);
});

/** A server of the legacy era with these options. */
function legacy(options: string, base = pathToFileURL(fixture('legacy-stdio.mjs')).href): string {
  return `import { send, serve } from ${JSON.stringify(base)};\nvoid send;\nserve(${options});\n`;
}
