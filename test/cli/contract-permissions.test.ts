import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ADAPTER } from '../run/contract/permission-kit.ts';
import { startFixture } from '../start-fixture.mjs';
import { folderWith } from '../suite/suite-folder.ts';
import { everyFileUnder } from './every-file.ts';
import { caseFiles } from './kept-cases.ts';
import { cli, run } from './run-cli.ts';

const MAY = JSON.stringify({ clerk: ['find_order'], admin: ['find_order', 'list_orders', 'cancel_order'], nobody: ['find_order'] });
const CLERK_TOKEN = 'tok-clerk-5fd2c07b11';
const OLD_TOKEN = 'tok-old-9d31aa20c7';
const TOKENS = JSON.stringify({ [CLERK_TOKEN]: 'clerk', 'tok-admin-77': 'admin' });
const CONTRACT = ['contract', '--runs', '0', '--tool', 'find_order', '--tool', 'list_orders'];

/** A folder whose config has one adapter at a URL, and these identities. */
function project(url: string, identities: object): string {
  return folderWith({ 'mcp-adapter.json': config({ http: { url, bearerEnv: 'ADMIN_TOKEN' } }, identities) });
}

function config(orders: object, identities: object): string {
  return JSON.stringify({ targets: { orders }, identities });
}

const stdio = (MAY: string) => ({ stdio: { command: process.execPath, args: [ADAPTER], env: { MAY, ROLE: 'admin' } } });
const permissionsOf = ({ findings }: Awaited<ReturnType<typeof run>>) =>
  findings.filter(({ rule }) => rule.startsWith('contract/permission-')).map(({ rule, tool, message }) => `${rule} ${tool}: ${message}`);

test('who may do more or less than is declared is told and kept, and no token is in any file or output', async () => {
  await using server = await startFixture(ADAPTER, { MAY, TOKENS });
  const cwd = project(server.url, {
    clerk: { bearerEnv: 'CLERK_TOKEN', allow: ['find_order', 'list_orders'] },
    nobody: { allow: [] },
  });
  const env = { CLERK_TOKEN, ADMIN_TOKEN: 'tok-admin-77' };
  const found = await run(CONTRACT, { cwd, env });
  expect(permissionsOf(found)).toEqual([
    'contract/permission-too-wide find_order: the identity "nobody" may call it (it got as far as order_not_found), though its "allow" does not name it',
    'contract/permission-too-narrow list_orders: the identity "clerk" is refused (insufficient_scope), though its "allow" names it',
  ]);
  expect(found.exitCode).toBe(1);
  // Two tools for each of two identities, beside what the other layers call.
  const without = project(server.url, {});
  expect((found.contract?.calls ?? 0) - ((await run(CONTRACT, { cwd: without, env })).contract?.calls ?? 0)).toBe(4);
  expect(found.contract?.identities).toEqual([
    { name: 'clerk', allowed: 1, refused: 1, notRun: 0 },
    { name: 'nobody', allowed: 1, refused: 1, notRun: 0 },
  ]);
  const kept = caseFiles(cwd).filter((file) => file.includes('/as-'));
  expect(kept.map((file) => file.replace(/--[0-9a-f]{8}\.case\.json$/, ''))).toEqual([
    'cases/find_order/as-nobody-order_not_found',
    'cases/list_orders/as-clerk-insufficient_scope',
  ]);
  const shown = await cli([...CONTRACT, '--verbose'], { cwd, env });
  const replayed = await run(['replay', ...kept], { cwd, env });
  expect(replayed.cases.map(({ verdict }) => verdict)).toEqual(['still-fails', 'still-fails']);
  for (const text of [...everyFileUnder(cwd).values(), shown.stdout, shown.stderr, JSON.stringify([found, replayed])]) {
    expect(text).not.toContain(CLERK_TOKEN);
    expect(text).not.toContain('tok-admin-77');
  }
});

test('what is as declared is clean', async () => {
  const identities = {
    clerk: { env: { ROLE: 'clerk' }, allow: ['find_order'] },
    admin: { env: { ROLE: 'admin' }, allow: ['*'] },
    remote: { bearerEnv: 'UNSET_TOKEN', allow: [] },
  };
  const cwd = folderWith({ 'mcp-adapter.json': config(stdio(MAY), identities) });
  const found = await run(CONTRACT, { cwd });
  expect(permissionsOf(found)).toEqual([]);
  expect(found.contract?.identities.map(({ name }) => name)).toEqual(['clerk', 'admin']);
  const { stderr } = await cli(CONTRACT, { cwd });
  expect(stderr).toContain('the identity remote is not tried over stdio: it has no "env"');
});

test('a token that is not taken is one finding of the whole adapter', async () => {
  await using server = await startFixture(ADAPTER, { MAY, TOKENS, SHUTS_OUT: '1' });
  const cwd = project(server.url, { clerk: { bearerEnv: 'CLERK_TOKEN', allow: ['find_order', 'list_orders'] } });
  const found = await run(CONTRACT, { cwd, env: { CLERK_TOKEN: OLD_TOKEN, ADMIN_TOKEN: 'tok-admin-77' } });
  expect(permissionsOf(found)).toEqual([
    'contract/permission-too-narrow null: the identity "clerk" cannot connect (it is not let in, HTTP 401), though its "allow" covers 2 tools',
  ]);
});

test('a misspelt name in an "allow" costs no call of any tool', async () => {
  const clerk = { env: { ROLE: 'clerk' }, allow: ['find_orders'] };
  const cwd = folderWith({ 'mcp-adapter.json': config(stdio(MAY), { clerk }) });
  expect((await run(CONTRACT, { cwd })).exitCode).toBe(2);
  const traces = [...everyFileUnder(cwd)].filter(([file]) => file.endsWith('.ndjson'));
  expect(traces).not.toEqual([]);
  for (const [, text] of traces) expect(text).not.toContain('tools/call');
});

test('what is wrong in the config is one sentence and exit code 2', async () => {
  const cwd = folderWith();
  const told = async (identities: object, env = {}) => {
    writeFileSync(join(cwd, 'mcp-adapter.json'), config(stdio(MAY), identities));
    const { exitCode, error } = await run(CONTRACT, { cwd, env });
    return [exitCode, error?.message, error?.hint];
  };
  const clerk = { env: { ROLE: 'clerk' }, allow: ['find_order'] };
  expect(await told({ clerk: { ...clerk, allow: ['find_orders'] } })).toEqual([
    2,
    'the "allow" of the identity "clerk" names "find_orders", and the adapter has no such tool',
    'did you mean "find_order"?',
  ]);
  expect(await told({ clerk: { ...clerk, env: { ROLE: '{{env:NO_ROLE}}' } } })).toEqual([
    2,
    'the variable NO_ROLE (env/ROLE of the identity "clerk") is not set',
    'set it, or take the identity out of the config',
  ]);
  expect(await told({ clerk: { ...clerk, env: { ERP_TOKEN: 'written-out' } } })).toEqual([
    2,
    'env/ERP_TOKEN of the identity "clerk" is a secret, written out',
    'set a variable to it, and write "{{env:NAME}}" there',
  ]);
});
