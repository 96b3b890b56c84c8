import { describe, expect, test } from 'vitest';
import type { Target } from '../../../src/model/target.ts';
import { configText, type Named, targetWords } from '../../../src/scaffold/existing/existing-config.ts';

const STDIO = { kind: 'stdio', command: 'node', args: ['server.js'], cwd: '/home/shop', env: {}, inheritEnv: false } satisfies Target;
const HTTP = { kind: 'http', url: 'http://127.0.0.1:{port}/mcp', headers: {} } satisfies Target;

function words(target: Target, over: Partial<Named> = {}) {
  return targetWords({ folder: '/home/shop', name: 'shop', target, bearerEnv: null, passed: [], ...over });
}

test('a command is written as it was typed, from the folder of the config', () => {
  expect(words(STDIO).entry).toEqual({ stdio: { command: 'node', args: ['server.js'] } });
  expect(words({ ...STDIO, cwd: '/home' }).entry.stdio?.cwd).toBe('..');
  expect(words({ ...STDIO, cwd: '/home/shop/erp' }).entry.stdio?.cwd).toBe('erp');
});

test('a URL keeps its {port}, and the command that is started for it stands with it', () => {
  const { entry } = words({ ...HTTP, start: { ...STDIO, env: { PORT: '{port}' } } });
  expect(entry).toEqual({
    http: { url: 'http://127.0.0.1:{port}/mcp', start: { command: 'node', args: ['server.js'], env: { PORT: '{port}' } } },
  });
});

test('values that are secret, and values of our environment, are named and left out', () => {
  const env = { REGION: 'eu', API_KEY: 'hunter2', ERP: 'ghp_0123456789abcdefghijABCDEFGHIJ012345', HOST_DISPLAY: ':0' };
  const { entry, secrets, variables } = words({ ...STDIO, env }, { passed: ['HOST_DISPLAY'] });
  expect(entry.stdio?.env).toEqual({ REGION: 'eu' });
  expect(secrets).toEqual(['API_KEY', 'ERP']);
  expect(variables).toEqual(['API_KEY', 'ERP', 'HOST_DISPLAY']);
});

test('a bearer token becomes the name of its variable, and secret headers are left out', () => {
  const headers = { Authorization: 'Bearer tok-12345678', 'X-Tenant': 'acme', 'X-Api-Key': 'short' };
  const { entry, secrets, headers: left } = words({ ...HTTP, headers }, { bearerEnv: 'ERP_TOKEN' });
  expect(entry).toEqual({ http: { url: HTTP.url, headers: { 'X-Tenant': 'acme' }, bearerEnv: 'ERP_TOKEN' } });
  expect({ secrets, left }).toEqual({ secrets: ['ERP_TOKEN'], left: ['X-Api-Key'] });
});

describe('a secret that cannot be left out is refused, and not repeated', () => {
  test.each<[string, Target]>([
    ['behind an option', { ...STDIO, args: ['server.js', '--token', 'tok-9f8e7d6c5b4a'] }],
    ['as one word', { ...STDIO, args: ['server.js', '--api-key=tok-9f8e7d6c5b4a'] }],
    ['in the command that is started for a URL', { ...HTTP, start: { ...STDIO, args: ['--password', 'tok-9f8e7d6c5b4a'] } }],
    ['in a URL', { ...HTTP, url: 'https://user:tok-9f8e7d6c5b4a@127.0.0.1/mcp' }],
    ['as the user of a URL', { ...HTTP, url: 'https://tok-9f8e7d6c5b4a@127.0.0.1/mcp' }],
    ['in the query of a URL', { ...HTTP, url: 'https://127.0.0.1/mcp?access_token=tok-9f8e7d6c5b4a' }],
  ])('%s', (_where, target) => {
    expect(() => words(target)).toThrow(/looks like a secret/);
    expect(() => words(target)).not.toThrow(/9f8e7d6c5b4a/);
  });
});

test('headers whose values come from our environment are named and left out', () => {
  const { entry, headers } = words({ ...HTTP, headers: { 'X-Tenant': 'acme', 'X-Region': 'eu' } }, { passed: ['X-Tenant'] });
  expect({ entry, headers }).toEqual({ entry: { http: { url: HTTP.url, headers: { 'X-Region': 'eu' } } }, headers: ['X-Tenant'] });
});

test.each<[string, Target]>([
  ['a variable', { ...STDIO, env: { 'A`id`_TOKEN': 'hunter2' } }],
  ['a variable that is no name', { ...STDIO, env: { '1_TOKEN': 'hunter2' } }],
  ['a header', { ...HTTP, headers: { 'X-$(id)-Token': 'hunter2' } }],
  ['a header that begins with a digit', { ...HTTP, headers: { '1-Token': 'hunter2' } }],
])('%s that a command line could not name safely is refused', (_what, target) => {
  expect(() => words(target)).toThrow(/cannot name it safely/);
  expect(() => words(target)).not.toThrow(/hunter2/);
});

test('a config holds what there is to say, and nothing else', () => {
  const config = configText('shop', words(STDIO), {}, []);
  expect(JSON.parse(config)).toEqual({ targets: { shop: { stdio: { command: 'node', args: ['server.js'] } } } });
  const more = configText('shop', { ...words(STDIO), secrets: ['A', 'A'] }, { find: 'read' }, ['smoke/shop.yaml']);
  expect(JSON.parse(more)).toMatchObject({ risks: { find: 'read' }, secrets: ['A'], suites: ['smoke/shop.yaml'] });
  expect(configText('shop', words(STDIO), { 'find\u202e': 'read' }, [])).not.toContain('\u202e');
});
