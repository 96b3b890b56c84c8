import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { World } from '../../../fixtures/site/start.mjs';
import { callTool } from '../../../src/kit/call-tool.ts';
import { CODED, type ProfileService, profilesConfig, startProfileService } from '../providers/profile-service.ts';
import { spawnBrowser } from '../providers/spawned-browser.ts';
import { holdings, type Running, type RunOptions, run, startedWorld } from './grounds.ts';

// What goes wrong around the adapter: at its proxies, its disk, its profile layer, and by callers who want much at once or change their mind.

const LOCAL = { kind: 'local', browser: 'embedded', isolation: 'context' } as const;
/** What ends takes a moment. */
const soon = (look: () => void | Promise<void>) => vi.waitFor(look, { timeout: 10_000, interval: 20 });
let world: World;
const running: Running[] = [];

beforeAll(async () => {
  world = await startedWorld();
});
afterEach(async () => {
  for (const each of running.splice(0)) await each.close();
});
afterAll(() => world.close());

async function start(options: Partial<RunOptions> = {}): Promise<Running> {
  const one = await run(world, { provider: LOCAL, ...options });
  running.push(one);
  return one;
}

const page = () => `${world.url}/index.html`;

test("the region's proxy dies in the middle of a task: egress_unavailable at the next page, and the environment goes on when it is back", async () => {
  const proxy = await relayTo(world.proxies.us);
  const { regions } = (await start()).reference.services.config;
  const region = regions['US-CA'];
  if (!region) throw new Error('the world has no US-CA');
  const upstream = { url: `http://127.0.0.1:${proxy.port}`, username: null, password: null };
  const adapter = await start({ over: { regions: { 'US-CA': { ...region, proxy: upstream } } } });
  const env = await adapter.prepared();
  expect(await adapter.call('open_page', { ...env, url: page() })).toMatchObject({ ok: true });
  await proxy.stop();
  for (const url of [page(), world.tls])
    expect(await adapter.call('open_page', { ...env, url })).toMatchObject({ ok: false, code: 'egress_unavailable', retryable: true });
  await proxy.start();
  expect(await adapter.call('open_page', { ...env, url: page() })).toMatchObject({ ok: true });
  expect(await adapter.call('release_environment', env)).toMatchObject({ ok: true, state_saved: true });
  await proxy.stop();
});

test('the state folder cannot be written any more: nothing is prepared, nothing is left, and all is well once it can', async () => {
  const adapter = await start();
  const first = await adapter.prepared();
  const before = holdings(adapter.state);
  const aside = `${adapter.state}.aside`;
  renameSync(adapter.state, aside);
  writeFileSync(adapter.state, 'no folder');
  const refused = await adapter.call('prepare_environment', { region: 'US-CA', task_id: 'full' });
  expect(refused).toMatchObject({ ok: false, code: expect.stringMatching(/^(?:state|audit)_unavailable$/), retryable: true });
  expect(String(refused.message)).not.toContain(adapter.state);
  const opened = await adapter.call('open_page', { ...first, url: page() });
  expect(['ok', 'audit_unavailable', 'state_unavailable']).toContain(opened.code);
  rmSync(adapter.state);
  renameSync(aside, adapter.state);
  expect(holdings(adapter.state)).toEqual(before);
  expect(await adapter.call('open_page', { ...first, url: page() })).toMatchObject({ ok: true });
  expect(await adapter.call('prepare_environment', { region: 'US-CA', task_id: 'full' })).toMatchObject({ ok: true });
});

test('20 tasks that ask at once: as many as the limits allow are given an environment, the others told when to come back', async () => {
  const adapter = await start({ limits: { environments: 8, environmentsPerPurpose: 5 } });
  const before = holdings(adapter.state);
  const asked = Array.from({ length: 20 }, (_, n) =>
    adapter.call('prepare_environment', { region: 'US-CA', task_id: `many-${n}`, purpose: `p-${n % 2}` }),
  );
  const answers = await Promise.all(asked);
  const made = answers.filter(({ ok }) => ok);
  expect(made).toHaveLength(8);
  expect(new Set(made.map(({ env_id }) => env_id)).size).toBe(8);
  for (const answer of answers)
    if (!answer.ok) expect(answer).toMatchObject({ code: 'quota_exceeded', retryable: true, retry_after_ms: expect.any(Number) });
  for (const { env_id, task_id } of made) await adapter.call('release_environment', { env_id, task_id, keep_state: false });
  await soon(() => expect(holdings(adapter.state)).toEqual({ ...before, browsers: before.browsers + 1, folders: before.folders + 1 }));
});

test('20 calls at once on one environment are done one after the other, and each has a page of its own', async () => {
  const adapter = await start({ limits: { pages: 10 } });
  const env = await adapter.prepared();
  const answers = await Promise.all(Array.from({ length: 20 }, () => adapter.call('open_page', { ...env, url: page() })));
  expect(answers.map(({ ok }) => ok)).toEqual(Array(20).fill(true));
  expect(new Set(answers.map(({ page_id }) => page_id)).size).toBe(20);
  expect(await adapter.call('list_environments', {})).toMatchObject({ items: [{ pages: 10 }] });
});

describe('a client that cancels', () => {
  test.each(['choose_region', 'acquire', 'bind_outbound', 'warm_up', 'confirm_outbound', 'ready'])(
    'in the step %s leaves nothing behind',
    async (step) => {
      const adapter = await start();
      const kept = await adapter.prepared({ purpose: 'kept' });
      const before = holdings(adapter.state);
      for (const later of [0, 1, 20]) {
        const stop = new AbortController();
        const progress = (_done: number | null, _total?: number, name?: string) => {
          if (name === step) setTimeout(() => stop.abort(new Error('no longer wanted')), later);
        };
        const args = { region: 'US-CA', task_id: `cancel-${step}-${later}`, account: 'ann' };
        const answer = await callTool(adapter.reference.adapter, 'prepare_environment', args, { signal: stop.signal, progress });
        // It may have been ready before.
        if (answer.ok) await adapter.call('release_environment', { env_id: answer.env_id, task_id: args.task_id, keep_state: false });
        else expect(answer).toMatchObject({ code: 'cancelled', retryable: true });
        await soon(() => expect(holdings(adapter.state)).toEqual(before));
      }
      // The account is free, and the other environment lives.
      expect(await adapter.call('prepare_environment', { region: 'US-CA', task_id: `next-${step}`, account: 'ann' })).toMatchObject({
        ok: true,
      });
      expect(await adapter.call('open_page', { ...kept, url: page() })).toMatchObject({ ok: true });
    },
  );
});

describe('a profile layer', () => {
  let service: ProfileService;
  beforeAll(async () => {
    service = await startProfileService(CODED, world.proxies.us);
  });
  afterEach(() => {
    service.instead = null;
  });
  afterAll(() => service.close());

  const ask = async (adapter: Running, over: object = {}) =>
    adapter.call('prepare_environment', { region: 'US-CA', task_id: 'profile', timeout: 10, ...over });
  const onProfiles = () => start({ provider: profilesConfig(service, CODED, { 'US-CA': ['p1', 'p2'] }) });
  /** A port at which nobody listens: Chromium's own list of bad ports keeps everybody else away. */
  const nobody = (host: string) => ({ code: 0, data: { ws: { puppeteer: `ws://${host}:1/devtools/browser/x` } } });
  const json = (body: object, status = 200) => JSON.stringify({ body, status });

  test.each<[string, string, string, boolean]>([
    ['answers 500', json({}, 500), 'env_unavailable', true],
    ['refuses our key', json({}, 401), 'env_provider_error', false],
    ['answers that it cannot', json({ code: -1 }), 'env_provider_error', false],
    ['names a browser that is not there', json(nobody('127.0.0.1')), 'env_unavailable', true],
    ['names one at another address of this machine that is not there', json(nobody('127.0.0.9')), 'env_unavailable', true],
    ['never answers', 'hang', 'env_unavailable', true],
  ])('%s: nothing is left, and it works again when the layer does', async (_, answer, code, retryable) => {
    const adapter = await onProfiles();
    service.instead = (request, response) => {
      if (!request.url?.includes('/start')) return false;
      if (answer === 'hang') return true;
      const { body, status } = JSON.parse(answer);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      return true;
    };
    const refused = await ask(adapter);
    expect(refused).toMatchObject({ ok: false, code, retryable });
    expect(String(refused.message)).not.toMatch(/127\.0\.0|ECONN|connectOverCDP|ws:/);
    service.instead = null;
    await soon(() => expect(holdings(adapter.state).leases).toEqual([]));
    expect(await ask(adapter)).toMatchObject({ ok: true, provider: 'http-profiles', guard: 'navigation-only' });
    await adapter.close();
    expect(service.running()).toEqual([]);
    expect(holdings(adapter.state)).toMatchObject({ leases: [], holds: [] });
  });

  test('is gone when an environment is released: the profile counts as left, and whoever is next stops it first', async () => {
    const adapter = await onProfiles();
    const env = await adapter.prepared();
    service.instead = (_request, response) => {
      response.socket?.destroy();
      return true;
    };
    expect(await adapter.call('release_environment', env)).toMatchObject({ ok: true, released: true, state_saved: false });
    expect(holdings(adapter.state).leases).toHaveLength(1);
    service.instead = null;
    service.asked.splice(0);
    expect(await ask(adapter)).toMatchObject({ ok: true });
    expect(service.asked.map((line) => line.split('?')[0])).toEqual(['GET /api/v1/browser/stop', 'GET /api/v1/browser/start']);
  });
});

test('what the owner of a browser has open in it is neither shown nor closed', async () => {
  const browser = await spawnBrowser(0, world.proxies.us);
  const tabs = async () => {
    const list = await (await fetch(`http://127.0.0.1:${browser.port}/json/list`)).json();
    return Array.isArray(list) ? list.filter(({ type }) => type === 'page').map(({ url }) => url) : [];
  };
  await fetch(`http://127.0.0.1:${browser.port}/json/new?${encodeURIComponent(page())}`, { method: 'PUT' });
  const before = await tabs();
  expect(before).toContain(page());
  const endpoint = `http://127.0.0.1:${browser.port}`;
  const adapter = await start({ provider: { kind: 'cdp', endpoint, headersEnv: {}, egress: 'provider' } });
  const env = await adapter.prepared();
  expect(await adapter.call('extract_text', env)).toMatchObject({ ok: false, code: 'page_not_found' });
  expect(await adapter.call('extract_text', { ...env, page_id: 'p-1' })).toMatchObject({ ok: false, code: 'page_not_found' });
  await adapter.call('open_page', { ...env, url: page() });
  await adapter.call('release_environment', env);
  await soon(async () => expect((await tabs()).sort()).toEqual(before.sort()));
  await adapter.close();
  await browser.kill();
});

interface Relay {
  port: number;
  start(): Promise<void>;
  /** Ends it with every connection through it. */
  stop(): Promise<void>;
}

/** A proxy that can be stopped: it hands everything on to another one. */
async function relayTo(proxy: string): Promise<Relay> {
  const to = Number(new URL(proxy).port);
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  const listen = async (port: number): Promise<number> => {
    const made = createServer((client) => {
      const onward = connect(to, '127.0.0.1');
      for (const socket of [client, onward]) {
        sockets.add(socket);
        socket.on('error', () => {}).on('close', () => sockets.delete(socket));
      }
      client.pipe(onward).pipe(client);
    });
    await new Promise<void>((resolve) => made.listen(port, '127.0.0.1', resolve));
    server = made;
    const address = made.address();
    return typeof address === 'object' && address ? address.port : 0;
  };
  const port = await listen(0);
  return {
    port,
    start: async () => void (await listen(port)),
    async stop() {
      const ending = server;
      server = null;
      for (const socket of sockets) socket.destroy();
      if (ending) await new Promise((resolve) => ending.close(resolve));
      await delay(20);
    },
  };
}
