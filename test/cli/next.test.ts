import { expect, test } from 'vitest';
import { startFixture } from '../start-fixture.mjs';
import { folderWith } from '../suite/suite-folder.ts';
import { scripted } from './kept-cases.ts';
import { cli, fixture, run } from './run-cli.ts';

/** The words of a suggested command, without the program's name: as a shell reads single quotes. */
function words(command: string | null): string[] {
  return [...(command ?? '').matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '').slice(1);
}

test('the call that check suggests goes well as it stands', async () => {
  const { next, summary } = await run(['check', '--no-hosts', '--', 'node', fixture('orders.mjs')]);
  expect(summary).toMatchObject({ errors: 0, warnings: 0 });
  // find_order wants a number that only fits: the tool that needs nothing is the better first call.
  expect(words(next).slice(0, 3)).toEqual(['call', 'list_orders', '{}']);
  expect(await run(words(next))).toMatchObject({ exitCode: 0, steps: [{ code: 'ok' }] });
});

test('where every tool wants something, the call that check suggests has arguments that fit', async () => {
  const script = { find: { inputSchema: { type: 'object', properties: { id: { type: 'string', minLength: 3 } }, required: ['id'] } } };
  const cwd = folderWith();
  const { next } = await run(['check', '--no-hosts', '--rule', 'tool/description-length=off', ...scripted(cwd, script)], { cwd });
  expect(words(next).slice(0, 2)).toEqual(['call', 'find']);
  expect(JSON.parse(words(next)[2] ?? '')).toEqual({ id: expect.stringMatching(/^.{3,}$/) });
});

test('the call that check suggests brings what lets it in', async () => {
  await using server = await startFixture(fixture('orders.mjs'));
  const args = ['check', '--no-hosts', '--url', server.url, '--bearer-env', 'SHOP_TOKEN', '--header', 'X-Tenant: acme'];
  const { stdout } = await cli(args, { env: { ...process.env, SHOP_TOKEN: 'a-token-that-nobody-checks' } });
  const next = stdout.split('\n').find((line) => line.startsWith('next'));
  expect(next).toContain(`--header 'X-Tenant: acme' --bearer-env SHOP_TOKEN --url ${server.url}`);
  expect(stdout).not.toContain('a-token-that-nobody-checks');
});
