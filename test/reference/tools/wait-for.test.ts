import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Stage, setStage } from '../environments/stage.ts';
import { type Browsing, browsing } from './browsing.ts';

let stage: Stage;
let site: string;
let shop: Browsing;

beforeAll(async () => {
  stage = await setStage();
  site = stage.world.url;
  shop = await browsing(stage);
});
afterAll(async () => {
  await shop.close();
  await stage.close();
});
afterEach(() => pages().closeAll());

const pages = () => shop.environments.find(shop.envId, { principal: 'local' }, shop.task).pages;
const open = async (path: string) => (await shop.call('open_page', { url: site + path })).page_id;
const wait = (target: string, args: object = {}) => shop.call('wait_for', { target, timeout: 10, ...args });

test('a target that comes after a while is waited for', async () => {
  await open('/ready.html');
  expect(await wait('stock panel')).toMatchObject({ ok: true, reached: true, waited_ms: expect.any(Number) });
});

test('a target that is there is reached at once, on the page that was named', async () => {
  const page_id = await open('/orders.html');
  await open('/form.html');
  expect(await wait('order table', { page_id })).toMatchObject({ ok: true, reached: true });
});

test('a target that goes away is waited for', async () => {
  const page_id = await open('/orders.html');
  const { page } = pages().get(String(page_id));
  await page.evaluate("void setTimeout(() => document.querySelector('main').remove(), 500)");
  expect(await wait('order table', { state: 'hidden' })).toMatchObject({ ok: true, reached: true });
});

test.each([
  ['a target that does not go away', '/orders.html', 'order table', 'hidden'],
  ['a target that does not come', '/orders.html?page=3', 'next page link', 'visible'],
])('%s is a fact, not a failure', async (_, path, target, state) => {
  await open(path);
  expect(await wait(target, { state, timeout: 1 })).toMatchObject({ ok: true, reached: false });
});

test('a page that answers nothing is a target not reached', async () => {
  const page_id = await open('/orders.html');
  pages()
    .get(String(page_id))
    .page.evaluate('for (;;);')
    .catch(() => {});
  expect(await wait('order table', { timeout: 1 })).toMatchObject({ ok: true, reached: false });
});

test('a name that the map does not know is refused, with those that it knows', async () => {
  await open('/orders.html');
  const envelope = await wait('order tabel');
  expect(envelope).toMatchObject({ ok: false, code: 'unknown_target', retryable: false });
  expect(envelope.message).toContain('order table');
});

test('a page without a map is refused', async () => {
  await open('/slow?ms=0');
  expect(await wait('order table')).toMatchObject({ ok: false, code: 'map_missing', retryable: false });
});

test.each([
  ['a state that is none', { state: 'gone' }],
  ['more time than allowed', { timeout: 31 }],
  ['a selector', { target: '#orders > tr' }],
])('%s is refused', async (_, args) => {
  expect(await wait('order table', args)).toMatchObject({ ok: false, code: 'invalid_arguments' });
});
