import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createAdapter } from '../../../src/kit/adapter.ts';
import { callTool } from '../../../src/kit/call-tool.ts';
import { defineTool } from '../../../src/kit/tool.ts';
import { ToolError } from '../../../src/kit/tool-error.ts';
import { policyOf } from '../../../src/reference/environments/session.ts';
import { checkUrl } from '../../../src/reference/guard/check-url.ts';
import type { Provider } from '../../../src/reference/providers/provider.ts';
import { browserOf, holdings, killBrowser, type Played, type PlayOptions, until, useStage } from './stage.ts';

const { stage, start } = useStage();

/** A region of this world with another first page or another echo. */
function changed({ warmUp, echo }: { warmUp?: string; echo?: string }): PlayOptions {
  const { regions, echo: own } = stage().config;
  const region = regions['US-CA'];
  if (!region) throw new Error('the world has no US-CA');
  const url = (path: string) => new URL(path, stage().world.url).href;
  return {
    config: {
      regions: { 'US-CA': { ...region, ...(warmUp ? { warmUp: url(warmUp) } : {}) } },
      ...(echo ? { echo: { ...own, url: url(echo) } } : {}),
    },
  };
}

const stepsOf = (envelope: object) => {
  const steps: unknown = Reflect.get(envelope, 'steps');
  return Array.isArray(steps) ? steps.map(({ name, code }) => `${name} ${code}`) : [];
};

test.each([
  ['US-CA', '127.0.0.2'],
  ['DE-BE', '127.0.0.3'],
  ['EU-AUTH', '127.0.0.5'],
])('an environment of %s is seen from that region, and its steps tell how it came about', async (region, ip) => {
  const { call, environments } = start();
  const prepared = await call('prepare_environment', { region, task_id: 't-1', purpose: 'price' });
  expect(prepared).toMatchObject({
    ...{ ok: true, region, purpose: 'price', provider: 'local', reused: false, guard: 'full' },
    egress: { ip, region },
  });
  expect(stepsOf(prepared)).toEqual(
    ['choose_region', 'acquire', 'bind_outbound', 'warm_up', 'confirm_outbound', 'ready'].map((name) => `${name} ok`),
  );
  const environment = environments.find(String(prepared.env_id), { principal: 'local' }, 't-1');
  // The pages that looked at the connection are none of the task's.
  expect(environment.context.pages()).toEqual([]);
  expect(environment.pages.all()).toEqual([]);
  const { page, id } = await environment.pages.open();
  await page.goto(stage().world.echo);
  expect([id, JSON.parse((await page.textContent('body')) ?? '')]).toEqual(['p-1', { ip }]);
});

test.each([
  ['XX-DEAD', 'egress_unavailable', true, 'warm_up'],
  ['XX-AUTH', 'egress_auth_failed', false, 'warm_up'],
  ['XX-MISMATCH', 'egress_mismatch', false, 'confirm_outbound'],
  ['US', 'region_unknown', false, 'choose_region'],
])('region %s fails with %s, tells at which step, and leaves nothing', async (region, code, retryable, step) => {
  const { call } = start();
  const before = holdings(await browserOf(stage()), stage());
  const failed = await call('prepare_environment', { region, task_id: 't-1' });
  expect(failed).toMatchObject({ ok: false, code, retryable });
  expect(stepsOf(failed).at(-1)).toBe(`${step} ${code}`);
  expect(holdings(await browserOf(stage()), stage())).toEqual(before);
  expect(await call('list_environments', {})).toMatchObject({ items: [], count: 0 });
  // No proxy, no path and no words of the driver.
  expect(String(failed.message)).not.toMatch(/127\.0\.0\.1|:\d{2,5}|net::|\/tmp|playwright|page\./i);
});

test('an unknown region is answered with those there are', async () => {
  const failed = await start().call('prepare_environment', { region: 'us_ca', task_id: 't-1' });
  expect(failed.message).toContain('nearest: US-CA');
  expect(failed.regions).toEqual(Object.keys(stage().config.regions));
});

test("an egress that is none of the region's is told with what was seen, not with what was expected", async () => {
  const failed = await start().call('prepare_environment', { region: 'XX-MISMATCH', task_id: 't-1' });
  expect(failed.seen_ip).toBe('127.0.0.2');
  expect(JSON.stringify(failed)).not.toContain('127.0.0.4');
});

test.each([
  ['an echo that is no JSON', { echo: '/index.html' }, 'egress_mismatch', 'confirm_outbound'],
  ['an echo that fails', { echo: '/status?code=503' }, 'egress_mismatch', 'confirm_outbound'],
  ['a first page that fails', { warmUp: '/status?code=500' }, 'warmup_failed', 'warm_up'],
  ['a first page that redirects in a circle', { warmUp: '/redirect/loop' }, 'warmup_failed', 'warm_up'],
  ['a first page that leads to a private host', { warmUp: '/redirect/private' }, 'warmup_failed', 'warm_up'],
])('%s keeps the environment from being made', async (_, over, code, step) => {
  const before = holdings(await browserOf(stage()), stage());
  const failed = await start(changed(over)).call('prepare_environment', { region: 'US-CA', task_id: 't-1' });
  expect(failed).toMatchObject({ ok: false, code });
  expect(stepsOf(failed).at(-1)).toBe(`${step} ${code}`);
  expect(holdings(await browserOf(stage()), stage())).toEqual(before);
});

test('a range of addresses is a region as well', async () => {
  const region = stage().config.regions['US-CA'];
  const regions = region
    ? { A: { ...region, addresses: ['::1', '10.0.0.0/8', '127.0.0.0/30'] }, B: { ...region, addresses: ['127.0.0.4/30'] } }
    : {};
  const { call } = start({ config: { regions } });
  expect(await call('prepare_environment', { region: 'A', task_id: 't-1' })).toMatchObject({ ok: true });
  expect(await call('prepare_environment', { region: 'B', task_id: 't-2' })).toMatchObject({ code: 'egress_mismatch' });
});

test('an allow list need not name the first page and the echo', () => {
  const region = { proxy: null, addresses: [], warmUp: 'http://news.example/today' };
  const policy = policyOf(
    { ...stage().config, allowHosts: ['shop.example'], echo: { url: 'https://echo.example/ip', pointer: '' } },
    region,
  );
  for (const url of ['https://shop.example/', 'https://echo.example/ip', 'http://news.example/today'])
    expect(checkUrl(url, policy).href).toBe(url);
  for (const url of ['http://echo.example/', 'https://news.example/', 'https://other.example/'])
    expect(() => checkUrl(url, policy)).toThrow(expect.objectContaining({ code: 'url_blocked' }));
});

test('a first page that never answers ends with the time that was given, and nothing is left', async () => {
  const { environments, state } = start(changed({ warmUp: '/hang' }));
  const before = holdings(await browserOf(stage()), stage());
  const inHalfASecond = defineTool({
    ...{ name: 'prepare_quickly', title: 'Prepare quickly', description: 'Prepares in half a second.', risk: 'prepare' },
    input: { type: 'object', properties: {} },
    async run(_args, { steps }) {
      const owner = { principal: 'local', region: 'US-CA', purpose: 'default', account: null };
      await environments.prepare({ ...owner, task: 't-1', timeoutMs: 500 }, steps);
    },
  });
  const adapter = createAdapter({ name: 'quick', version: '1.0.0', tools: [inHalfASecond], state });
  const failed = await callTool(adapter, 'prepare_quickly', {});
  await adapter.stop(0);
  expect(failed).toMatchObject({ ok: false, code: 'timeout', retryable: true });
  expect(stepsOf(failed).at(-1)).toBe('warm_up timeout');
  expect(holdings(await browserOf(stage()), stage())).toEqual(before);
});

test('a client that cancels while the first page loads leaves nothing', async () => {
  const { call, environments } = start(changed({ warmUp: '/hang' }));
  const before = holdings(await browserOf(stage()), stage());
  const client = new AbortController();
  const answer = call('prepare_environment', { region: 'US-CA', task_id: 't-1' }, { signal: client.signal });
  await until(async () => (await browserOf(stage())).contexts().length > before.contexts);
  client.abort(new Error('no longer wanted'));
  expect(await answer).toMatchObject({ ok: false, code: 'cancelled' });
  await until(async () => JSON.stringify(holdings(await browserOf(stage()), stage())) === JSON.stringify(before));
  expect(environments.list('local', { task: undefined, purpose: undefined, limit: 50 }).items).toEqual([]);
});

test('an adapter that ends while an environment is being prepared leaves nothing of it', async () => {
  const { call, environments } = start(changed({ warmUp: '/hang' }));
  const before = holdings(await browserOf(stage()), stage());
  const answer = call('prepare_environment', { region: 'US-CA', task_id: 't-1' });
  await until(async () => (await browserOf(stage())).contexts().length > before.contexts);
  await environments.close();
  expect(await answer).toMatchObject({ ok: false });
  expect(holdings(await browserOf(stage()), stage())).toEqual(before);
  expect(await call('prepare_environment', { region: 'US-CA', task_id: 't-2' })).toMatchObject({ code: 'stopping', retryable: true });
});

test('a browser that is killed while an environment is being prepared is told as lost, and the next call has another one', async () => {
  const { call } = start(changed({ warmUp: '/hang' }));
  const browser = await browserOf(stage());
  const before = holdings(browser, stage());
  const answer = call('prepare_environment', { region: 'US-CA', task_id: 't-1', account: 'ann' });
  await until(() => browser.contexts().length > before.contexts);
  await killBrowser(browser);
  expect(await answer).toMatchObject({ ok: false, code: 'env_lost', retryable: true });
  expect(holdings(browser, stage())).toMatchObject({ servers: before.servers, leases: before.leases });
  expect(await start().call('prepare_environment', { region: 'US-CA', task_id: 't-1' })).toMatchObject({ ok: true });
});

test('a browser that comes after the client has cancelled is given back', async () => {
  const browser = await browserOf(stage());
  const before = holdings(browser, stage());
  let asked = false;
  const slow: Provider = {
    ...stage().provider,
    async acquire(wish) {
      asked = true;
      await delay(200);
      return stage().provider.acquire({ ...wish, signal: new AbortController().signal });
    },
  };
  const { call } = start({ provider: slow });
  const client = new AbortController();
  const answer = call('prepare_environment', { region: 'US-CA', task_id: 't-1', account: 'a' }, { signal: client.signal });
  await until(async () => asked);
  client.abort(new Error('no longer wanted'));
  expect(await answer).toMatchObject({ code: 'cancelled' });
  await delay(400);
  expect(holdings(browser, stage())).toEqual(before);
  // Nor is the account held any longer.
  expect(await call('prepare_environment', { region: 'US-CA', task_id: 't-2', account: 'a' })).toMatchObject({ ok: true });
});

test('a provider is asked again when it may give one later, twice at most, and not for what is final', async () => {
  const failing = (times: number, retryable: boolean) => {
    let asked = 0;
    const provider: Provider = {
      ...stage().provider,
      async acquire(wish) {
        if (asked++ < times) throw new ToolError('env_unavailable', { retryable, message: 'not yet' });
        return stage().provider.acquire(wish);
      },
    };
    return start({ provider });
  };
  const prepare = (one: Played) => one.call('prepare_environment', { region: 'US-CA', task_id: 't-1', account: 'a' });
  expect(await prepare(failing(2, true))).toMatchObject({ ok: true, attempts: 3 });
  expect(await prepare(failing(3, true))).toMatchObject({ ok: false, code: 'env_unavailable', attempts: 3 });
  expect(await prepare(failing(1, false))).toMatchObject({ ok: false, code: 'env_unavailable', attempts: 1 });
});

test('the same task is given the same environment while it is there, and another one after it was released', async () => {
  const { call } = start();
  const args = { region: 'US-CA', task_id: 't-1' };
  const first = await call('prepare_environment', args);
  expect(await call('prepare_environment', args)).toMatchObject({ ok: true, replayed: true, env_id: first.env_id });
  await call('release_environment', { env_id: first.env_id, task_id: 't-1' });
  const second = await call('prepare_environment', args);
  expect(second).toMatchObject({ ok: true, reused: true });
  expect(second.env_id).not.toBe(first.env_id);
});

test('a failure is not kept: the same task may ask again', async () => {
  const { call } = start();
  const args = { region: 'XX-MISMATCH', task_id: 't-1' };
  await call('prepare_environment', args);
  const again = await call('prepare_environment', args);
  expect(again).toMatchObject({ code: 'egress_mismatch' });
  expect(again.replayed).toBeUndefined();
});

test('a task id that is left out is made, and calls without one get environments of their own', async () => {
  const { call } = start();
  const [one, two] = await Promise.all([
    call('prepare_environment', { region: 'US-CA' }),
    call('prepare_environment', { region: 'US-CA' }),
  ]);
  expect([one.ok, two.ok]).toEqual([true, true]);
  expect(one.task_id).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
  expect(one.task_id).not.toBe(two.task_id);
  expect(one.env_id).not.toBe(two.env_id);
});

test('a profile that is given with its context is used as it is, guarded for navigations only, and given back at release', async () => {
  const before = holdings(await browserOf(stage()), stage());
  const released: string[] = [];
  const profiles: Provider = {
    ...stage().provider,
    name: 'http-profiles',
    async acquire(wish) {
      const lease = await stage().provider.acquire(wish);
      const context = await lease.browser.newContext({ proxy: { server: stage().world.proxies.us } });
      await context.newPage();
      // A profile's browser has the one context.
      const browser = new Proxy(lease.browser, {
        get: (target, name) => (name === 'contexts' ? () => [context] : bound(target, name)),
      });
      return { ...lease, id: 'p-1', browser, context: 'default', egress: 'provider' };
    },
    async release(lease) {
      released.push(lease.id);
      await lease.browser.contexts()[0]?.close();
    },
  };
  const { call } = start({ provider: profiles });
  const prepared = await call('prepare_environment', { region: 'US-CA', task_id: 't-1', account: 'a' });
  expect(prepared).toMatchObject({ ok: true, provider: 'http-profiles', guard: 'navigation-only', account: 'a' });
  // The profile's own page is nobody else's.
  expect(await call('list_environments', {})).toMatchObject({ items: [{ pages: 0, state: 'ready' }] });
  expect(await call('release_environment', { env_id: prepared.env_id, task_id: 't-1' })).toMatchObject({
    released: true,
    state_saved: false,
  });
  expect(released).toEqual(['p-1']);
  expect(await call('list_environments', {})).toMatchObject({ items: [] });
  stage().leases.clear();
  expect(holdings(await browserOf(stage()), stage())).toEqual(before);
});

function bound(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name);
  return typeof value === 'function' ? value.bind(target) : value;
}
