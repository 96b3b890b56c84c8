import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HttpProfilesConfig } from '../../../src/reference/config/reference-config.ts';
import { createHttpProfilesProvider } from '../../../src/reference/providers/http-profiles.ts';
import type { LeaseWish, Provider } from '../../../src/reference/providers/provider.ts';
import { startHolder } from './holders.ts';
import { CODED, type ProfileService, profilesConfig, startProfileService } from './profile-service.ts';

let service: ProfileService;
let state: string;
let told: string[];
const providers: Provider[] = [];

beforeAll(async () => {
  service = await startProfileService(CODED);
});
afterAll(() => service.close());
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'profiles-state-'));
  told = [];
  service.asked.length = 0;
});
afterEach(async () => {
  service.instead = null;
  await Promise.all(providers.splice(0).map((provider) => provider.close()));
  rmSync(state, { recursive: true, force: true });
});

function provider(over: Partial<HttpProfilesConfig> = {}): Provider {
  const config = { ...profilesConfig(service, CODED, { 'US-CA': ['p1'], 'US-CA/alice': ['a1'] }), ...over };
  const made = createHttpProfilesProvider(config, { state, env: { KEY: 'Bearer s3cret' }, log: (line) => told.push(line) });
  providers.push(made);
  return made;
}

function wish(over: Partial<LeaseWish> = {}): LeaseWish {
  return { region: 'US-CA', purpose: 'default', account: null, signal: new AbortController().signal, timeoutMs: 20_000, ...over };
}

const leaseFiles = () => (existsSync(join(state, 'leases')) ? readdirSync(join(state, 'leases')) : []);

/** The start call is answered like this, every other one by the service. */
function startAnswers(answer: (response: ServerResponse) => void): void {
  service.instead = (request, response) => {
    if (!request.url?.includes('/start')) return false;
    answer(response);
    return true;
  };
}

const status = (code: number) => (response: ServerResponse) => void response.writeHead(code).end('<p>driver text</p>');
const json = (value: unknown) => (response: ServerResponse) => void response.end(JSON.stringify(value));

describe('a layer that gives no browser', () => {
  test.each([
    ['the key is refused', status(401), 'env_provider_error', false],
    ['the key is not enough', status(403), 'env_provider_error', false],
    ['there is no such path', status(404), 'env_provider_error', false],
    [
      'it sends elsewhere',
      (response: ServerResponse) => void response.writeHead(302, { location: '/stop' }).end(),
      'env_provider_error',
      false,
    ],
    ['too many requests', status(429), 'env_unavailable', true],
    ['it has a fault', status(500), 'env_unavailable', true],
    ['it hangs up', (response: ServerResponse) => void response.destroy(), 'env_unavailable', true],
    ['it does not answer', () => {}, 'env_unavailable', true],
    ['it answers with a page', (response: ServerResponse) => void response.end('<p>driver text</p>'), 'env_provider_error', false],
    ['it answers with 2 MiB', json('x'.repeat(2 * 1024 * 1024)), 'env_provider_error', false],
    ['it says that it failed', json({ code: -1, msg: 'driver text' }), 'env_provider_error', false],
    ['the profile is in use', json({ code: -1, msg: 'driver text: profile is being used by ada' }), 'env_busy', true],
    ['the endpoint is not where it should be', json({ code: 0, data: { port: 1 } }), 'env_provider_error', false],
    ['the endpoint is another host', json({ code: 0, data: { ws: { puppeteer: 'ws://shop.example:1/x' } } }), 'env_provider_error', false],
    ['the endpoint is no URL', json({ code: 0, data: { ws: { puppeteer: 'driver text' } } }), 'env_provider_error', false],
    ['nothing is at the endpoint', json({ code: 0, data: { ws: { puppeteer: 'ws://127.0.0.1:1/x' } } }), 'env_unavailable', true],
  ])('%s', async (_name, answer, code, retryable) => {
    startAnswers(answer);
    const error = await provider()
      .acquire(wish({ timeoutMs: 1_000 }))
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ code, retryable });
    expect(error.message).not.toMatch(/driver text|127\.0\.0\.1|shop\.example|ECONN/);
    expect(leaseFiles()).toEqual([]);
  });

  test('nothing listens there', async () => {
    await expect(provider({ baseUrl: 'http://127.0.0.1:1/' }).acquire(wish())).rejects.toMatchObject({
      code: 'env_unavailable',
      retryable: true,
    });
  });

  test('the region has no profile', async () => {
    await expect(provider().acquire(wish({ region: '__proto__' }))).rejects.toMatchObject({ code: 'env_provider_error', retryable: false });
  });
});

test('headers come from variables, and one that is not set is told before anything is asked', async () => {
  const seen: unknown[] = [];
  service.instead = (request) => {
    seen.push(request.headers.authorization);
    return false;
  };
  await provider({ headersEnv: { authorization: 'KEY' } }).check();
  expect(seen).toEqual(['Bearer s3cret']);
  expect(() => provider({ headersEnv: { authorization: 'NO_KEY' } })).toThrow('"NO_KEY"');
});

test('an account that has profiles of its own is given one of these', async () => {
  const one = provider();
  expect((await one.acquire(wish({ account: 'alice' }))).id).toBe('a1');
  expect((await one.acquire(wish({ account: 'bob' }))).id).toBe('p1');
});

test('a profile is given out once: in this process, to another provider, and to another process', async () => {
  const [one, two] = [provider(), provider()];
  const lease = await one.acquire(wish());
  await expect(one.acquire(wish())).rejects.toMatchObject({ code: 'env_busy', retryable: true });
  await expect(two.acquire(wish())).rejects.toMatchObject({ code: 'env_busy' });
  expect(await two.sweep()).toBe(0);
  await one.release(lease);
  const config = profilesConfig(service, CODED, { 'US-CA': ['p1'] });
  const tmp = mkdtempSync(join(tmpdir(), 'tmp-'));
  const holder = await startHolder(config, state, tmp);
  await expect(one.acquire(wish())).rejects.toMatchObject({ code: 'env_busy' });
  await holder.kill();
  // Without a sweep: whoever finds it left stops it first.
  service.asked.length = 0;
  expect((await one.acquire(wish())).id).toBe('p1');
  expect(service.asked).toEqual(['GET /api/v1/browser/stop?user_id=p1', 'GET /api/v1/browser/start?user_id=p1']);
  rmSync(tmp, { recursive: true });
});

test('two that sweep at once stop what a killed process left, once', async () => {
  const tmp = mkdtempSync(join(tmpdir(), 'tmp-'));
  const holder = await startHolder(profilesConfig(service, CODED, { 'US-CA': ['p1'] }), state, tmp);
  await holder.kill();
  service.asked.length = 0;
  const [one, two] = [provider(), provider()];
  await Promise.all([one.sweep(), two.sweep()]);
  expect(service.asked).toEqual(['GET /api/v1/browser/stop?user_id=p1']);
  expect(leaseFiles()).toEqual([]);
  rmSync(tmp, { recursive: true });
});

test('a lease file that is damaged keeps nobody off its profile', async () => {
  const one = provider();
  const lease = await one.acquire(wish());
  const [file = ''] = leaseFiles();
  await one.release(lease);
  writeFileSync(join(state, 'leases', file), '{');
  expect((await one.acquire(wish())).id).toBe('p1');
});

test('a profile that could not be stopped is stopped by whoever is given it next', async () => {
  const one = provider();
  const lease = await one.acquire(wish());
  service.instead = (_request, response) => {
    response.writeHead(503).end();
    return true;
  };
  await one.release(lease);
  expect(told).toEqual([expect.stringContaining('p1 could not be stopped')]);
  expect(leaseFiles()).toHaveLength(1);
  service.instead = null;
  service.asked.length = 0;
  await one.release(await one.acquire(wish()));
  expect(service.asked.map((each) => each.split('/').at(-1))).toEqual(['stop?user_id=p1', 'start?user_id=p1', 'stop?user_id=p1']);
  expect(leaseFiles()).toEqual([]);
});

test('a release closes the pages that were opened with the lease, and a stop that comes too late for the layer is no fault', async () => {
  const one = provider();
  const lease = await one.acquire(wish());
  const [context] = lease.browser.contexts();
  await context?.newPage();
  await service.crash('p1');
  await one.release(lease);
  expect(leaseFiles()).toEqual([]);
  expect(service.running()).toEqual([]);
});

test('a provider that is closed stops what it has', async () => {
  const one = provider();
  await one.acquire(wish());
  await one.close();
  expect(service.running()).toEqual([]);
  await expect(one.acquire(wish())).rejects.toMatchObject({ code: 'env_unavailable' });
});
