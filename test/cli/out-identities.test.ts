import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startFixture } from '../start-fixture.mjs';
import { folderWith } from '../suite/suite-folder.ts';
import { everyFileUnder } from './every-file.ts';
import { cli, fixture, run } from './run-cli.ts';

const ADAPTER = fixture('roles.mjs');
const MAY = JSON.stringify({ guest: ['find_order'], admin: ['find_order', 'list_orders'] });
const TOKEN = 'tok-guest-5fd2c07b11';
const CONTRACT = ['contract', '--runs', '0', '--tool', 'find_order', '--out', 'art'];

/** What `contract --out` has collected, in a folder of its own where there is nothing else. */
async function collected(config: object, env: Record<string, string> = {}): Promise<{ folder: string; config: { identities?: object } }> {
  const cwd = folderWith({ 'mcp-adapter.json': JSON.stringify(config) });
  expect((await cli(CONTRACT, { cwd, env: { PATH: process.env.PATH, CI: 'true', ...env } })).exitCode).toBe(1);
  const folder = folderWith();
  cpSync(join(cwd, 'art'), folder, { recursive: true });
  return { folder, config: JSON.parse(readFileSync(join(folder, 'mcp-adapter.json'), 'utf8')) };
}

const verdicts = async (folder: string, env: Record<string, string> = {}) =>
  (await run(['replay', '--runs', '1'], { cwd: folder, env: { PATH: process.env.PATH, ...env } })).cases.map(({ verdict, detail }) => [
    verdict,
    detail.split(':')[0],
  ]);

test('a case of an identity is replayed elsewhere with what --out has collected, which knows of no other identity', async () => {
  const guest = { env: { ROLE: 'guest' }, allow: [] };
  const orders = { stdio: { command: process.execPath, args: [ADAPTER], env: { MAY, ROLE: 'admin' } } };
  const { folder, config } = await collected({
    targets: { orders },
    identities: { guest, nobody: { env: { ROLE: 'nobody' }, allow: [] } },
  });
  expect(config.identities).toEqual({ guest });
  expect(await verdicts(folder)).toEqual([['still-fails', 'as "guest", who should be denied it']]);
});

test.each([
  ['named', {}, 'still-fails'],
  ['written out, against all advice', { 'X-Note': `was ${TOKEN}` }, 'unreplayable'],
])('the token of an identity stands nowhere in what --out has collected when it is %s', async (_how, headers, verdict) => {
  await using server = await startFixture(ADAPTER, { MAY, TOKENS: JSON.stringify({ [TOKEN]: 'guest', 'tok-admin': 'admin' }) });
  const guest = { bearerEnv: 'GUEST_TOKEN', headers, allow: [] };
  const orders = { http: { url: server.url, bearerEnv: 'ADMIN_TOKEN' } };
  const env = { GUEST_TOKEN: TOKEN, ADMIN_TOKEN: 'tok-admin' };
  const { folder, config } = await collected({ targets: { orders }, identities: { guest } }, env);
  expect(config.identities).toMatchObject({ guest: { bearerEnv: 'GUEST_TOKEN' } });
  for (const [path, text] of everyFileUnder(folder)) expect(text, path).not.toContain(TOKEN);
  expect((await verdicts(folder, { GUEST_TOKEN: TOKEN })).map(([each]) => each)).toEqual([verdict]);
});
