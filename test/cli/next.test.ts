import { expect, test } from 'vitest';
import { startFixture } from '../start-fixture.mjs';
import { cli, fixture, run } from './run-cli.ts';

/** The words of a suggested command, without the program's name: as a shell reads single quotes. */
function words(command: string | null): string[] {
  return [...(command ?? '').matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '').slice(1);
}

test('the call that check suggests has arguments that the tool accepts', async () => {
  const { next, summary } = await run(['check', '--no-hosts', '--', 'node', fixture('orders.mjs')]);
  expect(summary).toMatchObject({ errors: 0, warnings: 0 });
  const [command, tool, json = ''] = words(next);
  expect([command, tool]).toEqual(['call', 'find_order']);
  expect(Object.keys(JSON.parse(json))).toEqual(['order_id']);
  const called = await run(words(next));
  expect(called.steps[0]).toMatchObject({ tool: 'find_order', code: 'order_not_found' });
});

test('the call that check suggests brings what lets it in', async () => {
  await using server = await startFixture(fixture('orders.mjs'));
  const args = ['check', '--no-hosts', '--url', server.url, '--bearer-env', 'SHOP_TOKEN', '--header', 'X-Tenant: acme'];
  const { stdout } = await cli(args, { env: { ...process.env, SHOP_TOKEN: 'a-token-that-nobody-checks' } });
  const next = stdout.split('\n').find((line) => line.startsWith('next'));
  expect(next).toContain(`--header 'X-Tenant: acme' --bearer-env SHOP_TOKEN --url ${server.url}`);
  expect(stdout).not.toContain('a-token-that-nobody-checks');
});
