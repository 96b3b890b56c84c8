import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepBrowserFolders } from '../../../src/reference/browser/browser-folders.ts';
import type { ProviderConfig } from '../../../src/reference/config/reference-config.ts';
import { createProvider } from '../../../src/reference/providers/index.ts';
import type { Lease, LeaseWish, Provider } from '../../../src/reference/providers/provider.ts';
import { startHolder } from './holders.ts';
import { CODED, JOINED, type ProfileService, profilesConfig, type Shape, startProfileService } from './profile-service.ts';
import { type SpawnedBrowser, spawnBrowser } from './spawned-browser.ts';

/** What a provider stands on in the test. */
interface Ground {
  config: ProviderConfig;
  /** Brings back what the world outside brings back after a crash of a browser. */
  recover(): Promise<void>;
  /** Whether a browser that one lease had runs on after its release. */
  outlives: boolean;
  close(): Promise<void>;
}

const nothing = async () => {};
const local = (isolation: 'context' | 'process') => async (): Promise<Ground> => ({
  config: { kind: 'local', browser: 'embedded', isolation },
  recover: nothing,
  outlives: isolation === 'context',
  close: nothing,
});

async function cdp(): Promise<Ground> {
  let browser: SpawnedBrowser = await spawnBrowser();
  const { port } = browser;
  return {
    config: { kind: 'cdp', endpoint: `http://127.0.0.1:${port}`, headersEnv: {}, egress: 'adapter' },
    async recover() {
      await browser.kill();
      browser = await spawnBrowser(port);
    },
    outlives: true,
    close: () => browser.kill(),
  };
}

const profiles = (shape: Shape) => async (): Promise<Ground> => {
  const service: ProfileService = await startProfileService(shape);
  const config = profilesConfig(service, shape, { 'US-CA': ['p1', 'p2', 'p3', 'p4', 'p5'] });
  return { config, recover: nothing, outlives: false, close: service.close };
};

describe.each([
  ['local, one browser for all', local('context')],
  ['local, a browser for each', local('process')],
  ['cdp', cdp],
  ['http-profiles, coded answers', profiles(CODED)],
  ['http-profiles, joined endpoints', profiles(JOINED)],
])('%s', (_name, prepare) => {
  let ground: Ground;
  let provider: Provider;
  let state: string;
  let site: Server;
  let page: string;

  beforeAll(async () => {
    state = mkdtempSync(join(tmpdir(), 'provider-state-'));
    site = createServer((_request, response) => void response.setHeader('content-type', 'text/html').end('<h1>orders</h1>'));
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const address = site.address();
    page = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
    ground = await prepare();
    provider = createProvider(ground.config, { state, env: process.env, log: () => {} });
  });

  afterAll(async () => {
    await provider?.close();
    await ground?.close();
    site?.close();
    rmSync(state, { recursive: true, force: true });
  });

  test('a lease has a browser that opens a page, and takes nothing of it along when it is released, twice too', async () => {
    const lease = await provider.acquire(wish());
    expect(lease.version).toMatch(/^147\./);
    expect(await titleAt(lease, page)).toBe('orders');
    const pid = await pidOf(lease.browser);
    await provider.release(lease);
    await provider.release(lease);
    expect(await isGone(pid)).toBe(!ground.outlives);
    expect(lease.browser.contexts().flatMap((context) => context.pages())).toEqual([]);
  });

  test('five that ask at once are given a browser each, or one that is started once', async () => {
    const leases = await Promise.all([1, 2, 3, 4, 5].map(() => provider.acquire(wish())));
    const pids = new Set(await Promise.all(leases.map(({ browser }) => pidOf(browser))));
    expect(pids.size).toBe(ground.outlives ? 1 : 5);
    expect(await Promise.all(leases.map((lease) => titleAt(lease, page)))).toEqual(Array(5).fill('orders'));
    await Promise.all(leases.map((lease) => provider.release(lease)));
  });

  test('after a browser was killed its lease is released without an error, and the next one works', async () => {
    const lease = await provider.acquire(wish());
    const lost = new Promise((resolve) => lease.browser.once('disconnected', resolve));
    process.kill(await pidOf(lease.browser), 'SIGKILL');
    await lost;
    await ground.recover();
    await provider.release(lease);
    const next = await provider.acquire(wish());
    expect(await titleAt(next, page)).toBe('orders');
    await provider.release(next);
  });

  test('what a killed process held is ended by the next sweep, and nothing of it is left', async () => {
    const tmp = mkdtempSync(join(tmpdir(), 'tmp-'));
    const holder = await startHolder(ground.config, state, tmp);
    await holder.kill();
    await provider.sweep();
    await sweepBrowserFolders(tmp);
    expect(await isGone(holder.pid)).toBe(ground.config.kind !== 'cdp');
    expect(readdirSync(tmp).flatMap((name) => readdirSync(join(tmp, name)))).toEqual([]);
    expect(existsSync(join(state, 'leases')) ? readdirSync(join(state, 'leases')) : []).toEqual([]);
    rmSync(tmp, { recursive: true });
  });

  test('a call that is cancelled is given up, and costs nobody else a browser', async () => {
    const cancelled = new AbortController();
    const asked = provider.acquire(wish({ signal: cancelled.signal }));
    cancelled.abort(new Error('no longer wanted'));
    await expect(asked).rejects.toThrow('no longer wanted');
    const leases = await Promise.all([1, 2, 3, 4, 5].map(() => provider.acquire(wish())));
    await Promise.all(leases.map((lease) => provider.release(lease)));
  });
});

function wish(over: Partial<LeaseWish> = {}): LeaseWish {
  return { region: 'US-CA', purpose: 'default', account: null, signal: new AbortController().signal, timeoutMs: 30_000, ...over };
}

/** What an environment does with a lease. */
async function titleAt({ browser, context }: Lease, url: string): Promise<string | null> {
  const [first] = browser.contexts();
  const own = context === 'default' && first ? first : await browser.newContext();
  const page = await own.newPage();
  await page.goto(url);
  const title = await page.locator('h1').textContent();
  if (context === 'new') await own.close();
  return title;
}

async function pidOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.find(({ type }) => type === 'browser')?.id ?? 0;
}

/** A killed process takes a moment to end; one that runs on is looked at for 300 ms. */
async function isGone(pid: number): Promise<boolean> {
  const until = performance.now() + 300;
  while (runs(pid) && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
  return !runs(pid);
}

/** Zombies do not: whether they are reaped is up to the system. */
function runs(pid: number): boolean {
  const file = `/proc/${pid}/stat`;
  return existsSync(file) && !/\) [ZX] /.test(readFileSync(file, 'latin1'));
}
