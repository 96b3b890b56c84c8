import { describe, expect, test } from 'vitest';
import { identitiesOf } from '../../src/cli/identities.ts';
import type { IdentityEntry, LoadedConfig } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load.ts';
import { namedSecrets } from '../../src/config/named-secrets.ts';
import type { Target } from '../../src/model/target.ts';
import { folderWith } from '../suite/suite-folder.ts';

const loaded = (identities: Record<string, IdentityEntry>): LoadedConfig => ({
  config: { identities },
  file: 'mcp-adapter.json',
  folder: '.',
});
const http: Target = {
  kind: 'http',
  url: 'http://127.0.0.1:1/mcp',
  headers: { authorization: 'Bearer of-the-target', 'X-Tenant': 'acme', 'X-Api-Key': 'k' },
};
const stdio: Target = { kind: 'stdio', command: 'node', args: [], env: { REGION: 'US-CA', ROLE: 'admin' }, inheritEnv: false };

/** What an identity makes of a target, and what was said on stderr. */
async function made(target: Target, identities: Record<string, IdentityEntry>, env: Record<string, string> = {}) {
  let said = '';
  const stderr = {
    isTTY: false,
    columns: 80,
    write: async (text: string) => {
      said += text;
    },
  };
  const targets = await identitiesOf(loaded(identities), target, { env, stderr });
  return { targets, said };
}

describe('an identity over HTTP', () => {
  test('has its own bearer in place of what let the target in, and the other headers of both', async () => {
    const { targets } = await made(
      http,
      { clerk: { bearerEnv: 'CLERK', headers: { 'x-tenant': 'other', 'X-Shop': '{{env:SHOP}}' }, allow: [] } },
      { CLERK: 'abc', SHOP: '7' },
    );
    expect(targets).toEqual([
      { name: 'clerk', allow: [], target: { ...http, headers: { 'x-tenant': 'other', 'X-Shop': '7', Authorization: 'Bearer abc' } } },
    ]);
  });

  test('that says nothing of how it is let in is anybody', async () => {
    const { targets } = await made(http, { guest: { allow: [] } });
    expect(targets[0]?.target).toEqual({ ...http, headers: { 'X-Tenant': 'acme' } });
  });

  test('is left out and named when it has only an environment', async () => {
    const { targets, said } = await made(http, { local: { env: { ROLE: 'guest' }, allow: [] }, guest: { allow: [] } });
    expect(targets.map(({ name }) => name)).toEqual(['guest']);
    expect(said).toBe('the identity local is not tried over HTTP: it has neither "bearerEnv" nor "headers"\n');
  });
});

describe('an identity of some targets', () => {
  const config = (targets: string[]): LoadedConfig => {
    const entry = { stdio: { command: 'node' } };
    return {
      ...loaded({ clerk: { allow: ['find_order'], targets } }),
      config: { targets: { shop: entry, erp: entry }, identities: { clerk: { allow: ['find_order'], targets } } },
    };
  };
  const stderr = { isTTY: false, columns: 80, write: async () => {} };

  test('is tried on these alone', async () => {
    const names = async (target: Target) => (await identitiesOf(config(['shop']), target, { env: {}, stderr })).map(({ name }) => name);
    expect(await names({ ...stdio, name: 'shop' })).toEqual(['clerk']);
    expect(await names({ ...stdio, name: 'erp' })).toEqual([]);
    expect(await names(stdio)).toEqual([]);
  });

  test('that the config does not have is one sentence', async () => {
    await expect(identitiesOf(config(['shops']), stdio, { env: {}, stderr })).rejects.toMatchObject({
      message: '"targets" of the identity "clerk" names "shops", and the config has no such target',
      hint: 'did you mean "shop"?',
    });
  });
});

describe('an identity over stdio', () => {
  test('has its variables on top of those of the target', async () => {
    const { targets } = await made(stdio, { local: { env: { ROLE: 'guest', ERP_TOKEN: '{{env:T}}' }, allow: ['*'] } }, { T: 'tok-1' });
    expect(targets).toEqual([
      { name: 'local', allow: ['*'], target: { ...stdio, env: { REGION: 'US-CA', ROLE: 'guest', ERP_TOKEN: 'tok-1' } } },
    ]);
  });

  test('is left out and named when it has only a token', async () => {
    const { targets, said } = await made(stdio, { clerk: { bearerEnv: 'CLERK', allow: [] } });
    expect(targets).toEqual([]);
    expect(said).toBe('the identity clerk is not tried over stdio: it has no "env"\n');
  });
});

describe('what is wrong with an identity is one sentence', () => {
  test.each<[string, Target, Record<string, IdentityEntry>, string]>([
    [
      'a token that is not set',
      http,
      { clerk: { bearerEnv: 'CLERK', allow: [] } },
      'the variable CLERK (bearerEnv of the identity "clerk") is not set',
    ],
    [
      'a variable that is not set',
      stdio,
      { a: { env: { ROLE: '{{env:R}}' }, allow: [] } },
      'the variable R (env/ROLE of the identity "a") is not set',
    ],
    [
      'a bearer that is written out',
      http,
      { a: { headers: { authorization: 'Bearer abc' }, allow: [] } },
      'headers/authorization of the identity "a" is a secret, written out',
    ],
    [
      'a bearer that is written out around a variable',
      http,
      { a: { headers: { Authorization: 'Bearer abc{{env:X}}' }, allow: [] } },
      'headers/Authorization of the identity "a" is a secret, written out',
    ],
    [
      'a key that is written out',
      stdio,
      { a: { env: { ERP_API_KEY: 'abc' }, allow: [] } },
      'env/ERP_API_KEY of the identity "a" is a secret, written out',
    ],
    ['a name for no file', http, { '../a': { allow: [] } }, 'the identity "../a" cannot stand in a file name'],
    [
      'too many',
      http,
      Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`i${n}`, { allow: [] }])),
      'the config has 11 identities, and at most 10 are tried',
    ],
  ])('%s', async (_, target, identities, message) => {
    await expect(made(target, identities, { X: 'x' })).rejects.toMatchObject({ kind: 'config', message });
  });

  test('an unknown key names the nearest', async () => {
    const folder = folderWith({ 'mcp-adapter.json': '{"identities": {"clerk": {"bearer": "X", "allow": []}}}' });
    await expect(loadConfig(folder, null)).rejects.toMatchObject({ message: expect.stringContaining('unknown key "bearer"') });
    const without = folderWith({ 'mcp-adapter.json': '{"identities": {"clerk": {}}}' });
    await expect(loadConfig(without, null)).rejects.toMatchObject({ message: expect.stringContaining('the key "allow" is missing') });
  });
});

test('the tokens of identities are secrets of every command, as far as they are set', () => {
  const config = loaded({
    clerk: { bearerEnv: 'CLERK', allow: [] },
    other: { bearerEnv: 'OTHER', headers: { Cookie: 'sid={{env:SID}}', 'X-Shop': '{{env:SHOP}}' }, allow: [] },
    local: { env: { ROLE: '{{env:ROLE}}', ERP_TOKEN: '{{env:T}}' }, allow: [] },
  });
  const env = { CLERK: 'abc', SID: '12', SHOP: 'north', ROLE: 'guest', T: 'tok-9f8e7d' };
  expect(namedSecrets(config, env)).toEqual([
    { name: 'CLERK', value: 'abc' },
    { name: 'SID', value: '12' },
    { name: 'T', value: 'tok-9f8e7d' },
  ]);
});
