import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { expect, test } from 'vitest';
import { SavedStates, stateKey } from '../../../src/reference/environments/saved-states.ts';
import { ALICE, browserOf, type Played, useStage } from './stage.ts';

const { stage, start } = useStage();

async function prepare({ call, environments }: Played, task: string, over: object = {}, options: typeof ALICE | undefined = undefined) {
  const prepared = await call('prepare_environment', { region: 'US-CA', task_id: task, ...over }, options);
  if (!prepared.ok) throw new Error(`${prepared.code}: ${prepared.message}`);
  const environment = environments.find(String(prepared.env_id), options?.caller ?? { principal: 'local' }, task);
  return { prepared, environment };
}

/** Writes a cookie and a value of local storage, as a site does that somebody signs in at. */
async function signIn(context: BrowserContext, name: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${stage().world.url}/index.html`);
  await page.evaluate(`document.cookie = 'user=${name}; max-age=3600'; localStorage.setItem('user', '${name}')`);
  await page.close();
}

async function signedIn(context: BrowserContext): Promise<unknown> {
  const page = await context.newPage();
  await page.goto(`${stage().world.url}/index.html`);
  const seen = await page.evaluate(`[document.cookie.match(/user=(\\w+)/)?.[1] ?? null, localStorage.getItem('user')]`);
  await page.close();
  return seen;
}

const release = ({ call }: Played, env_id: unknown, task_id: string, over: object = {}) =>
  call('release_environment', { env_id, task_id, ...over });

test('a second environment of the same region, purpose and account is the context of the first, seen from its region anew', async () => {
  const one = start();
  const first = await prepare(one, 't-1', { account: 'ann' });
  await signIn(first.environment.context, 'ann');
  const released = await release(one, first.prepared.env_id, 't-1');
  expect(released).toMatchObject({ ok: true, released: true, state_saved: true });
  const second = await prepare(one, 't-2', { account: 'ann' });
  expect(second.prepared).toMatchObject({ reused: true, account: 'ann', egress: { ip: '127.0.0.2' } });
  expect((second.prepared.steps as { name: string }[]).map(({ name }) => name)).toEqual([
    ...['choose_region', 'acquire', 'confirm_outbound', 'ready'],
  ]);
  expect(second.environment.context).toBe(first.environment.context);
  expect(await signedIn(second.environment.context)).toEqual(['ann', 'ann']);
});

test('cookies and local storage outlive the adapter, in a file that nobody else reads', async () => {
  const one = start();
  const first = await prepare(one, 't-1', { account: 'ann' });
  await signIn(first.environment.context, 'ann');
  await release(one, first.prepared.env_id, 't-1');
  const folder = join(one.state, 'browser-state');
  const files = readdirSync(folder);
  expect(files).toEqual([`${stateKey(first.environment)}.json`]);
  expect(files.map((file) => statSync(join(folder, file)).mode & 0o777)).toEqual([0o600]);
  await one.close();
  const later = await prepare(start({ state: one.state }), 't-2', { account: 'ann' });
  expect(later.prepared.reused).toBe(false);
  expect(await signedIn(later.environment.context)).toEqual(['ann', 'ann']);
});

test('an adapter that ends saves what its tasks had', async () => {
  const one = start();
  const first = await prepare(one, 't-1', { account: 'ann' });
  await signIn(first.environment.context, 'ann');
  await one.close();
  expect(await signedIn((await prepare(start({ state: one.state }), 't-2', { account: 'ann' })).environment.context)).toEqual([
    'ann',
    'ann',
  ]);
});

test('no other purpose, account, region or principal sees any of it', async () => {
  const one = start();
  const first = await prepare(one, 't-1', { account: 'ann' });
  await signIn(first.environment.context, 'ann');
  await release(one, first.prepared.env_id, 't-1');
  const others = [
    await prepare(one, 't-2', { account: 'ann', purpose: 'other' }),
    await prepare(one, 't-3', { account: 'bob' }),
    await prepare(one, 't-4'),
    await prepare(one, 't-5', { account: 'ann', region: 'DE-BE' }),
    await prepare(one, 't-6', { account: 'ann' }, ALICE),
  ];
  for (const { prepared, environment } of others) {
    expect(prepared.reused).toBe(false);
    expect(await signedIn(environment.context)).toEqual([null, null]);
  }
});

test('keep_state false throws the state away, also when the environment was released before', async () => {
  const one = start();
  const first = await prepare(one, 't-1', { account: 'ann' });
  await signIn(first.environment.context, 'ann');
  expect(await release(one, first.prepared.env_id, 't-1', { keep_state: false })).toMatchObject({ released: true, state_saved: false });
  const second = await prepare(one, 't-2', { account: 'ann' });
  expect(second.prepared.reused).toBe(false);
  expect(await signedIn(second.environment.context)).toEqual([null, null]);
  await signIn(second.environment.context, 'ann');
  expect(await release(one, second.prepared.env_id, 't-2')).toMatchObject({ state_saved: true });
  expect(await release(one, second.prepared.env_id, 't-2')).toMatchObject({ ok: true, released: true, state_saved: true });
  expect(await release(one, second.prepared.env_id, 't-2', { keep_state: false })).toMatchObject({ ok: true, state_saved: false });
  expect(readdirSync(join(one.state, 'browser-state'))).toEqual([]);
  const third = await prepare(one, 't-3', { account: 'ann' });
  expect(third.prepared.reused).toBe(false);
  expect(await signedIn(third.environment.context)).toEqual([null, null]);
});

test('a late keep_state false leaves alone what another task has saved since', async () => {
  const one = start();
  const first = await prepare(one, 't-1', { account: 'ann' });
  await release(one, first.prepared.env_id, 't-1');
  const second = await prepare(one, 't-2', { account: 'ann' });
  await signIn(second.environment.context, 'ann');
  await release(one, second.prepared.env_id, 't-2');
  await release(one, first.prepared.env_id, 't-1', { keep_state: false });
  const third = await prepare(one, 't-3', { account: 'ann' });
  expect(third.prepared.reused).toBe(true);
  expect(await signedIn(third.environment.context)).toEqual(['ann', 'ann']);
});

test("an account is one task's at a time; without one, a second task has a clean environment that saves nothing", async () => {
  const one = start();
  const ann = await prepare(one, 't-1', { account: 'ann' });
  expect(await one.call('prepare_environment', { region: 'US-CA', task_id: 't-2', account: 'ann' })).toMatchObject({
    ...{ ok: false, code: 'env_busy', retryable: true },
  });
  // It may well ask again and again: that uses up nothing of the hour's quota.
  expect(JSON.parse(readFileSync(join(one.state, 'prepares.json'), 'utf8')).purposes.default).toHaveLength(1);
  await release(one, ann.prepared.env_id, 't-1');
  await prepare(one, 't-2', { account: 'ann' });

  const first = await prepare(one, 't-3');
  await signIn(first.environment.context, 'first');
  await release(one, first.prepared.env_id, 't-3');
  const holder = await prepare(one, 't-4');
  const clean = await prepare(one, 't-5');
  expect(clean.prepared.reused).toBe(false);
  expect(await signedIn(holder.environment.context)).toEqual(['first', 'first']);
  expect(await signedIn(clean.environment.context)).toEqual([null, null]);
  await signIn(clean.environment.context, 'clean');
  expect(await release(one, clean.prepared.env_id, 't-5')).toMatchObject({ released: true, state_saved: false });
  await release(one, holder.prepared.env_id, 't-4');
  expect(await signedIn((await prepare(one, 't-6')).environment.context)).toEqual(['first', 'first']);
});

test('of many tasks that want one account at once, one gets it', async () => {
  const one = start();
  const asked = Array.from({ length: 5 }, (_, index) =>
    one.call('prepare_environment', { region: 'US-CA', task_id: `t-${index}`, account: 'ann' }),
  );
  const codes = (await Promise.all(asked)).map(({ code }) => code);
  expect(codes.sort()).toEqual(['env_busy', 'env_busy', 'env_busy', 'env_busy', 'ok']);
});

test('what another adapter on the same state folder has saved meanwhile goes before the context that was parked here', async () => {
  const one = start();
  const other = start({ state: one.state });
  const first = await prepare(one, 't-1', { account: 'ann' });
  await signIn(first.environment.context, 'ann');
  // Held by a task of the other adapter.
  expect(await other.call('prepare_environment', { region: 'US-CA', task_id: 't-2', account: 'ann' })).toMatchObject({ code: 'env_busy' });
  await release(one, first.prepared.env_id, 't-1');
  const second = await prepare(other, 't-2', { account: 'ann' });
  expect(await signedIn(second.environment.context)).toEqual(['ann', 'ann']);
  await signIn(second.environment.context, 'anna');
  await release(other, second.prepared.env_id, 't-2');
  const third = await prepare(one, 't-3', { account: 'ann' });
  expect(third.prepared.reused).toBe(false);
  expect(await signedIn(third.environment.context)).toEqual(['anna', 'anna']);
});

test.each([
  ['is no JSON', '{"cookies":'],
  ['is something else', '{"cookies":{}}'],
  ['has cookies that no browser takes', '{"cookies":[{"name":"user"}],"origins":[]}'],
])('a saved state that %s is told of, and the environment begins without', async (_, text) => {
  const one = start();
  const first = await prepare(one, 't-1', { account: 'ann' });
  await release(one, first.prepared.env_id, 't-1');
  await one.close();
  writeFileSync(join(one.state, 'browser-state', `${stateKey(first.environment)}.json`), text);
  const later = start({ state: one.state });
  const second = await prepare(later, 't-2', { account: 'ann' });
  expect(await signedIn(second.environment.context)).toEqual([null, null]);
  expect(later.logged.join()).toMatch(/damaged|without cookies/);
});

test('of 200 states the one that was not saved for longest makes room for the next', async () => {
  const one = start();
  const states = new SavedStates(one.state, () => {});
  const context = await (await browserOf(stage())).newContext();
  await states.save('0-oldest', context);
  for (let index = 1; index < 200; index++) writeFileSync(join(one.state, 'browser-state', `${index}.json`), '{}');
  await states.save('new', context);
  await context.close();
  const files = readdirSync(join(one.state, 'browser-state'));
  expect(files).toHaveLength(200);
  expect(files).toContain('new.json');
  expect(files).not.toContain('0-oldest.json');
});
