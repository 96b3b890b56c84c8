import { expect, test } from 'vitest';
import type { Steps } from '../../../src/kit/steps.ts';
import { ALICE, browserOf, type Envelope, holdings, killBrowser, type Played, until, useStage } from './stage.ts';

const MINUTE = 60_000;
const { stage, start } = useStage();

const prepare = ({ call }: Played, task: string, over: object = {}) =>
  call('prepare_environment', { region: 'US-CA', task_id: task, ...over });
const release = ({ call }: Played, env_id: unknown, task_id: string, over: object = {}) =>
  call('release_environment', { env_id, task_id, ...over });

test('only the task that prepared an environment finds it, and only for its own principal', async () => {
  const one = start();
  const id = String((await prepare(one, 't-1')).env_id);
  const find = (principal: string, task: string) => () => one.environments.find(id, { principal }, task);
  expect(find('local', 't-1')()).toMatchObject({ id, task: 't-1' });
  expect(find('local', 't-2')).toThrow(expect.objectContaining({ code: 'env_forbidden', retryable: false }));
  expect(find('alice', 't-1')).toThrow(expect.objectContaining({ code: 'env_forbidden' }));
  expect(() => one.environments.find('env-0123456789ab', { principal: 'local' }, 't-1')).toThrow(
    expect.objectContaining({ code: 'env_not_found', retryable: false }),
  );
  expect(await release(one, id, 't-2')).toMatchObject({ ok: false, code: 'env_forbidden' });
  expect(await one.call('release_environment', { env_id: id, task_id: 't-1' }, ALICE)).toMatchObject({ code: 'env_forbidden' });
  expect(await one.call('list_environments', {}, ALICE)).toMatchObject({ items: [] });
  await release(one, id, 't-1');
  expect(find('local', 't-1')).toThrow(expect.objectContaining({ code: 'env_lost', retryable: true }));
  expect(find('local', 't-1')).toThrow(/was released: call prepare_environment again/);
  expect(find('local', 't-2')).toThrow(expect.objectContaining({ code: 'env_forbidden' }));
  expect(await one.call('release_environment', { env_id: id, task_id: 't-1' }, ALICE)).toMatchObject({ code: 'env_forbidden' });
});

test('an environment is listed while it is ready and while it is parked, the newest first, by task and by purpose', async () => {
  const one = start();
  const a = await prepare(one, 't-1', { purpose: 'price' });
  const b = await prepare(one, 't-2', { purpose: 'stock', account: 'ann' });
  await release(one, a.env_id, 't-1');
  const all = await one.call('list_environments', {});
  expect(all).toMatchObject({ count: 2, truncated: false });
  expect(all.items).toMatchObject([
    {
      env_id: b.env_id,
      region: 'US-CA',
      purpose: 'stock',
      account: 'ann',
      task_id: 't-2',
      state: 'ready',
      pages: 0,
      expires_at: b.expires_at,
    },
    { env_id: a.env_id, purpose: 'price', account: null, task_id: 't-1', state: 'parked' },
  ]);
  expect(await one.call('list_environments', { limit: 1 })).toMatchObject({ count: 1, truncated: true, items: [{ env_id: b.env_id }] });
  expect(await one.call('list_environments', { purpose: 'price' })).toMatchObject({ count: 1, items: [{ env_id: a.env_id }] });
  expect(await one.call('list_environments', { task_id: 't-2' })).toMatchObject({ count: 1, items: [{ env_id: b.env_id }] });
});

test('what is parked makes room before anybody is refused, and the refusal says when to come back', async () => {
  const one = start({ limits: { environments: 3, environmentsPerPurpose: 2 } });
  const before = holdings(await browserOf(stage()), stage());
  const first = await prepare(one, 't-1', { purpose: 'a', account: 'one' });
  await release(one, first.env_id, 't-1');
  const two = await prepare(one, 't-2', { purpose: 'a', account: 'two' });
  // Two of the purpose are there; the parked one goes.
  expect(await prepare(one, 't-3', { purpose: 'a', account: 'three' })).toMatchObject({ ok: true });
  expect(await one.call('list_environments', {})).toMatchObject({ count: 2 });
  const refused = await prepare(one, 't-4', { purpose: 'a', account: 'four' });
  expect(refused).toMatchObject({ ok: false, code: 'quota_exceeded', retryable: true });
  expect(refused.retry_after_ms).toBeGreaterThan(0);
  expect(refused.retry_after_ms).toBeLessThanOrEqual(10 * MINUTE);
  expect(await prepare(one, 't-5', { purpose: 'b' })).toMatchObject({ ok: true });
  expect(await prepare(one, 't-6', { purpose: 'c' })).toMatchObject({ code: 'quota_exceeded' });
  // One of any purpose goes where all of them together are too many.
  await release(one, two.env_id, 't-2');
  expect(await prepare(one, 't-6', { purpose: 'c' })).toMatchObject({ ok: true });
  await until(async () => holdings(await browserOf(stage()), stage()).contexts === before.contexts + 3);
});

test('the quota of an hour is by purpose, outlives the adapter, and says when to come back', async () => {
  const one = start({ limits: { preparesPerHour: 2 } });
  expect(await prepare(one, 't-1')).toMatchObject({ ok: true });
  expect(await prepare(one, 't-2')).toMatchObject({ ok: true });
  const refused = await prepare(one, 't-3');
  expect(refused).toMatchObject({ ok: false, code: 'quota_exceeded', retryable: true });
  expect(refused.retry_after_ms).toBeGreaterThan(50 * MINUTE);
  expect(await prepare(one, 't-4', { purpose: 'other' })).toMatchObject({ ok: true });
  const later = start({ limits: { preparesPerHour: 2 }, state: one.state });
  expect(await prepare(later, 't-5')).toMatchObject({ code: 'quota_exceeded' });
});

test('an environment that nobody uses ends, its state saved; one that is used does not, until its lifetime is over', async () => {
  const before = holdings(await browserOf(stage()), stage());
  let at = Date.now();
  const one = start({ now: () => at, limits: { idleMinutes: 10, lifetimeMinutes: 30 } });
  const idle = await prepare(one, 't-1');
  const used = await prepare(one, 't-2', { account: 'ann' });
  const find = (id: unknown, task: string) => one.environments.find(String(id), { principal: 'local' }, task);
  at += 9 * MINUTE;
  await find(used.env_id, 't-2').exclusive(new AbortController().signal, async () => {});
  at += MINUTE;
  one.environments.sweep();
  expect(() => find(idle.env_id, 't-1')).toThrow(expect.objectContaining({ code: 'env_lost', retryable: true }));
  expect(() => find(idle.env_id, 't-1')).toThrow(/not used for 10 minutes: call prepare_environment again/);
  expect(find(used.env_id, 't-2').isAlive()).toBe(true);
  for (let minute = 0; minute < 20; minute += 5) {
    at += 5 * MINUTE;
    await find(used.env_id, 't-2').exclusive(new AbortController().signal, async () => {});
  }
  one.environments.sweep();
  expect(() => find(used.env_id, 't-2')).toThrow(/30 minutes, which is the limit/);
  await until(async () => JSON.stringify(holdings(await browserOf(stage()), stage())) === JSON.stringify(before));
  expect(await release(one, used.env_id, 't-2')).toMatchObject({ ok: true, released: true, state_saved: true });
});

test('an environment in which something still runs is not idle, however long that takes', async () => {
  let at = Date.now();
  const one = start({ now: () => at });
  const id = String((await prepare(one, 't-1')).env_id);
  let finish = () => {};
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const work = one.environments.find(id, { principal: 'local' }, 't-1').exclusive(new AbortController().signal, () => gate);
  at += 15 * MINUTE;
  one.environments.sweep();
  expect(one.environments.has(id)).toBe(true);
  finish();
  await work;
  at += 9 * MINUTE;
  one.environments.sweep();
  expect(one.environments.has(id)).toBe(true);
});

test('a clock that is set back an hour, or forward, ends no environment too late and breaks none', async () => {
  let at = Date.now();
  const one = start({ now: () => at, limits: { idleMinutes: 10, lifetimeMinutes: 30 } });
  const first = await prepare(one, 't-1');
  at -= 60 * MINUTE;
  one.environments.sweep();
  const second = await prepare(one, 't-2', { account: 'ann' });
  expect(second).toMatchObject({ ok: true });
  expect(one.environments.has(String(first.env_id))).toBe(true);
  expect(await release(one, second.env_id, 't-2')).toMatchObject({ state_saved: true });
  expect(await prepare(one, 't-3', { account: 'ann' })).toMatchObject({ ok: true, reused: true });
  at += 120 * MINUTE;
  one.environments.sweep();
  await until(async () => (await one.call('list_environments', {})).count === 0);
  // It is no longer listed, and gives its account back in its own time.
  let next: Envelope | undefined;
  await until(async () => {
    next = await prepare(one, 't-3', { account: 'ann' });
    return next.code !== 'env_busy';
  });
  expect(next).toMatchObject({ ok: true, reused: false });
});

test('what is parked for its time is closed, and not used again when its time has just passed', async () => {
  const before = holdings(await browserOf(stage()), stage());
  let at = Date.now();
  const one = start({ now: () => at });
  await release(one, (await prepare(one, 't-1')).env_id, 't-1');
  at += 10 * MINUTE;
  expect(await prepare(one, 't-2')).toMatchObject({ ok: true, reused: false });
  await release(one, (await prepare(one, 't-2')).env_id, 't-2');
  at += 10 * MINUTE;
  one.environments.sweep();
  await until(async () => JSON.stringify(holdings(await browserOf(stage()), stage())) === JSON.stringify(before));
  expect(await one.call('list_environments', {})).toMatchObject({ items: [] });
});

test('a release waits for what runs in the environment, and what waited behind it is told that it was released', async () => {
  const one = start();
  const { env_id } = await prepare(one, 't-1');
  const environment = one.environments.find(String(env_id), { principal: 'local' }, 't-1');
  const never = new AbortController().signal;
  const seen: string[] = [];
  let finish = () => {};
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const first = environment.exclusive(never, async () => {
    await gate;
    seen.push('work');
  });
  const released = one.environments.release(String(env_id), { principal: 'local', task: 't-1' }, true, never).then((result) => {
    seen.push('released');
    return result;
  });
  const late = environment.exclusive(never, async () => void seen.push('late'));
  finish();
  await expect(late).rejects.toMatchObject({ code: 'env_lost', retryable: true });
  await first;
  expect(await released).toEqual({ stateSaved: true });
  expect(seen).toEqual(['work', 'released']);
});

test('two environments of one task after an answer that was lost: the first is ended, its context used again', async () => {
  const one = start();
  const first = await prepare(one, 't-1', { account: 'ann' });
  const wish = { principal: 'local', task: 't-1', region: 'US-CA', purpose: 'default', account: 'ann', timeoutMs: 60_000 };
  // As when the kit's memory of the first call is gone.
  const run: Steps['run'] = async (_name, work) => work(new AbortController().signal);
  const again = await one.environments.prepare(wish, { run, effect: run });
  expect(again.reused).toBe(true);
  expect(one.environments.has(String(first.env_id))).toBe(false);
});

test('a browser that is killed takes its environments along, which is told at once; the next one is made in another browser', async () => {
  const one = start();
  const browser = await browserOf(stage());
  const live = await prepare(one, 't-1', { account: 'ann' });
  const parked = await prepare(one, 't-2', { account: 'bob' });
  await release(one, parked.env_id, 't-2');
  await killBrowser(browser);
  await until(() => one.lost.length > 0);
  expect(one.lost).toEqual([live.env_id]);
  const find = () => one.environments.find(String(live.env_id), { principal: 'local' }, 't-1');
  expect(find).toThrow(expect.objectContaining({ code: 'env_lost', retryable: true }));
  expect(find).toThrow(/lost its browser: call prepare_environment again/);
  await until(() => stage().leases.size === 0);
  expect(await one.call('list_environments', {})).toMatchObject({ items: [] });
  // By the same task, too: what it was told before does not count any longer. Nor is the account held.
  expect(await prepare(one, 't-1', { account: 'ann' })).toMatchObject({ ok: true, reused: false });
  expect(await prepare(one, 't-3', { account: 'bob' })).toMatchObject({ ok: true, reused: false });
  expect(await release(one, live.env_id, 't-1')).toMatchObject({ ok: true, released: true, state_saved: false });
});

test('30 rounds of prepare and release leave contexts, guards, listeners and leases as they were', async () => {
  const one = start();
  const browser = await browserOf(stage());
  const before = holdings(browser, stage());
  const kept = await prepare(one, 'kept');
  await release(one, kept.env_id, 'kept');
  const parked = holdings(browser, stage());
  // The counts mean something: the parked context has its guard and its listener.
  expect(parked).toEqual({
    contexts: before.contexts + 1,
    servers: before.servers + 1,
    listeners: before.listeners + 1,
    leases: before.leases + 1,
  });
  for (let round = 0; round < 30; round++) {
    const prepared = await prepare(one, `t-${round}`);
    expect(prepared).toMatchObject({ ok: true, reused: round % 3 !== 1 });
    await release(one, prepared.env_id, `t-${round}`, { keep_state: round % 3 !== 0 });
  }
  const context = browser.contexts().at(-1);
  expect(Number(context && Reflect.apply(Reflect.get(context, 'listenerCount'), context, ['page']))).toBeLessThanOrEqual(1);
  await one.close();
  expect(holdings(browser, stage())).toEqual(before);
});
