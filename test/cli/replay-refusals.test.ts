import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SavedCase } from '../../src/model/saved-case.ts';
import { until } from '../../src/wire/wait.ts';
import { sampleCase, sampleStep } from '../cases/sample-case.ts';
import { processesWith } from '../processes.mjs';
import { folderWith } from '../suite/suite-folder.ts';
import { serve } from '../wire/http-server.ts';
import { everyFileUnder } from './every-file.ts';
import { caseFiles, failing, scripted, suiteOf } from './kept-cases.ts';
import { cli, fixture, run } from './run-cli.ts';

const orders = ['--', 'node', fixture('orders.mjs')];
const workshop = ['--', 'node', fixture('workshop.mjs')];
/** Long enough to be a secret by itself. */
const TOKEN = 'tok_5f3d9a1c7b20';

/** A folder with a case of `tool`, which an adapter of `words` fails as it did then. */
async function kept(
  script: Parameters<typeof scripted>[1],
  args: string,
  more: string[] = [],
): Promise<{ cwd: string; words: string[]; file: string }> {
  const cwd = folderWith();
  const words = scripted(cwd, script);
  await cli(['call', Object.keys(script)[0] ?? '', args, ...more, ...words], { cwd });
  const [file = ''] = caseFiles(cwd);
  return { cwd, words, file };
}

/** Writes a case by hand. */
function write(cwd: string, path: string, saved: unknown): void {
  mkdirSync(join(cwd, path, '..'), { recursive: true });
  writeFileSync(join(cwd, path), typeof saved === 'string' ? saved : `${JSON.stringify(saved, null, 2)}\n`);
}

describe('cannot be replayed, exit 2, when', () => {
  const twoSteps = '{name: deep, tool: search, arguments: {session_id: "{{session}}", filter: {mode: deep}}}';

  test.each([
    [
      'a call before it fails',
      { open_session: failing('erp_down') },
      /^the step before it, "a session", failed: erp_down \("erp_down happened"\)$/,
    ],
    [
      'what it is bound to is not there',
      { open_session: {} },
      /^the result of "a session" has nothing at \/session_id any more, which a later step needs$/,
    ],
  ])('%s', async (_situation, now, expected) => {
    const cwd = folderWith({ 'a.yaml': suiteOf('{name: a session, tool: open_session, capture: {session: /session_id}}', twoSteps) });
    await run(['smoke', 'a.yaml', ...workshop], { cwd });
    const { cases, exitCode } = await run(['replay', ...scripted(cwd, { ...now, search: {} })], { cwd });
    expect(cases).toMatchObject([{ verdict: 'unreplayable', runs: 0, detail: expect.stringMatching(expected) }]);
    expect(exitCode).toBe(2);
  });

  const secret = async () => kept({ login: failing('refused') }, `{"user":"ann","token":"${TOKEN}"}`, ['--env', `SITE_TOKEN=${TOKEN}`]);

  test('a secret is missing; with it the case is replayed, from the environment, --env or .mcp-adapter/secrets.env', async () => {
    const { cwd, words, file } = await secret();
    expect(readFileSync(join(cwd, file), 'utf8')).not.toContain(TOKEN);
    const missing = await run(['replay', ...words], { cwd });
    const detail = 'the secret SITE_TOKEN is not set: set it, or write it into .mcp-adapter/secrets.env';
    expect([missing.exitCode, missing.cases[0]?.verdict, missing.cases[0]?.detail]).toEqual([2, 'unreplayable', detail]);
    const env = { PATH: process.env.PATH, SITE_TOKEN: TOKEN };
    const verdict = async (flags: string[], over = {}) =>
      (await run(['replay', '--isolate', 'none', ...flags, ...words], { cwd, ...over })).cases[0]?.verdict;
    expect(await verdict(['--env', `SITE_TOKEN=${TOKEN}`])).toBe('still-fails');
    expect(await verdict([], { env })).toBe('still-fails');
    writeFileSync(join(cwd, '.mcp-adapter/secrets.env'), `SITE_TOKEN=${TOKEN}\n`);
    expect(await verdict([])).toBe('still-fails');
  });

  test('a secret that comes from the environment is told nowhere, though the adapter repeats it', async () => {
    const step = `{tool: echo, arguments: {id: "${TOKEN}"}, expect: {text: nope}}`;
    const cwd = folderWith({ 'a.yaml': suiteOf(step) });
    const echo = ['--', 'node', fixture('echo-arguments.mjs')];
    await run(['smoke', 'a.yaml', '--env', `SITE_TOKEN=${TOKEN}`, ...echo], { cwd });
    const [file = ''] = caseFiles(cwd);
    rmSync(join(cwd, 'a.yaml'));
    const env = { PATH: process.env.PATH, SITE_TOKEN: TOKEN };
    const replayed = await cli(['replay', file, '--runs', '1', ...echo], { cwd, env });
    const edited = await cli(['call', '--from', file, '--arg', 'rows=3', ...echo], { cwd, env });
    expect(replayed.stdout).toContain('still-fails');
    expect(edited.stdout).toContain('SITE_TOKEN=•••');
    const told = [...everyFileUnder(cwd).values()].concat(replayed.stdout, replayed.stderr, edited.stdout, edited.stderr);
    expect(told.length).toBeGreaterThan(6);
    expect(told.filter((text) => text.includes(TOKEN))).toEqual([]);
  });

  test('a password that the adapter repeats is not in the case, and the failure is recognised', async () => {
    const cwd = folderWith();
    const login = { login: failing('refused', 'ann cannot log in with tr0ub4dor-x') };
    const words = scripted(cwd, login);
    await cli(['call', 'login', '{"user":"ann","password":"tr0ub4dor-x"}', ...words], { cwd });
    const [file = ''] = caseFiles(cwd);
    expect(readFileSync(join(cwd, file), 'utf8')).not.toContain('tr0ub4dor-x');
    const env = { PATH: process.env.PATH, MCP_ADAPTER_SECRET_PASSWORD: 'tr0ub4dor-x' };
    const { cases } = await run(['replay', file, '--runs', '1', ...words], { cwd, env });
    expect(cases[0]?.verdict).toBe('still-fails');
  });

  test('a secret has another value than then', async () => {
    const { cwd, words } = await secret();
    const { cases, exitCode } = await run(['replay', '--env', 'SITE_TOKEN=tok_another_value', ...words], { cwd });
    expect([exitCode, cases[0]?.detail]).toEqual([2, 'the secret SITE_TOKEN has another value than when the case was recorded']);
  });

  test('the key that recognises secrets is not there', async () => {
    const { cwd, words } = await secret();
    rmSync(join(cwd, '.mcp-adapter/key'));
    const { cases, exitCode } = await run(['replay', '--env', `SITE_TOKEN=${TOKEN}`, ...words], { cwd });
    expect(cases).toMatchObject([
      { verdict: 'unreplayable', detail: expect.stringContaining('copy .mcp-adapter/key, or set MCP_ADAPTER_KEY') },
    ]);
    expect(exitCode).toBe(2);
  });

  test('the pages that it needs are not there, or outside its folder', async () => {
    const cwd = folderWith();
    const step = sampleStep('{"url":"x"}', { tool: 'open_page', bind: [{ at: '/url', from: '{{site}}/a.html' }] });
    write(cwd, 'cases/open_page/a--3f9a1c02.case.json', sampleCase({ steps: [step], site: 'pages' }));
    const { cases, exitCode } = await run(['replay', ...workshop], { cwd });
    expect(cases).toMatchObject([
      { verdict: 'unreplayable', detail: expect.stringMatching(/^the pages "pages" that it needs are not below /) },
    ]);
    expect(exitCode).toBe(2);
  });
});

test('a file that is no case is told in one sentence, the others run, and no file is changed', async () => {
  const { cwd, words } = await kept({ tool: failing('down') }, '{"id":"A-1"}');
  const good = caseFiles(cwd);
  const evil = (over: Partial<SavedCase>, tool = 'tool') => sampleCase({ steps: [sampleStep('{"id":"A-1"}', { tool })], ...over });
  const bad: Record<string, [unknown, RegExp]> = {
    damaged: ['{"format": "mcp-adapter/case@1",\n  "id": ', /^it is no JSON: .* at 2:\d+$/],
    empty: ['', /^it is no JSON/],
    foreign: ['{"openapi": "3.1.0"}', /^it is no case of mcp-adapter: it has no format/],
    newer: [{ ...evil({}), format: 'mcp-adapter/case@9' }, /^it was made by a newer mcp-adapter/],
    edited: [JSON.stringify(evil({})).replaceAll('A-1', 'A-2'), /^\/steps\/0\/arguments were changed by hand/],
    upwards: [evil({ site: '../../etc' }), /^\/site /],
    large: [' '.repeat(50 * 1024 * 1024), /^it has 50 MiB, and a case has at most 8(?:\.0)? MiB$/],
  };
  for (const [name, [saved]] of Object.entries(bad)) write(cwd, `cases/bad/${name}--3f9a1c02.case.json`, saved);
  write(cwd, 'cases/bad/traversal--3f9a1c02.case.json', evil({}, '../../outside'));
  symlinkSync(join(cwd, good[0] ?? ''), join(cwd, 'cases/bad/link--3f9a1c02.case.json'));
  const before = everyFileUnder(join(cwd, 'cases'));
  const { cases, exitCode } = await run(['replay', '--isolate', 'none', '--accept', '--minimise', ...words], { cwd });
  const details = new Map(cases.map(({ file, detail, verdict }) => [/([a-z_]+)--/.exec(file)?.[1], `${verdict}: ${detail}`]));
  for (const [name, [, expected]] of Object.entries(bad)) {
    expect(details.get(name)).toMatch(/^unreplayable: /);
    expect(details.get(name)?.replace('unreplayable: ', '')).toMatch(expected);
  }
  expect(details.get('link')).toBe('unreplayable: it is a link, and a case is a file of its own');
  expect(details.get('traversal')).toMatch(/^unreplayable: the adapter has no tool "\.\.\/\.\.\/outside"/);
  expect(details.get('down')).toBe('still-fails: down in 3 of 3 runs');
  expect(exitCode).toBe(1);
  const after = everyFileUnder(join(cwd, 'cases'));
  expect([...before].filter(([path, text]) => after.get(path) !== text)).toEqual([]);
  // What --minimise found is beside them.
  expect([...after.keys()].filter((path) => !before.has(path))).toEqual([
    expect.stringMatching(/^tool\/down--[0-9a-f]{8}\.min\.case\.json$/),
  ]);
});

test('a file that holds a known secret is told, what came of it is not written again, and the run says so with exit 2', async () => {
  const { cwd, words, file } = await kept({ tool: failing('down') }, `{"${TOKEN}":"A-1"}`);
  expect(readFileSync(join(cwd, file), 'utf8')).toContain(TOKEN);
  const holds = 'down in 1 of 1 run; its file holds SITE_TOKEN (mcp-adapter cases scan tells where)';
  const still = await run(['replay', '--runs', '1', '--env', `SITE_TOKEN=${TOKEN}`, ...words], { cwd });
  expect([still.exitCode, still.cases[0]?.verdict, still.cases[0]?.detail]).toEqual([1, 'still-fails', holds]);
  scripted(cwd, { tool: failing('timeout') });
  const before = everyFileUnder(join(cwd, 'cases'));
  const { cases, error, exitCode } = await run(['replay', '--env', `SITE_TOKEN=${TOKEN}`, ...words], { cwd });
  expect(cases).toMatchObject([{ verdict: 'different-failure' }]);
  expect([exitCode, error?.class, error?.message]).toEqual([2, 'secret', 'a failure of tool was not kept: the file would hold SITE_TOKEN']);
  expect(everyFileUnder(join(cwd, 'cases'))).toEqual(before);
});

describe('a case whose tool writes', () => {
  const GRANTED = `format: mcp-adapter/smoke@1
grants: [{tools: [create_return]}]
steps:
  - name: it is booked
    tool: create_return
    arguments: {order_id: A-1001, quantity: 1, reason: small, task_id: "{{task}}", step_id: s}
`;
  const fault = ['--env', 'ORDERS_FAULT=throw@create_return', ...orders];
  const sentence =
    'not run: "create_return" is of risk write; name the file of the case, use --allow-writes, or set "risks" in mcp-adapter.json';

  test('is run only when its file is named or with --allow-writes, and then has the grants that it had', async () => {
    const cwd = folderWith({ 'a.yaml': GRANTED });
    const { steps } = await run(['smoke', 'a.yaml', ...fault], { cwd });
    const file = steps[0]?.saved?.file ?? '';
    for (const words of [[], ['cases'], ['cases/create_return']]) {
      const { cases, exitCode } = await run(['replay', ...words, ...orders], { cwd });
      expect([exitCode, cases[0]?.verdict, cases[0]?.detail]).toEqual([2, 'unreplayable', sentence]);
    }
    // Without a grant it would be refused: `write_not_enabled`.
    for (const words of [[file], ['--allow-writes', '--isolate', 'none']]) {
      expect((await run(['replay', ...words, '--runs', '2', ...fault], { cwd })).cases).toMatchObject([
        { verdict: 'still-fails', detail: 'outcome_unknown in 2 of 2 runs' },
      ]);
      expect((await run(['replay', ...words, '--runs', '1', ...orders], { cwd })).cases).toMatchObject([{ verdict: 'fixed' }]);
    }
  });

  test('is run when the config says that its risk is read', async () => {
    const risks = { targets: { orders: { stdio: { command: 'node', args: [fixture('orders.mjs')] } } }, risks: { create_return: 'read' } };
    const cwd = folderWith({ 'a.yaml': GRANTED, 'mcp-adapter.json': JSON.stringify(risks) });
    await run(['smoke', 'a.yaml', '--env', 'ORDERS_FAULT=throw@create_return'], { cwd });
    expect((await run(['replay', '--runs', '1'], { cwd })).cases).toMatchObject([{ verdict: 'fixed' }]);
  });
});

describe('exit codes', () => {
  test('0 without any case, with a sentence, and nothing is started', async () => {
    const { exitCode, stderr } = await cli(['replay', '--', 'no-such-command']);
    expect([exitCode, stderr]).toEqual([0, 'there are no saved cases: nothing to replay\n']);
    expect(await run(['replay'])).toMatchObject({ exitCode: 0, command: 'replay', cases: [], error: null });
  });

  test('0 when all are fixed, 2 for a path that is not there and for flags that make no sense', async () => {
    const { cwd, words, file } = await kept({ tool: failing('down') }, '{}');
    scripted(cwd, { tool: {} });
    expect(await run(['replay', '--runs', '1', ...words], { cwd })).toMatchObject({ exitCode: 0, cases: [{ verdict: 'fixed' }] });
    expect((await run(['replay', file.replace('down', 'dwn'), ...words], { cwd })).error).toMatchObject({
      message: expect.stringMatching(/^there is no case/),
      hint: expect.stringContaining('did you mean'),
    });
    for (const flags of [
      ['--runs', '0'],
      ['--runs', '101'],
      ['--runs', 'x'],
      ['--shard', '2'],
      ['--isolate', 'all'],
    ])
      expect((await run(['replay', ...flags, ...words], { cwd })).exitCode).toBe(2);
  });

  test('3 for an adapter that does not start, told once and not for each case', async () => {
    const { cwd } = await kept({ tool: failing('down') }, '{}');
    const { error, cases, exitCode } = await run(['replay', '--', 'node', 'no-such-file.mjs'], { cwd });
    expect([exitCode, cases, error?.class]).toEqual([3, [], 'spawn/exited-early']);
    expect(error?.message).toContain('Cannot find module');
  });

  test('4 for a server that wants authorization', async () => {
    const { cwd } = await kept({ tool: failing('down') }, '{}');
    await using server = await serve((_request, _message, response) => {
      response.writeHead(401, { 'www-authenticate': 'Bearer realm="orders"' }).end();
    });
    expect((await run(['replay', '--url', server.url], { cwd })).exitCode).toBe(4);
  });

  test.runIf(process.platform === 'linux')(
    '130 after Ctrl-C in the middle of a run: nothing is kept, no adapter is left, what was judged stands',
    async () => {
      const { cwd, words } = await kept({ a: failing('down'), b: failing('down') }, '{}');
      await cli(['call', 'b', ...words], { cwd });
      const waits = `import { serve } from ${JSON.stringify(fixture('legacy-stdio.mjs'))};
import { writeFileSync } from 'node:fs';
const tool = (name) => ({ name, description: 'Waits.', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } });
const failed = ${JSON.stringify(failing('down').answer)};
serve({ tools: [tool('a'), tool('b')], call: ({ name }) => (name === 'a' ? failed : new Promise(() => writeFileSync('called', ''))) });`;
      writeFileSync(join(cwd, 'waits.mjs'), waits);
      const interrupt = new AbortController();
      const flags = ['replay', '--runs', '1', '--env', `MARK=${cwd}`, '--', 'node', 'waits.mjs'];
      const before = everyFileUnder(join(cwd, 'cases'));
      const ended = run(flags, { cwd, interrupted: interrupt.signal });
      expect(await until(() => everyFileUnder(cwd).has('called'), 20_000)).toBe(true);
      interrupt.abort();
      const { cases, error, exitCode } = await ended;
      expect([exitCode, error?.class]).toEqual([130, 'interrupted']);
      expect(cases.map(({ verdict, detail }) => [verdict, detail])).toEqual([
        ['still-fails', 'down in 1 of 1 run'],
        ['unreplayable', 'the run was cut short'],
      ]);
      expect(everyFileUnder(join(cwd, 'cases'))).toEqual(before);
      expect(processesWith('environ', cwd)).toEqual([]);
    },
  );
});
