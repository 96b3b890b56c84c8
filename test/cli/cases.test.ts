import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { saveCase } from '../../src/cases/case-store.ts';
import type { SavedCase } from '../../src/model/saved-case.ts';
import { fingerprint, sampleCase, sampleStep } from '../cases/sample-case.ts';
import { cli } from './run-cli.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-cases-'));
  folders.push(folder);
  return folder;
}

const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();

async function save(cwd: string, start: string, over: Partial<SavedCase> = {}): Promise<string> {
  const actual = { ...sampleCase().actual, fingerprint: fingerprint(start), ...over.actual };
  return (await saveCase(join(cwd, 'cases'), sampleCase({ ...over, actual }))).file;
}

/** Three cases: two of find_order, one of them 40 days old, and one of list_orders that is a regression test; and a damaged file. */
async function folderWithCases(): Promise<string> {
  const cwd = newFolder();
  await save(cwd, '11111111', { created: daysAgo(3) });
  await save(cwd, '22222222', { created: daysAgo(40), seen: 1234 });
  await save(cwd, '33333333', { state: 'regression', created: daysAgo(40), steps: [sampleStep('{}', { tool: 'list_orders' })] });
  writeFileSync(join(cwd, 'cases', 'find_order', 'damaged.case.json'), '{"format": "mcp-adapter/case@2"}');
  return cwd;
}

const FILES = {
  young: 'cases/find_order/timeout--11111111.case.json',
  old: 'cases/find_order/timeout--22222222.case.json',
  regression: 'cases/list_orders/timeout--33333333.case.json',
  damaged: 'cases/find_order/damaged.case.json',
};

test('who a case is called as is told by list and show', async () => {
  const cwd = newFolder();
  const file = await save(cwd, '11111111', { target: { ...sampleCase().target, identity: 'clerk' } });
  expect((await cli(['cases', 'list'], { cwd })).stdout).toMatch(/^open +find_order as clerk +timeout /m);
  expect((await cli(['cases', 'show', file], { cwd })).stdout).toMatch(/^called as +the identity "clerk" of the config$/m);
});

describe('cases list', () => {
  test('shows each case on a line, and what cannot be read with its reason', async () => {
    const { exitCode, stdout } = await cli(['cases', 'list'], { cwd: await folderWithCases() });
    expect(exitCode).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^state +tool +code +seen +age +file$/);
    expect(lines).toContainEqual(
      expect.stringMatching(/^open +find_order +timeout +1 +3 d +cases\/find_order\/timeout--11111111\.case\.json$/),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/^open +find_order +timeout +1,234 +40 d +cases\/find_order\/timeout--22222222\.case\.json$/),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/^regression +list_orders +timeout +1 +40 d +cases\/list_orders\/timeout--33333333\.case\.json$/),
    );
    expect(stdout).toMatch(/^cases\/find_order\/damaged\.case\.json: it was made by a newer mcp-adapter/m);
    expect(lines.at(-1)).toBe('3 cases, 2 open; 1 file cannot be read');
  });

  test('gives one JSON document', async () => {
    const { stdout } = await cli(['cases', 'list', '--json'], { cwd: await folderWithCases() });
    const { format, cases } = JSON.parse(stdout);
    expect(format).toBe('mcp-adapter/cases@1');
    expect(cases.map(({ file }: { file: string }) => file)).toEqual([FILES.damaged, FILES.young, FILES.old, FILES.regression]);
    expect(cases[0]).toEqual({ file: FILES.damaged, damaged: expect.stringContaining('newer') });
    expect(cases[2]).toMatchObject({
      id: 'find_order--timeout--22222222',
      state: 'open',
      tool: 'find_order',
      code: 'timeout',
      seen: 1234,
      replay: `mcp-adapter replay ${FILES.old}`,
    });
  });

  test('looks beside the config, or in the folder that is named', async () => {
    const cwd = await folderWithCases();
    writeFileSync(join(cwd, 'mcp-adapter.json'), '{"targts": {}}');
    mkdirSync(join(cwd, 'src'));
    expect((await cli(['cases', 'list'], { cwd: join(cwd, 'src') })).stdout).toContain(`../${FILES.young}`);
    const named = await cli(['cases', 'list', 'cases/list_orders'], { cwd });
    expect(named.stdout).toMatch(/1 case, 0 open\n$/);
  });

  test('says so where there are none, and when the named folder is not there', async () => {
    expect(await cli(['cases', 'list'])).toMatchObject({ exitCode: 0, stdout: 'no cases: a call that fails is kept as one\n' });
    expect(await cli(['cases', 'list', 'casses'], { cwd: await folderWithCases() })).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(/there is no case "casses"\nhint: did you mean "cases"\?/),
    });
  });
});

describe('cases show', () => {
  const steps = [
    sampleStep('{"region":"US-CA","task_id":"t-91"}', {
      role: 'setup',
      tool: 'prepare',
      name: 'an environment',
      capture: { env_id: '/env_id' },
      expect: { ok: true },
    }),
    sampleStep('{"env_id": "env_7c1", "timeout": 1.0, "auth": "{{env:SITE_TOKEN}}"}', {
      id: 's2',
      tool: 'open_page',
      bind: [{ at: '/env_id', from: 's1.env_id' }],
      secrets: [{ at: '/auth', ref: 'env:SITE_TOKEN', mac: `hmac-sha256:${'0'.repeat(64)}`, len: 40 }],
    }),
  ];

  test('shows the calls with what they take from each other, what was expected, what came, and how to run it', async () => {
    const cwd = newFolder();
    const actual = { ...sampleCase().actual, message: 'the page did not answer', stderr_tail: ['one', 'two'] };
    await save(cwd, '11111111', {
      steps,
      id: 'open_page--timeout--11111111',
      parent: 'open_page--slow--00000000',
      actual: { ...actual, fingerprint: fingerprint('11111111') },
    });
    const { exitCode, stdout } = await cli(['cases', 'show', 'open_page--t'], { cwd });
    expect(exitCode).toBe(0);
    for (const said of [
      'open_page--timeout--11111111',
      'orders 1.0.0 over stdio, 2026-07-28 (modern)',
      'open_page--slow--00000000',
      's1  first  prepare: an environment',
      '{"region":"US-CA","task_id":"t-91"}',
      's1.env_id from /env_id',
      's2  the call  open_page',
      '{"env_id": "env_7c1", "timeout": 1.0, "auth": "{{env:SITE_TOKEN}}"}',
      '(sent with exactly these bytes)',
      '/env_id is s1.env_id',
      'in /auth: env:SITE_TOKEN',
      'tool_error, timeout, retryable, after 1.2 s',
      'the page did not answer',
    ])
      expect(stdout).toContain(said);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('mcp-adapter replay cases/open_page/timeout--11111111.case.json');
    const { stdout: json } = await cli(['cases', 'show', 'cases/open_page/timeout--11111111.case.json', '--json'], { cwd });
    expect(JSON.parse(json)).toMatchObject({ format: 'mcp-adapter/case@1', steps });
  });

  test('prints nothing raw of what a case says', async () => {
    const cwd = newFolder();
    const evil = '\u001b]52;c;x\u0007\u202e\u200b\u0008';
    const setup = sampleStep(JSON.stringify({ [evil]: evil }), { role: 'setup', tool: evil, name: evil, capture: { [evil]: `/${evil}` } });
    const target = sampleStep('{"a":"b"}', { id: 's2', tool: evil, bind: [{ at: '/a', from: `s1.${evil}` }] });
    const actual = { ...sampleCase().actual, code: evil, message: evil, failed: [evil], stderr_tail: [evil], result: { [evil]: evil } };
    const file = await save(cwd, '11111111', {
      steps: [setup, target],
      note: evil,
      parent: evil,
      site: evil,
      grants: [{ tools: [evil], origins: [evil] }],
      expect: { code: evil },
      actual: { ...actual, fingerprint: fingerprint('11111111') },
    });
    writeFileSync(join(cwd, 'cases', 'evil.case.json'), JSON.stringify({ format: evil }));
    for (const words of [
      ['list'],
      ['list', '--json'],
      ['show', file],
      ['show', file, '--json'],
      ['scan'],
      ['prune', '--tool', evil, '--dry-run'],
    ]) {
      const { exitCode, stdout, stderr } = await cli(['cases', ...words], { cwd });
      expect(exitCode).toBe(0);
      expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e]/);
    }
  });

  test.each([
    ['a damaged file', FILES.damaged, /cases\/find_order\/damaged\.case\.json is no case: it was made by a newer/],
    ["an id that is nobody's", 'find_ordr--timeout--11111111', /there is no case [\s\S]*did you mean "find_order--timeout--11111111"\?/],
    ['an id that two begin with', 'find_order', /begins more than one id[\s\S]*name a file: .*11111111.*22222222/],
  ])('exits 2 for %s', async (_name, word, said) => {
    const { exitCode, stdout, stderr } = await cli(['cases', 'show', word], { cwd: await folderWithCases() });
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(said);
  });
});

describe('cases prune', () => {
  const left = (cwd: string) => Object.entries(FILES).flatMap(([name, file]) => (existsSync(join(cwd, file)) ? [name] : []));

  test.each([
    ['of a state', ['--state', 'regression'], ['young', 'old', 'damaged']],
    ['older than a time', ['--older-than', '30d'], ['young', 'damaged']],
    ['of a tool', ['--tool', 'find_order'], ['regression', 'damaged']],
    ['that all options choose', ['--tool', 'find_order', '--older-than', '30d', '--state', 'open'], ['young', 'regression', 'damaged']],
    ['below a folder', ['cases/list_orders', '--older-than', '30d'], ['young', 'old', 'damaged']],
    ['that none is', ['--tool', 'Find_Order'], ['young', 'old', 'regression', 'damaged']],
  ])('deletes the cases %s, and says which', async (_name, words, stay) => {
    const cwd = await folderWithCases();
    const { exitCode, stdout } = await cli(['cases', 'prune', ...words], { cwd });
    expect(exitCode).toBe(0);
    expect(left(cwd)).toEqual(stay);
    const gone = Object.entries(FILES).filter(([name]) => !stay.includes(name));
    expect(stdout).toBe(
      `${gone.map(([, file]) => `deleted ${file}\n`).join('')}${gone.length} case${gone.length === 1 ? '' : 's'} deleted\n`,
    );
  });

  test('with --dry-run only says what it would delete', async () => {
    const cwd = await folderWithCases();
    const { stdout } = await cli(['cases', 'prune', '--tool', 'list_orders', '--dry-run'], { cwd });
    expect(stdout).toBe(`would delete ${FILES.regression}\n1 case would be deleted\n`);
    expect(left(cwd)).toHaveLength(4);
    const { stdout: json } = await cli(['cases', 'prune', '--tool', 'list_orders', '--dry-run', '--json'], { cwd });
    expect(JSON.parse(json)).toEqual({ format: 'mcp-adapter/cases-prune@1', dryRun: true, deleted: [FILES.regression] });
  });

  test.each([
    ['nothing is chosen', [], /nothing says which cases to delete[\s\S]*--state/],
    ['the time is none', ['--older-than', 'soon'], /--older-than "soon" is no time/],
    ['the state is none', ['--state', 'fixed'], /Allowed choices are open, regression/],
  ])('deletes nothing and exits 2 when %s', async (_name, words, said) => {
    const cwd = await folderWithCases();
    const { exitCode, stdout, stderr } = await cli(['cases', 'prune', ...words], { cwd });
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(said);
    expect(left(cwd)).toHaveLength(4);
  });

  test('never follows a link', async () => {
    const [cwd, elsewhere] = [await folderWithCases(), await folderWithCases()];
    symlinkSync(join(elsewhere, FILES.old), join(cwd, 'cases', 'link.case.json'));
    symlinkSync(join(elsewhere, 'cases'), join(cwd, 'cases', 'links'));
    await cli(['cases', 'prune', '--state', 'open'], { cwd });
    expect(left(elsewhere)).toHaveLength(4);
  });
});

describe('cases scan', () => {
  const VALUE = 'qW3rtz-55-uiop';

  async function leaky(): Promise<string> {
    const cwd = await folderWithCases();
    writeFileSync(join(cwd, 'mcp-adapter.json'), JSON.stringify({ secrets: ['SITE_TOKEN', 'UNSET'] }));
    mkdirSync(join(cwd, '.mcp-adapter'));
    writeFileSync(join(cwd, '.mcp-adapter', 'secrets.env'), 'STORED=another-value-77\n');
    return cwd;
  }

  const env = { SITE_TOKEN: VALUE };

  test('finds nothing in clean files', async () => {
    expect(await cli(['cases', 'scan'], { cwd: await leaky(), env })).toMatchObject({
      exitCode: 0,
      stdout: 'no secrets in 4 files\n',
      stderr: '',
    });
    expect(await cli(['cases', 'scan'])).toMatchObject({ exitCode: 0, stdout: 'no secrets in 0 files\n' });
  });

  test('names file, line and secret, never the value; also in files that are no cases', async () => {
    const cwd = await leaky();
    const github = `ghp_${'aB3dE6gH9j'.repeat(4).slice(0, 36)}`;
    writeFileSync(join(cwd, FILES.old), readFileSync(join(cwd, FILES.old), 'utf8').replace('"note": ""', `"note": "${VALUE}"`));
    writeFileSync(join(cwd, FILES.damaged), `{\n"a": "${github}",\n"b": "${Buffer.from('another-value-77').toString('base64')}"`);
    const { exitCode, stdout, stderr } = await cli(['cases', 'scan'], { cwd, env });
    expect([exitCode, stderr]).toEqual([1, '']);
    expect(stdout).toBe(
      `${FILES.damaged}:2: a GitHub token (ghp_…)\n${FILES.damaged}:3: the value of STORED\n${FILES.old}:7: the value of SITE_TOKEN\n3 secrets in 4 files\n`,
    );
    const { stdout: json } = await cli(['cases', 'scan', '--json', FILES.old], { cwd, env });
    expect(JSON.parse(json)).toEqual({
      format: 'mcp-adapter/cases-scan@1',
      files: 1,
      found: [{ file: FILES.old, line: 7, name: 'SITE_TOKEN', known: true }],
      unread: [],
    });
    for (const text of [stdout, json]) for (const value of [VALUE, github, 'another']) expect(text).not.toContain(value);
  });

  test('says which files it could not look at, with exit code 2', async () => {
    const cwd = await leaky();
    symlinkSync(join(cwd, FILES.old), join(cwd, 'cases', 'link.case.json'));
    expect(await cli(['cases', 'scan'], { cwd, env })).toMatchObject({
      exitCode: 2,
      stdout: 'no secrets in 4 files\n',
      stderr: 'cases/link.case.json: not looked at: it is a link\n',
    });
  });

  test('exits 2 for a config that cannot be read: it would not know what to look for', async () => {
    const cwd = await leaky();
    writeFileSync(join(cwd, 'mcp-adapter.json'), '{"secrts": []}');
    expect(await cli(['cases', 'scan'], { cwd, env })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('unknown key "secrts"'),
    });
  });
});

test.each([
  ['cases', '--help'],
  ['cases', 'list', '--help'],
  ['cases', 'prune', '--help'],
])('%s %s has two examples', async (...argv) => {
  const { exitCode, stdout } = await cli(argv);
  expect(exitCode).toBe(0);
  expect(stdout.match(/\$ mcp-adapter cases /g)).toHaveLength(2);
});
