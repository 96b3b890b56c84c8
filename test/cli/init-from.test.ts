import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { contents, folderWith } from '../scaffold/folders.ts';
import { cli, fixture, run } from './run-cli.ts';

/** An adapter in a folder of its own: one tool that reads, one that pays. That it was started it notes in its state folder. */
const SERVER = `
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from ${JSON.stringify(pathToFileURL(fixture('legacy-stdio.mjs')).href)};
mkdirSync(process.env.MCP_ADAPTER_STATE, { recursive: true });
writeFileSync(join(process.env.MCP_ADAPTER_STATE, 'started'), '');
const inputSchema = { type: 'object', properties: { number: { type: 'string', description: 'Such as A-1.' } }, required: ['number'] };
serve({ tools: [
  { name: 'pay_order', description: 'Pays.', inputSchema, annotations: { readOnlyHint: false, destructiveHint: true } },
  { name: 'find_order', description: 'Finds one order.', inputSchema },
] });
`;
/** What tells by a file in its folder that it was started. */
const TELLTALE = `import { writeFileSync } from 'node:fs'; writeFileSync('started', '');`;
const ADAPTER = ['--', 'node', 'server.mjs'];

test('an adapter is checked and gets config, suite, lock and CI job; smoke runs them, and a second time is refused', async () => {
  const cwd = folderWith({ 'server.mjs': SERVER });
  const made = await run(['init', '--from', ...ADAPTER], { cwd });
  const files = ['mcp-adapter.json', 'smoke/erp.yaml', 'tools.lock.json', '.github/workflows/mcp-adapter.yml', '.mcp-adapter/.gitignore'];
  expect(made).toMatchObject({
    command: 'init',
    exitCode: 0,
    error: null,
    next: 'mcp-adapter smoke',
    scaffold: {
      folder: '.',
      template: null,
      dryRun: false,
      files: files.map((path) => ({ path, change: 'created' })),
      commands: ['mcp-adapter smoke', 'mcp-adapter check'],
    },
  });
  // What check found is in it, though it does not fail it.
  expect(made.findings.map(({ rule }) => rule)).toContain('design/risk-undeclared');
  expect(made.scaffold?.notes).toEqual([
    expect.stringContaining('find_order does not say what a call may change'),
    expect.stringContaining('1 value in smoke/erp.yaml only fits'),
  ]);

  const after = contents(cwd);
  const written = Object.keys(after).filter((path) => after[path] !== null);
  expect(written.sort()).toEqual([...files, 'server.mjs'].sort());
  expect(after['server.mjs']).toBe(SERVER);
  expect(JSON.parse(after['mcp-adapter.json'] ?? '')).toEqual({
    targets: { erp: { stdio: { command: 'node', args: ['server.mjs'] } } },
    risks: { find_order: 'read' },
    suites: ['smoke/erp.yaml'],
  });
  expect(Object.keys(JSON.parse(after['tools.lock.json'] ?? '').tools)).toEqual(['find_order', 'pay_order']);

  const smoke = await run(['smoke'], { cwd });
  expect(smoke.steps.map(({ tool, status }) => [tool, status])).toEqual([
    ['find_order', 'passed'],
    ['', 'passed'],
  ]);

  const before = contents(cwd);
  const again = await cli(['init', '--from', ...ADAPTER], { cwd });
  expect(again.stderr).toMatch(/mcp-adapter\.json is in .* already[\s\S]*run mcp-adapter check/);
  expect(again.exitCode).toBe(2);
  expect(contents(cwd)).toEqual(before);
});

test('--dry-run says the same and writes nothing; another folder is named from where the command ran', async () => {
  const cwd = folderWith({ 'shop/server.mjs': SERVER });
  const before = contents(cwd);
  const { scaffold, next } = await run(['init', '--from', 'shop', '--dry-run', '--name', 'Mon Café', '--', 'node', 'shop/server.mjs'], {
    cwd,
  });
  expect(scaffold).toMatchObject({ folder: 'shop', dryRun: true, commands: ['cd shop', 'mcp-adapter smoke', 'mcp-adapter check'] });
  expect(scaffold?.files.map(({ path }) => path)).toContain('smoke/mon-cafe.yaml');
  expect(next).toBe('cd shop && mcp-adapter smoke');
  expect(contents(cwd)).toEqual(before);
});

describe('what is wrong is said in one sentence before anything is started', () => {
  test.each<[string, string[], RegExp]>([
    ['no adapter', ['--from'], /no adapter is named[\s\S]*init --from -- node server\.js/],
    ['no such folder', ['--from', 'shop', ...ADAPTER], /"shop" is no folder[\s\S]*its command stands after --/],
    ['a file for a folder', ['--from', 'server.mjs', ...ADAPTER], /"server\.mjs" is no folder/],
    ['a template', ['--from', '--template', 'typescript', ...ADAPTER], /--template typescript makes a new project/],
    ['two eras', ['--from', '--era', 'both', ...ADAPTER], /connect twice/],
    ['a name that is a path', ['--from', '--name', '../x', ...ADAPTER], /"\.\.\/x" can be no name/],
    ['a secret in the command', ['--from', ...ADAPTER, '--token', 'tok-9f8e7d6c5b4a'], /looks like a secret[\s\S]*--env NAME/],
    ['a secret in the URL', ['--from', '--url', 'http://u:tok-9f8e7d6c@127.0.0.1:9/mcp'], /the URL holds what looks like a secret/],
    ['a server that is not configured', ['--from', '--server', 'erp'], /no server "erp" is configured/],
  ])('%s', async (_what, argv, expected) => {
    const cwd = folderWith({ 'server.mjs': TELLTALE });
    const { exitCode, stderr, stdout } = await cli(['init', ...argv], { cwd });
    expect(stderr).toMatch(expected);
    expect(stderr).not.toContain('9f8e7d6c');
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(Object.keys(contents(cwd))).toEqual(['server.mjs']);
  });

  test.each(['tools.lock.json', '.github/workflows/mcp-adapter.yml', '.github'])('%s is there already', async (path) => {
    const cwd = folderWith({ 'server.mjs': TELLTALE, [path]: 'mine' });
    const before = contents(cwd);
    const { exitCode, stderr } = await cli(['init', '--from', ...ADAPTER], { cwd });
    expect(stderr).toContain(path);
    expect(exitCode).toBe(2);
    expect(contents(cwd)).toEqual(before);
  });
});

test('an adapter that does not start is reported as check reports it, and nothing is written', async () => {
  const cwd = folderWith({ 'server.mjs': 'process.exit(7)' });
  const { error, exitCode, scaffold } = await run(['init', '--from', ...ADAPTER], { cwd });
  expect(exitCode).toBe(3);
  expect(error).toMatchObject({ class: 'spawn/exited-early', exitCode: 7 });
  expect(scaffold).toBeUndefined();
  expect(Object.keys(contents(cwd))).toEqual(['server.mjs']);
});

test('values that are secret, or ours, are in no file and in no report, and every command names their variables', async () => {
  const cwd = folderWith({ 'server.mjs': SERVER });
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ERP_USER: 'north-star' };
  const given = ['--env', 'ERP_USER', '--env', 'API_KEY=hunter2', '--env', 'REGION=eu'];
  const { stdout, stderr, exitCode } = await cli(['init', '--from', ...given, ...ADAPTER], { cwd, env });
  expect(exitCode).toBe(0);
  const everything = [stdout, stderr, ...Object.values(contents(cwd))].join('\n');
  expect(everything).not.toMatch(/north-star|hunter2/);
  expect(stdout).toContain('mcp-adapter smoke --env ERP_USER --env API_KEY\n');
  const config = JSON.parse(readFileSync(join(cwd, 'mcp-adapter.json'), 'utf8'));
  expect(config.targets.erp.stdio.env).toEqual({ REGION: 'eu' });
  expect(config.secrets).toEqual(['API_KEY']);
});

test('what a file of a client fills in from the environment is not written either', async () => {
  const servers = { erp: { command: 'node', args: ['server.mjs'], env: { ERP_USER: `\${WHO}`, REGION: 'eu', LEVEL: `\${LEVEL:-low}` } } };
  const cwd = folderWith({ 'server.mjs': SERVER, '.mcp.json': JSON.stringify({ mcpServers: servers }) });
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, WHO: 'north-star' };
  const { stdout, exitCode } = await cli(['init', '--from', '--server', 'erp'], { cwd, env });
  expect(exitCode).toBe(0);
  expect([stdout, ...Object.values(contents(cwd))].join('\n')).not.toContain('north-star');
  expect(stdout).toContain('mcp-adapter smoke --env ERP_USER\n');
  const config = JSON.parse(readFileSync(join(cwd, 'mcp-adapter.json'), 'utf8'));
  expect(config.targets.erp.stdio.env).toEqual({ REGION: 'eu', LEVEL: 'low' });
});

test('no tool of the adapter is called', async () => {
  const counting = `
import { appendFileSync } from 'node:fs';
import { send, serve } from ${JSON.stringify(pathToFileURL(fixture('legacy-stdio.mjs')).href)};
serve({
  tools: ['find_order', 'list_orders'].map((name) => ({ name, annotations: { readOnlyHint: true }, inputSchema: { type: 'object' } })),
  on: {
    'tools/call': ({ id, params }) => {
      appendFileSync('called', params.name + '\\n');
      send({ jsonrpc: '2.0', id, error: { code: -32602, message: 'Unknown tool' } });
    },
  },
});
`;
  const cwd = folderWith({ 'server.mjs': counting });
  await run(['init', '--from', ...ADAPTER], { cwd });
  const called = (contents(cwd).called ?? '').split('\n').filter((name) => name);
  // A tool that does not exist is asked for, as `check` does: it proves that calls are counted here.
  expect(called).toHaveLength(1);
  expect(called[0]).not.toMatch(/^(?:find_order|list_orders)$/);
  await cli(['smoke'], { cwd });
  expect(contents(cwd).called).toMatch(/find_order\nlist_orders\n$/);
});
