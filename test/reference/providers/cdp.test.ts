import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCdpProvider } from '../../../src/reference/providers/cdp.ts';
import type { LeaseWish } from '../../../src/reference/providers/provider.ts';
import { type SpawnedBrowser, spawnBrowser } from './spawned-browser.ts';

let browser: SpawnedBrowser;
beforeAll(async () => {
  browser = await spawnBrowser();
});
afterAll(() => browser.kill());

function wish(over: Partial<LeaseWish> = {}): LeaseWish {
  return { region: 'US-CA', purpose: 'default', account: null, signal: new AbortController().signal, timeoutMs: 20_000, ...over };
}

function provider(endpoint: string, egress: 'adapter' | 'provider' = 'adapter') {
  return createCdpProvider({ kind: 'cdp', endpoint, headersEnv: {}, egress }, {});
}

test('a browser whose owner binds the outbound connection is given to one lease at a time, with the context that is there', async () => {
  const one = provider(browser.endpoint, 'provider');
  const asked = await Promise.allSettled([one.acquire(wish()), one.acquire(wish())]);
  expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(asked[1]).toMatchObject({ reason: { code: 'env_busy', retryable: true } });
  const [first] = asked;
  if (first?.status !== 'fulfilled') throw new Error('no lease');
  const lease = first.value;
  expect(lease).toMatchObject({ context: 'default', egress: 'provider' });
  const [context] = lease.browser.contexts();
  const before = context?.pages().length;
  await context?.newPage();
  await one.release(lease);
  const next = await one.acquire(wish());
  expect(next.browser.contexts()[0]?.pages()).toHaveLength(before ?? -1);
  await one.close();
});

test('closing the provider disconnects, and the browser lives on', async () => {
  const one = provider(browser.endpoint);
  const lease = await one.acquire(wish());
  await one.close();
  expect(lease.browser.isConnected()).toBe(false);
  expect(browser.process.exitCode ?? browser.process.signalCode).toBeNull();
  expect(await provider(browser.endpoint).check()).toMatchObject({ ok: true, seen: expect.stringMatching(/^Chromium 147\./) });
  await expect(one.acquire(wish())).rejects.toMatchObject({ code: 'env_unavailable' });
});

test('nothing at the endpoint is env_unavailable, in our own words', async () => {
  const error = await provider('http://127.0.0.1:1')
    .acquire(wish())
    .catch((thrown) => thrown);
  expect(error).toMatchObject({ code: 'env_unavailable', retryable: true });
  expect(error.message).not.toMatch(/127\.0\.0\.1|ECONN|connectOverCDP/);
  expect(await provider('http://127.0.0.1:1').check()).toMatchObject({ ok: false });
});

test('an endpoint that never answers costs no more than the time that was given', async () => {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await expect(provider(`ws://127.0.0.1:${port}/x`).acquire(wish({ timeoutMs: 300 }))).rejects.toMatchObject({
    code: 'env_unavailable',
    retryable: true,
  });
  server.close();
});

test('a header whose variable is not set is a fault of the config', () => {
  const config = { kind: 'cdp', endpoint: browser.endpoint, headersEnv: { authorization: 'NO_KEY' }, egress: 'adapter' } as const;
  expect(() => createCdpProvider(config, {})).toThrow('"NO_KEY"');
});
