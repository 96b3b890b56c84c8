import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { grantFiles } from '../../src/kit/stores/grant-files.ts';
import type { Grant } from '../../src/kit/stores/grant-store.ts';
import { cli } from './run-cli.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-grant-'));
  folders.push(folder);
  return folder;
}

const ADD = ['grant', 'add', '--task', 't-91', '--tools', 'click,submit'];

async function add(cwd: string, ...words: string[]): Promise<Grant> {
  const { exitCode, stdout } = await cli([...ADD, '--json', ...words], { cwd });
  expect(exitCode).toBe(0);
  return JSON.parse(stdout);
}

/** The records of the audit log. */
function logOf(state: string): { kind: string; grant: string; task: string; detail: object }[] {
  const [file = ''] = readdirSync(join(state, 'audit')).filter((name) => name.endsWith('.ndjson'));
  const lines = readFileSync(join(state, 'audit', file), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line));
}

describe('grant add', () => {
  test('takes hours', async () => {
    const grant = await add(newFolder(), '--ttl', '1h');
    expect(Date.parse(grant.expires_at) - Date.parse(grant.created_at)).toBe(3_600_000);
  });

  test('makes a grant that an adapter on the folder sees, and says what it allows and until when', async () => {
    const cwd = newFolder();
    const state = join(cwd, '.mcp-adapter/state');
    const words = ['--ttl', '10m', '--max-calls', '5', '--origins', 'https://shop.example'];
    const { exitCode, stdout, stderr } = await cli([...ADD, ...words], { cwd });
    expect(exitCode).toBe(0);
    expect(stderr).toContain(`state folder: ${state} (it does not exist: no adapter has run with it)\n`);
    const wish = { principal: 'local', task: 't-91', tool: 'submit', key: 'a', origin: 'https://shop.example' };
    const { grant } = await grantFiles(state).find(wish);
    if (!grant) throw new Error('no grant covers it');
    expect(Date.parse(grant.expires_at) - Date.parse(grant.created_at)).toBe(600_000);
    const seconds = grant.expires_at.slice(0, 19).replace('T', ' ');
    for (const said of [
      grant.id,
      'click and submit',
      't-91',
      'https://shop.example',
      'at most 5',
      seconds,
      `mcp-adapter grant revoke ${grant.id}`,
    ])
      expect(stdout).toContain(said);
    expect(logOf(state)).toMatchObject([{ kind: 'grant', grant: grant.id, task: 't-91', detail: { by: grant.by, max_calls: 5 } }]);
  });

  test.each<[string, string[], RegExp]>([
    ['no task', ['grant', 'add', '--tools', 'click'], /--task <task>/],
    ['no tools', ['grant', 'add', '--task', 't-91', '--tools', ','], /1 to 50 tools, not 0[\s\S]*--tools click,submit/],
    ['a duration that is none', [...ADD, '--ttl', 'soon'], /--ttl "soon" is no duration/],
    ['a number of calls that is none', [...ADD, '--max-calls', '1e2'], /the number of calls[\s\S]*from 1 to 1000/],
    ['an origin with a path', [...ADD, '--origins', 'https://shop.example/orders'], /is no origin/],
    ['a misspelt part', ['grant', 'ad', '--task', 't-91'], /unknown command 'ad'[\s\S]*add/],
    ['a misspelt option', [...ADD, '--max-cals', '5'], /unknown option '--max-cals'[\s\S]*--max-calls/],
  ])('with %s makes nothing, with exit code 2', async (_name, argv, said) => {
    const cwd = newFolder();
    const { exitCode, stderr, stdout } = await cli(argv, { cwd });
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(said);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('makes no grant that the audit log cannot tell of', async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'audit'), 'no folder');
    const { exitCode, stderr } = await cli([...ADD, '--state', '.'], { cwd });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^error: the grant was not made: the audit log in .* cannot be written: /m);
    expect(existsSync(join(cwd, 'grants'))).toBe(false);
  });

  test('says it when the state folder cannot be written', async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'grants'), 'no folder');
    const { exitCode, stderr } = await cli([...ADD, '--state', '.'], { cwd });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^error: the state folder .* cannot be used: .*ENOTDIR/m);
  });
});

describe('the state folder', () => {
  const stderrOf = async (words: string[], cwd: string, env: NodeJS.ProcessEnv = {}) =>
    (await cli(['grant', 'list', ...words], { cwd, env })).stderr;

  test('is that of --state, else of MCP_ADAPTER_STATE, else beside the nearest config, else in the folder we stand in', async () => {
    const project = newFolder();
    const below = join(project, 'src/tools');
    mkdirSync(below, { recursive: true });
    expect(await stderrOf([], below)).toContain(`state folder: ${join(below, '.mcp-adapter/state')} (`);
    writeFileSync(join(project, 'mcp-adapter.json'), '{}');
    mkdirSync(join(project, '.mcp-adapter/state'), { recursive: true });
    expect(await stderrOf([], below)).toBe(`state folder: ${join(project, '.mcp-adapter/state')}\n`);
    expect(await stderrOf([], below, { MCP_ADAPTER_STATE: '../state' })).toContain(`state folder: ${join(project, 'src/state')} (`);
    expect(await stderrOf(['--state', 'mine'], below, { MCP_ADAPTER_STATE: '../state' })).toContain(
      `state folder: ${join(below, 'mine')} (`,
    );
  });

  test('is beside a config that cannot be read: a fault in it keeps nobody from revoking', async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'mcp-adapter.json'), '{"targts": {}}');
    mkdirSync(join(cwd, 'src'));
    const { exitCode, stderr } = await cli(['grant', 'list'], { cwd: join(cwd, 'src') });
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining(join(cwd, '.mcp-adapter/state'))]);
  });
});

describe('grant list', () => {
  test('shows each grant on a line, those that count first, and nothing raw', async () => {
    const cwd = newFolder();
    const state = join(cwd, '.mcp-adapter/state');
    const revoked = await add(cwd);
    const active = await add(cwd, '--principal', 'user-7', '--max-calls', '3');
    await cli(['grant', 'revoke', revoked.id], { cwd });
    await grantFiles(state).use(active, { principal: 'user-7', task: 't-91', tool: 'click', key: 'a' });
    writeFileSync(join(state, 'grants', 'g-x.json'), '{');
    writeFileSync(
      join(state, 'grants', 'g-hostile.json'),
      JSON.stringify({ ...revoked, revoked_at: revoked.created_at, id: 'g-hostile', task: 'a\u001b[2J\u202eb', by: '' }),
    );
    const { stdout } = await cli(['grant', 'list'], { cwd });
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^status +grant +task +tools +calls +until +only for$/);
    expect(lines[1]).toMatch(new RegExp(`^active +${active.id} +t-91 +click, submit +1 of 3 +1\\d min left +user-7$`));
    expect(lines.filter((line) => line.startsWith('active'))).toHaveLength(1);
    expect(stdout).toMatch(new RegExp(`^revoked +${revoked.id} `, 'm'));
    expect(stdout).toMatch(/^damaged +g-x\.json +it is no JSON/m);
    expect(stdout).toContain('a\\u{1b}[2J\\u{202e}b');
    expect(lines.at(-1)).toBe('1 of 4 grants active');
  });

  test('says how to make one where there is none', async () => {
    expect((await cli(['grant', 'list'])).stdout).toMatch(/^no grants: mcp-adapter grant add /);
  });

  test('with --json is one document with the uses and the status of each', async () => {
    const cwd = newFolder();
    const grant = await add(cwd);
    const { stdout } = await cli(['grant', 'list', '--json'], { cwd });
    const state = join(cwd, '.mcp-adapter/state');
    const file = join(state, 'grants', `${grant.id}.json`);
    expect(JSON.parse(stdout)).toEqual({ format: 'mcp-adapter/grants@1', state, grants: [{ status: 'active', file, grant, uses: 0 }] });
  });
});

describe('grant revoke', () => {
  test('ends the grant at once and is in the audit log', async () => {
    const cwd = newFolder();
    const state = join(cwd, '.mcp-adapter/state');
    const grant = await add(cwd);
    const wish = { principal: 'local', task: 't-91', tool: 'click', key: 'a' };
    const store = grantFiles(state);
    expect((await store.find(wish)).grant).toEqual(grant);
    const { exitCode, stdout } = await cli(['grant', 'revoke', grant.id], { cwd });
    expect([exitCode, stdout]).toEqual([0, `${grant.id} is revoked: no call can use it any more\n`]);
    expect((await store.confirm(grant, wish)).grant).toBeNull();
    expect(logOf(state).map(({ kind, grant }) => [kind, grant])).toEqual([
      ['grant', grant.id],
      ['revoke', grant.id],
    ]);
  });

  test('counts even when the audit log cannot be written, and says that', async () => {
    const cwd = newFolder();
    const grant = await add(cwd, '--state', '.');
    rmSync(join(cwd, 'audit'), { recursive: true });
    writeFileSync(join(cwd, 'audit'), 'no folder');
    const { exitCode, stderr } = await cli(['grant', 'revoke', grant.id, '--state', '.'], { cwd });
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^warning: the revocation counts, but the audit log in .* cannot be written: /m);
    expect(JSON.parse(readFileSync(join(cwd, 'grants', `${grant.id}.json`), 'utf8')).revoked_at).toMatch(/^20/);
  });

  test('of an unknown id names the nearest, with exit code 2', async () => {
    const cwd = newFolder();
    const grant = await add(cwd);
    const { exitCode, stderr } = await cli(['grant', 'revoke', grant.id.slice(0, -2)], { cwd });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`hint: did you mean "${grant.id}"?`);
    expect(await cli(['grant', 'revoke', grant.id.slice(0, -2), '--json'], { cwd })).toMatchObject({
      exitCode: 2,
      stdout: expect.stringMatching(/^\{/),
    });
  });
});

test('grant alone shows on stderr what it can do, and every part has two examples', async () => {
  const alone = await cli(['grant']);
  expect(alone.exitCode).toBe(2);
  expect(alone.stderr).toMatch(/add[\s\S]*list[\s\S]*revoke/);
  for (const words of [[], ['add'], ['list'], ['revoke']]) {
    const help = await cli(['grant', ...words, '--help']);
    expect(help.exitCode).toBe(0);
    expect(help.stdout.match(/^ {2}\$ mcp-adapter grant /gm)).toHaveLength(2);
  }
});
