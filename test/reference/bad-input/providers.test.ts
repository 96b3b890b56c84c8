import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { World } from '../../../fixtures/site/start.mjs';
import { browserProcesses, killRenderers } from '../pages/processes.ts';
import { GROUNDS, type Ground, holdings, type Running, run, startedWorld } from './grounds.ts';

// What goes wrong at a page or at the browser, with the whole adapter and a real browser, for every provider alike: the right code, the environment
// as usable as it can be, and nothing left at the end.

/** What ends takes a moment. */
const soon = (look: () => void) => vi.waitFor(look, { timeout: 10_000, interval: 20 });
let world: World;
beforeAll(async () => {
  world = await startedWorld();
});
afterAll(() => world.close());

describe.each(GROUNDS)('%s', (_, prepare) => {
  let ground: Ground;
  let adapter: Running;
  let env: { env_id: string; task_id: string };
  let before: ReturnType<typeof holdings>;

  beforeAll(async () => {
    ground = await prepare(world);
    adapter = await run(world, { provider: ground.provider });
    before = holdings(adapter.state);
    env = await adapter.prepared();
  });
  afterAll(async () => {
    await adapter?.close();
    await ground?.close();
  });

  const open = (path: string, over: object = {}) => adapter.call('open_page', { ...env, url: new URL(path, world.url).href, ...over });

  test.each<[string, string, object]>([
    ['a page that never answers', '/hang', { ok: false, code: 'timeout', retryable: true }],
    ['a circle of redirects', '/redirect/loop', { ok: false, code: 'redirect_loop', retryable: false }],
    ['a redirect to a private host', '/redirect/private', { ok: false, code: 'url_blocked', retryable: false }],
    ['a redirect to a file', '/redirect/file', { ok: false, code: 'url_blocked', retryable: false }],
    ['a certificate signed by itself', '/redirect/tls', { ok: false, code: 'tls_failed', retryable: false }],
    ['a download', '/download', { ok: false, code: 'download_blocked', retryable: false }],
    ['HTTP 503', '/status?code=503', { ok: false, code: 'http_error', retryable: true, http_status: 503 }],
    ['an alert', '/alert.html', { ok: true, dialogs: 1 }],
    ['a challenge', '/challenge.html', { ok: false, code: 'human_verification_required', retryable: false }],
    ['a page of 50 MB', '/big', { ok: true }],
  ])('%s', async (_, path, expected) => {
    const answer = await open(path, { timeout: path === '/hang' ? 5 : 60 });
    expect(answer).toMatchObject(expected);
    expect(String(answer.message)).not.toMatch(/net::|page\.goto|Timeout \d/);
    expect(await open('/index.html')).toMatchObject({ ok: true, title: expect.stringMatching(/./) });
  });

  test("HTTP 407 is the site's where our guard keeps the proxy's to itself, and the proxy's elsewhere", async () => {
    const { provider } = ground;
    const guarded = provider.kind === 'local' || (provider.kind === 'cdp' && provider.egress === 'adapter');
    const code = guarded ? 'http_error' : 'egress_auth_failed';
    expect(await open('/status?code=407')).toMatchObject({ ok: false, code, retryable: false });
  });

  test('the renderer dies while a page is opened: it is opened once more', async () => {
    const opening = open('/slow?ms=1500');
    await delay(700);
    expect(killRenderers()).toBeGreaterThan(0);
    expect(await opening).toMatchObject({ ok: true });
    expect(await open('/index.html')).toMatchObject({ ok: true });
  });

  test('the browser is killed in the middle of a call: env_lost, and the same task is given another environment', async () => {
    const opening = open('/hang');
    await delay(500);
    for (const pid of browserProcesses()) process.kill(pid, 'SIGKILL');
    expect(await opening).toMatchObject({ ok: false, code: 'env_lost', retryable: true });
    expect(await open('/index.html')).toMatchObject({ ok: false, code: 'env_lost', retryable: true });
    if (ground.provider.kind === 'cdp') {
      const refused = await adapter.call('prepare_environment', { region: 'US-CA', task_id: env.task_id });
      expect(refused).toMatchObject({ ok: false, code: 'env_unavailable', retryable: true });
    }
    await ground.recover();
    const again = await adapter.call('prepare_environment', { region: 'US-CA', task_id: env.task_id });
    expect(again).toMatchObject({ ok: true, reused: false });
    env = { ...env, env_id: String(again.env_id) };
    expect(await open('/index.html')).toMatchObject({ ok: true });
  });

  test('an outbound connection that is none of the region: egress_mismatch, and nothing is kept of it', async () => {
    await adapter.call('release_environment', { ...env, keep_state: false });
    const refused = await adapter.call('prepare_environment', { region: 'XX-MISMATCH' });
    expect(refused).toMatchObject({ ok: false, code: 'egress_mismatch', retryable: false });
    await soon(() => expect(holdings(adapter.state).browsers).toBe(ground.idle));
    await adapter.close();
    await soon(() => expect(holdings(adapter.state)).toEqual(before));
  });
});
