import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../../fixtures/site/start.mjs';
import { processesWith } from '../processes.mjs';
import { folderWith } from '../suite/suite-folder.ts';
import { cli, run } from './run-cli.ts';
import { serve } from './served.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/** A folder with a config for the world, and one for temporary files that is watched. */
function place(): { cwd: string; config: string; tmp: string; env: Record<string, string> } {
  const cwd = folderWith();
  const tmp = join(cwd, 'tmp');
  mkdirSync(tmp);
  return { cwd, config: world.writeConfig(cwd), tmp, env: { TMPDIR: tmp } };
}

const ECHO = '"echo": {"url": "http://127.0.0.1:8080/echo"}';
const UNKNOWN_KEY = `{
  "reference": {
    "regions": {"US-CA": {"addresses": ["127.0.0.2"]}}, ${ECHO},
    "privatHosts": []
  }
}`;
const WITHOUT_VARIABLE = `{
  "reference": {
    "regions": {"US-CA": {"addresses": ["127.0.0.2"]}}, ${ECHO},
    "credentials": {"shop": {"origin": "http://127.0.0.1:8080", "env": "NOBODY_SET_IT"}}
  }
}`;
const WITHOUT_MAP = `{"reference": {"regions": {"US-CA": {"addresses": ["127.0.0.2"]}}, ${ECHO}, "targets": [{"file": "no-such-map.yaml", "origin": "http://127.0.0.1:8080"}]}}`;

const US = { region: 'US-CA', task_id: 't-1' };

describe('however it is ended, no browser and no folder of it is left', () => {
  test.each([
    ['stdin is closed', (child: ReturnType<typeof serve>['child']) => child.stdin.end()],
    ['SIGTERM', (child: ReturnType<typeof serve>['child']) => child.kill('SIGTERM')],
    ['SIGINT', (child: ReturnType<typeof serve>['child']) => child.kill('SIGINT')],
  ])('%s', async (_how, end) => {
    const { cwd, config, tmp, env } = place();
    const served = serve(['--config', config, '--state', 'state'], { cwd, env });
    await served.initialize();
    // Nobody has asked for a browser.
    expect(processesWith('cmdline', tmp)).toEqual([]);
    expect(await served.call('prepare_environment', US)).toMatchObject({ ok: true });
    if (process.platform === 'linux') expect(processesWith('cmdline', tmp)).not.toEqual([]);
    end(served.child);
    expect(await served.exited).toBe(0);
    expect(processesWith('cmdline', tmp)).toEqual([]);
    expect(readdirSync(tmp, { recursive: true }).filter((name) => !/^mcp-adapter-[^/\\]+$/.test(String(name)))).toEqual([]);
  });

  test('in the middle of a page that never answers', async () => {
    const { cwd, config, tmp, env } = place();
    const served = serve(['--config', config, '--state', 'state'], { cwd, env });
    await served.initialize();
    const { env_id } = await served.call('prepare_environment', US);
    const hanging = served.call('open_page', { env_id, task_id: 't-1', url: `${world.url}/hang` });
    served.child.stdin.end();
    expect(await hanging).toMatchObject({ ok: false, retryable: true });
    expect(await served.exited).toBe(0);
    expect(processesWith('cmdline', tmp)).toEqual([]);
  });

  test('over HTTP by SIGTERM', async () => {
    const { cwd, config, tmp, env } = place();
    const served = serve(['--config', config, '--state', 'state', '--http'], { cwd, env });
    const url = await served.says(/http:\/\/127\.0\.0\.1:\d+\/mcp/);
    const called = await run(['call', 'prepare_environment', JSON.stringify(US), '--url', url], { cwd });
    expect(called.steps).toMatchObject([{ status: 'passed', code: 'ok' }]);
    if (process.platform === 'linux') expect(processesWith('cmdline', tmp)).not.toEqual([]);
    served.child.kill('SIGTERM');
    expect(await served.exited).toBe(130);
    expect(processesWith('cmdline', tmp)).toEqual([]);
  });
});

test('without a config it serves the fixture site, and says on stderr where everything is; nothing of it is left', async () => {
  const { tmp, env } = place();
  const cwd = folderWith();
  const served = serve([], { cwd, env });
  const { result } = await served.initialize();
  expect(result).toMatchObject({
    serverInfo: { name: 'mcp-adapter-reference' },
    instructions: expect.stringContaining('prepare_environment'),
  });
  const site = await served.says(/http:\/\/127\.0\.0\.1:\d+/);
  expect((await fetch(`${site}/index.html`)).status).toBe(200);
  expect(served.stderr()).toMatch(/state folder: .*mcp-adapter-serve-/);
  served.child.stdin.end();
  expect(await served.exited).toBe(0);
  expect(readdirSync(tmp)).toEqual([]);
  expect(readdirSync(cwd)).toEqual([]);
});

test('the section of the nearest config is served, its state beside it', async () => {
  const { cwd } = place();
  mkdirSync(join(cwd, 'below'));
  const served = serve([], { cwd: join(cwd, 'below') });
  await served.initialize();
  await served.call('list_environments', {});
  served.child.stdin.end();
  expect(await served.exited).toBe(0);
  expect(existsSync(join(cwd, '.mcp-adapter/state/audit'))).toBe(true);
});

test('with writes hidden the tools that write are not listed', async () => {
  const { cwd, config } = place();
  const { config: section } = world;
  writeFileSync(config, JSON.stringify({ reference: { ...section, writes: 'hidden' } }));
  const served = serve(['--config', config], { cwd });
  await served.initialize();
  const { result } = await served.request('tools/list', {});
  expect(JSON.stringify(result)).toContain('"open_page"');
  expect(JSON.stringify(result)).not.toMatch(/"(fill|click|submit|delete_item)"/);
  served.child.stdin.end();
  expect(await served.exited).toBe(0);
});

describe('what cannot be served is said once, with exit code 2', () => {
  const told = async (files: Record<string, string>, argv: string[]) => cli(['serve', ...argv], { cwd: folderWith(files) });

  test.each([
    ['a config without the section', { 'a.json': '{}' }, ['--config', 'a.json'], /a\.json has no section "reference"/],
    ['a config that is not there', {}, ['--config', 'a.json'], /there is no config .*a\.json/],
    [
      'an unknown key, with its place',
      { 'mcp-adapter.json': UNKNOWN_KEY },
      [],
      /mcp-adapter\.json:4:5: unknown key "privatHosts"[\s\S]*"privateHosts"/,
    ],
    [
      'a variable that is not set, with its place',
      { 'mcp-adapter.json': WITHOUT_VARIABLE },
      [],
      /mcp-adapter\.json:4:\d+: the variable "NOBODY_SET_IT" is not set/,
    ],
    ['a target map that is not there', { 'mcp-adapter.json': WITHOUT_MAP }, [], /no-such-map\.yaml/],
    ['a state folder that is a file', { state: '' }, ['--state', 'state'], /the state folder \S*state cannot be written[\s\S]*--state/],
    ['a port that is none', {}, ['--http', '70000'], /--http "70000" is no port/],
  ])('%s', async (_situation, files, argv, expected) => {
    const { exitCode, stdout, stderr } = await told(files, argv);
    expect(stderr).toMatch(expected);
    expect(stderr.match(/^error: /gm)).toHaveLength(1);
    expect([exitCode, stdout]).toEqual([2, '']);
  });

  test('a port that is in use', async () => {
    const other = createServer();
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { exitCode, stderr } = await told({}, ['--http', String(port)]);
    other.close();
    expect(stderr).toMatch(/error: port \d+ of 127\.0\.0\.1 is in use/);
    expect(exitCode).toBe(2);
  });
});
