import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { saveCase } from '../../src/cases/case-store.ts';
import { until } from '../../src/wire/wait.ts';
import { sampleCase } from '../cases/sample-case.ts';
import { folderWith } from '../suite/suite-folder.ts';
import { everyFileUnder } from './every-file.ts';
import { caseFiles, failing, readSaved, scripted, suiteOf } from './kept-cases.ts';
import { cli, fixture, run } from './run-cli.ts';

const workshop = ['--', 'node', fixture('workshop.mjs')];
const TOKEN = 'tok_5f3d9a1c7b20';

/** The texts of the arguments that went to the adapter, in order, from the newest trace. */
function sentArguments(cwd: string): string[] {
  const folder = join(cwd, '.mcp-adapter/traces');
  const newest = readdirSync(folder).sort().at(-1) ?? '';
  const lines = readFileSync(join(folder, newest), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return lines
    .filter(({ dir, text }) => dir === 'out' && text?.includes('"method":"tools/call"'))
    .map(({ text }) => /"arguments":(\{.*?\})(?:,"_meta"|\}\})/.exec(text)?.[1] ?? text);
}

describe('a call that fails', () => {
  test('is kept and named, with the line that runs it again; the same failure again raises seen', async () => {
    const cwd = folderWith();
    const words = scripted(cwd, { find: failing('down', 'no answer for order 17') });
    const first = await cli(['call', 'find', '{"id":"A-1"}', ...words], { cwd });
    const [file = ''] = caseFiles(cwd);
    expect(first.exitCode).toBe(1);
    expect(file).toMatch(/^cases\/find\/down--[0-9a-f]{8}\.case\.json$/);
    expect(first.stdout).toContain(`saved ${file}\n`);
    const line = /replay mcp-adapter (.*)\n/.exec(first.stdout)?.[1] ?? '';
    expect((await run(line.split(' '), { cwd })).cases).toMatchObject([{ verdict: 'still-fails' }]);
    // Another order, the same failure.
    scripted(cwd, { find: failing('down', 'no answer for order 18') });
    const { steps } = await run(['call', 'find', '{"id":"A-2"}', ...words], { cwd });
    expect(steps[0]?.saved?.file).toBe(file);
    expect(caseFiles(cwd)).toEqual([file]);
    expect(readSaved(cwd, file)).toMatchObject({ seen: 2, steps: [{ arguments: { id: 'A-1' } }] });
  });

  test('for want of a grant is not kept, because it waits for a person; with --save it is', async () => {
    const cwd = folderWith();
    const words = scripted(cwd, { cancel: failing('write_not_enabled') });
    const { exitCode, steps } = await run(['call', 'cancel', '{}', ...words], { cwd });
    expect([exitCode, steps[0]?.outcome, caseFiles(cwd)]).toEqual([1, 'policy_denied', []]);
    await run(['call', 'cancel', '{}', '--save', ...words], { cwd });
    expect(caseFiles(cwd)).toHaveLength(1);
  });

  test.each([
    [
      'a JSON-RPC error',
      { error: { code: -32000, message: 'db down' } },
      /^cases\/find\/32000--/,
      { class: 'rpc_error', jsonrpc_code: -32000 },
    ],
    ['the end of the adapter', { exit: true }, /^cases\/find\/gone--/, { class: 'transport', code: 'gone', result: null }],
    [
      'a failing result without an envelope',
      { answer: { isError: true, content: [{ type: 'text', text: 'NOT_FOUND: no such order' }] } },
      /^cases\/find\/not_found--/,
      { class: 'tool_error', code: 'not_found', message: 'NOT_FOUND: no such order' },
    ],
  ])('with %s is kept too, and recognised at replay', async (_situation, does, name, actual) => {
    const cwd = folderWith();
    const words = scripted(cwd, { find: does });
    const { steps } = await run(['call', 'find', '{}', ...words], { cwd });
    const file = steps[0]?.saved?.file ?? '';
    expect(file).toMatch(name);
    expect(readSaved(cwd, file)).toMatchObject({ state: 'open', actual });
    expect((await run(['replay', '--runs', '1', ...words], { cwd })).cases).toMatchObject([{ verdict: 'still-fails' }]);
  });

  test('in CI is reported, and nothing is written', async () => {
    const cwd = folderWith();
    const words = scripted(cwd, { find: failing('down') });
    const before = [...everyFileUnder(cwd).keys()];
    const { steps, exitCode } = await run(['call', 'find', `{"token":"${TOKEN}"}`, ...words], {
      cwd,
      env: { PATH: process.env.PATH, CI: 'true' },
    });
    expect([exitCode, steps[0]?.status, steps[0]?.saved]).toEqual([1, 'failed', undefined]);
    expect([...everyFileUnder(cwd).keys()]).toEqual(before);
  });

  test.each(['call', 'check'])('because %s was interrupted is not kept: it was us who ended the adapter', async (command) => {
    const cwd = folderWith({
      'waits.mjs': `import { serve } from ${JSON.stringify(fixture('legacy-stdio.mjs'))};
import { writeFileSync } from 'node:fs';
const tools = [{ name: 'find', description: 'Waits.', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }];
serve({ tools, call: () => new Promise(() => writeFileSync('called', '')) });`,
    });
    const interrupt = new AbortController();
    const words = command === 'call' ? ['call', 'find'] : ['check', '--no-hosts', '--call', 'find'];
    const ended = run([...words, '--', 'node', 'waits.mjs'], { cwd, interrupted: interrupt.signal });
    expect(await until(() => existsSync(join(cwd, 'called')), 20_000)).toBe(true);
    interrupt.abort();
    expect((await ended).exitCode).toBe(130);
    expect(caseFiles(cwd)).toEqual([]);
  });

  test('is kept by check --call when no answer came, and an isError result is not', async () => {
    const cwd = folderWith();
    const words = scripted(cwd, { fine: {}, refuses: failing('down'), dies: { exit: true } });
    const flags = ['check', '--no-hosts', '--fail-on', 'never', '--call', 'fine', '--call', 'refuses', '--call', 'dies={"id":"A-1"}'];
    const { steps } = await run([...flags, ...words], { cwd });
    expect(caseFiles(cwd)).toEqual([expect.stringMatching(/^cases\/dies\/gone--[0-9a-f]{8}\.case\.json$/)]);
    expect(steps.map(({ name, saved }) => [name, saved?.file])).toEqual([['dies', caseFiles(cwd)[0]]]);
    expect(readSaved(cwd, caseFiles(cwd)[0] ?? '')).toMatchObject({ gen: { source: 'check' }, steps: [{ arguments: { id: 'A-1' } }] });
  });
});

test('--save keeps a call that went well as a regression case, which fails when the answer loses a member', async () => {
  const cwd = folderWith();
  const answer = (more: object) => ({
    answer: { content: [{ type: 'text', text: JSON.stringify({ ok: true, code: 'ok', retryable: false, attempts: 1, ...more }) }] },
  });
  const words = scripted(cwd, { find: answer({ total: 3 }) });
  const { steps, exitCode } = await run(['call', 'find', '{"id":"A-1"}', '--save', ...words], { cwd });
  const file = steps[0]?.saved?.file ?? '';
  expect([exitCode, readSaved(cwd, file)]).toMatchObject([
    0,
    { state: 'regression', expect: { ok: true, json: { '/total': { type: 'number' } } } },
  ]);
  // Another value of the same kind is as good.
  scripted(cwd, { find: answer({ total: 4 }) });
  expect((await run(['replay', '--runs', '1', ...words], { cwd })).cases).toMatchObject([{ verdict: 'fixed' }]);
  scripted(cwd, { find: answer({}) });
  const { cases, exitCode: code } = await run(['replay', '--runs', '1', ...words], { cwd });
  expect([code, cases]).toMatchObject([1, [{ verdict: 'different-failure', detail: expect.stringMatching(/^fails again: /) }]]);
});

describe('--from', () => {
  const odd = '{ "n":12345678901234567890,"a":1,"a":2.0,"zero":-0, "2":"b","1":"a","id":"A-1"}';

  test('sends the bytes of the case again, with only the argument changed that --arg names', async () => {
    const cwd = folderWith();
    const words = scripted(cwd, { find: { ...failing('down'), inputSchema: { type: 'object', properties: { id: { type: 'string' } } } } });
    await cli(['call', 'find', odd, ...words], { cwd });
    expect(sentArguments(cwd)).toEqual([odd]);
    const [file = ''] = caseFiles(cwd);
    await cli(['call', '--from', file, ...words], { cwd });
    expect(sentArguments(cwd)).toEqual([odd]);
    await cli(['call', '--from', file, '--arg', 'id=A-2', ...words], { cwd });
    expect(sentArguments(cwd)).toEqual([odd.replace('A-1', 'A-2')]);
    await cli(['call', '--from', file, '--arg', 'note=new', ...words], { cwd });
    expect(sentArguments(cwd)).toEqual([odd.replace('}', ',"note":"new"}')]);
    await cli(['replay', file, '--runs', '1', ...words], { cwd });
    expect(sentArguments(cwd)).toEqual([odd]);
  });

  test('makes the calls before it, takes what it needs from them, and keeps what fails in another way as another case', async () => {
    const cwd = folderWith({
      'a.yaml': suiteOf(
        '{name: a session, tool: open_session, capture: {session: /session_id}}',
        '{name: deep, tool: search, arguments: {session_id: "{{session}}", filter: {mode: own}}}',
      ),
    });
    await run(['smoke', 'a.yaml', ...workshop], { cwd });
    const [file = ''] = caseFiles(cwd);
    const again = await run(['call', '--from', file, ...workshop], { cwd });
    expect(again.steps).toMatchObject([{ tool: 'search', status: 'failed', code: 'too_deep' }]);
    const edited = await run(['call', 'search', '--from', file, '--arg', 'filter.mode=shallow', ...workshop], { cwd });
    expect([edited.exitCode, edited.steps[0]?.code, edited.steps[0]?.saved]).toEqual([0, 'ok', undefined]);
    const unknown = await run(['call', '--from', file, '--arg', 'session_id=session-none', ...workshop], { cwd });
    expect([unknown.exitCode, unknown.steps[0]?.code]).toEqual([1, 'session_unknown']);
    expect(caseFiles(cwd)).toHaveLength(2);
  });

  test('gives the task another name where calls before it are made again, or the one that --task says', async () => {
    const cwd = folderWith({
      'a.yaml': suiteOf(
        '{name: a session, tool: open_session, arguments: {task_id: t-1}, capture: {session: /session_id}}',
        '{name: deep, tool: search, arguments: {session_id: "{{session}}", filter: {mode: own}, task_id: t-1}}',
      ),
    });
    await run(['smoke', 'a.yaml', ...workshop], { cwd });
    const [file = ''] = caseFiles(cwd);
    const tasks = () => sentArguments(cwd).map((text) => JSON.parse(text).task_id);
    await cli(['call', '--from', file, ...workshop], { cwd });
    expect(tasks()).toEqual([expect.stringMatching(/^t-1-[0-9a-f]{6}$/), tasks()[0]]);
    await cli(['call', '--from', file, '--task', 't-9', ...workshop], { cwd });
    expect(tasks()).toEqual(['t-9', 't-9']);
  });

  test.each([
    ['both a case and JSON', ['find', '{}'], 'the arguments are given twice: by --from and as JSON'],
    ['another tool', ['fine'], 'is a call of "find", not of "fine"'],
  ])('with %s is a usage fault', async (_situation, more, message) => {
    const cwd = folderWith();
    const words = scripted(cwd, { find: failing('down'), fine: {} });
    await cli(['call', 'find', '{}', ...words], { cwd });
    const { error, exitCode } = await run(['call', ...more, '--from', caseFiles(cwd)[0] ?? '', ...words], { cwd });
    expect([exitCode, error?.message]).toEqual([2, expect.stringContaining(message)]);
  });

  test('a case of an identity is refused before the adapter starts: as somebody else the call would tell nothing', async () => {
    const cwd = folderWith();
    const { target } = sampleCase();
    const { file } = await saveCase(join(cwd, 'cases'), sampleCase({ target: { ...target, identity: 'clerk' } }));
    const { error, exitCode } = await run(['call', '--from', file, '--', 'no-such-command'], { cwd });
    expect([exitCode, error?.message]).toEqual([2, expect.stringContaining('the case is a call as the identity "clerk"')]);
    expect(error?.hint).toContain('mcp-adapter replay');
  });

  test('a file that is no case is a fault that says why', async () => {
    const cwd = folderWith({ 'x.case.json': '{"openapi": "3.1.0"}' });
    const { error, exitCode } = await run(['call', '--from', 'x.case.json', ...workshop], { cwd });
    expect([exitCode, error?.message]).toEqual([2, expect.stringMatching(/^x\.case\.json: it is no case of mcp-adapter/)]);
  });
});

describe('secrets', () => {
  const env = ['--env', `SITE_TOKEN=${TOKEN}`];

  test('of --env leave by reference and are nowhere in what is written or printed, in whatever the adapter says of them', async () => {
    const cwd = folderWith();
    const words = scripted(folderWith(), { login: failing('refused', `the token ${TOKEN} is refused`) });
    const args = `{"token":"${TOKEN}","header":"Bearer ${TOKEN}","n":1.0}`;
    const printed = await cli(['call', 'login', args, ...env, ...words], { cwd });
    expect(printed.stdout).toContain('--env SITE_TOKEN ');
    expect(printed.stdout + printed.stderr).not.toContain(TOKEN);
    for (const text of everyFileUnder(cwd).values()) expect(text).not.toContain(TOKEN);
    const [file = ''] = caseFiles(cwd);
    expect(readSaved(cwd, file).steps[0]).toMatchObject({
      arguments: { token: '{{env:SITE_TOKEN}}', header: 'Bearer {{env:SITE_TOKEN}}' },
      secrets: [
        { at: '/token', ref: 'env:SITE_TOKEN', len: TOKEN.length },
        { at: '/header', ref: 'env:SITE_TOKEN' },
      ],
    });
    expect((await run(['replay', '--runs', '1', ...env, ...words], { cwd })).cases).toMatchObject([{ verdict: 'still-fails' }]);
  });

  test.each([
    ['replay', ['replay', '--runs', '1']],
    ['call --from', ['call', '--from', 'FILE']],
  ])('come back by %s: the adapter gets what it got', async (_command, words) => {
    const [cwd, elsewhere] = [folderWith(), folderWith()];
    const logging = [...env, '--env', `LOG=${elsewhere}/log`, ...workshop];
    await run(['call', 'ls', `{"path":"/","token":"${TOKEN}"}`, ...logging], { cwd });
    const [file = ''] = caseFiles(cwd);
    expect((await run([...words.map((word) => (word === 'FILE' ? file : word)), ...logging], { cwd })).exitCode).toBe(1);
    const given = readFileSync(join(elsewhere, 'log'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).given);
    expect(given).toEqual(Array(2).fill({ path: '/', token: TOKEN }));
  });

  test('in a key of the arguments keep the case from being written: exit 2, and a sentence without the secret', async () => {
    const cwd = folderWith();
    const words = scripted(cwd, { login: failing('refused') });
    const { exitCode, stdout, stderr } = await cli(['call', 'login', `{"${TOKEN}":true}`, ...env, ...words], { cwd });
    expect(exitCode).toBe(2);
    expect(stdout + stderr).toContain('a failure of login was not kept: the file would hold SITE_TOKEN');
    expect(stdout + stderr).not.toContain(TOKEN);
    expect(existsSync(join(cwd, 'cases'))).toBe(false);
  });
});
