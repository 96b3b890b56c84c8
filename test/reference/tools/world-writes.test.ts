import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../../fixtures/site/start.mjs';
import { callTool } from '../../../src/kit/call-tool.ts';
import { addGrant } from '../../../src/kit/grants.ts';
import { createReference, type Reference } from '../../../src/reference/adapter.ts';
import { loadReference } from '../../../src/reference/config/load-reference.ts';

const task_id = 'clerk';
const state = mkdtempSync(join(tmpdir(), 'mcp-adapter-w-'));
let world: World;
let reference: Reference;
let env_id = '';
let steps = 0;

const call = (tool: string, args: object) => callTool(reference.adapter, tool, { env_id, task_id, ...args });
const write = (tool: string, args: object) => call(tool, { step_id: `s-${++steps}`, ...args });

beforeAll(async () => {
  world = await startWorld();
  const config = await loadReference({ ...world.config, provider: { kind: 'local', browser: 'embedded' } }, { folder: state, env: {} });
  reference = await createReference({ config, state, env: process.env, version: '1.0.0', log: () => {} });
  const prepared = await callTool(reference.adapter, 'prepare_environment', { region: 'US-CA', task_id });
  env_id = String(prepared.env_id);
  await addGrant(state, {
    task: task_id,
    tools: ['fill', 'click', 'submit', 'delete_item'],
    origins: [world.url],
    by: 'a person',
    maxCalls: 50,
  });
});

afterAll(async () => {
  await reference?.close();
  await reference?.adapter.stop(0);
  await world?.close();
  rmSync(state, { recursive: true, force: true });
});

test('signing in with a credential that only the operator knows', async () => {
  await call('open_page', { url: `${world.url}/sign-in.html` });
  expect(await write('fill', { target: 'user name', value: world.login.user })).toMatchObject({ ok: true });
  expect(await write('fill', { target: 'password', credential_name: 'shop-login' })).toMatchObject({ ok: true, value_masked: '•••' });
  expect(await write('submit', { target: 'sign in form', expect: 'signed in user' })).toMatchObject({
    submitted: true,
    url: `${world.url}/account.html`,
    expectation_met: true,
  });
  expect(world.seen().signIns).toEqual([{ user: world.login.user, ok: true }]);
});

test('a form is sent once, however often the step is repeated', async () => {
  await call('open_page', { url: `${world.url}/form.html` });
  for (const [target, value] of Object.entries({ name: 'Ada', email: 'ada@shop.example', message: 'Two boxes, please.' }))
    expect(await write('fill', { target, value })).toMatchObject({ ok: true });
  for (const replayed of [undefined, true]) {
    const sent = await write('submit', { target: 'contact form', expect: 'confirmation', step_id: 'send' });
    expect(sent).toMatchObject({ submitted: true, expectation_met: true, url: `${world.url}/thanks.html` });
    expect(sent.replayed).toBe(replayed);
  }
  expect(world.seen().submissions).toEqual([{ name: 'Ada', email: 'ada@shop.example', message: 'Two boxes, please.' }]);
});

test('an order is deleted and gone, the others are left', async () => {
  await call('open_page', { url: `${world.url}/orders.html` });
  expect(await write('delete_item', { list: 'orders', key: 'A-1003', expect_text: 'Bakery' })).toMatchObject({
    code: 'confirmation_mismatch',
  });
  expect(await write('delete_item', { list: 'orders', key: 'A-1003', expect_text: 'Florist North' })).toMatchObject({
    deleted: true,
    key: 'A-1003',
  });
  expect(world.seen().deletions).toEqual(['A-1003']);
  expect(world.seen().orders).toHaveLength(29);
});

test('a button that the page enables late is clicked; a link opens a window', async () => {
  await call('open_page', { url: `${world.url}/ready.html` });
  expect(await write('click', { target: 'check button' })).toMatchObject({ clicked: true, navigated: false });
  await call('open_page', { url: `${world.url}/popup.html` });
  const opened = await write('click', { target: 'open orders link' });
  expect(await call('describe_page', { page_id: opened.popup })).toMatchObject({ ok: true, url: `${world.url}/orders.html` });
});
