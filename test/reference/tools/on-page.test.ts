import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { withContent } from '../../../src/kit/result.ts';
import { ToolError } from '../../../src/kit/tool-error.ts';
import { type OnPage, onPage } from '../../../src/reference/tools/on-page.ts';
import { type Stage, setStage } from '../environments/stage.ts';
import { killRenderers } from '../pages/processes.ts';
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

const environment = () => shop.environments.find(shop.envId, { principal: 'local' }, shop.task);
const pages = () => environment().pages;
const open = async (path: string) => String((await shop.call('open_page', { url: site + path })).page_id);
const secret = () => Object.values(stage.config.credentials)[0]?.value ?? '';
const person = { principal: 'local', agent: null, scopes: null };

/** Does work on the page that was opened last, as a tool does. */
function on<T extends object>(work: (on: OnPage) => Promise<T>, during: 'read' | 'write' = 'read', signal = new AbortController().signal) {
  return onPage(shop.services, { env_id: shop.envId, task_id: shop.task }, { caller: person, signal }, during, work);
}

test('the work is given the page, the map that knows it and the environment', async () => {
  const id = await open('/orders.html');
  const seen = await on(async ({ open, map, environment }) => ({ id: open.id, lists: Object.keys(map?.lists ?? {}), env: environment.id }));
  expect(seen).toEqual({ id, lists: ['orders'], env: shop.envId });
});

test('no value of a credential gets out, wherever in a result it stands', async () => {
  await open('/index.html');
  const link = { type: 'resource_link', uri: 'adapter-files://t/x', name: 'x' } as const;
  const returned = await on(async () =>
    withContent({ text: `it is ${secret()}`, items: [{ url: `?p=${encodeURIComponent(secret())}`, n: 1 }] }, link),
  );
  expect(returned).toEqual(withContent({ text: 'it is [shop-login]', items: [{ url: '?p=[shop-login]', n: 1 }] }, link));
});

test('nor by a failure', async () => {
  await open('/index.html');
  const failing = on(() => Promise.reject(new ToolError('odd', { message: `saw ${secret()}`, data: { seen: secret() } })));
  await expect(failing).rejects.toMatchObject({ code: 'odd', message: 'saw [shop-login]', data: { seen: '[shop-login]' } });
});

describe('no work is done', () => {
  const refused = (code: string) => expect(on(() => Promise.reject(new Error('it was')))).rejects.toMatchObject({ code, retryable: false });

  test('where no page is open', () => refused('page_not_found'));

  test('on an empty page', async () => {
    await pages().open();
    await refused('page_not_found');
  });

  test('on a page that could not go where it went', async () => {
    const { page } = pages().get(await open('/index.html'));
    await page.evaluate(`location.href = '${stage.world.tls}'`);
    await vi.waitFor(() => expect(page.url()).toMatch(/^chrome-error:/), { timeout: 10_000 });
    await refused('page_not_found');
  });

  test('on a page that went by itself where it may not be', async () => {
    const { page } = pages().get(await open('/index.html'));
    // As the guard answers it: what is shown is its refusal, at the address that was refused.
    await page.goto(stage.world.private.url);
    await refused('url_blocked');
    expect(stage.world.private.hits()).toBe(0);
  });

  test('on a page that has become one for humans', async () => {
    const { page } = pages().get(await open('/index.html'));
    await page.goto(`${site}/challenge.html`);
    await refused('human_verification_required');
  });
});

describe('a failure of the driver has a code', () => {
  const forever = ({ open: { page } }: OnPage) => page.evaluate<object>('new Promise(() => {})');

  test.each([
    ['a renderer that dies', () => killRenderers(), 'page_crashed'],
    ['a page that closes', () => pages().all()[0]?.page.close(), 'page_closed'],
  ])('%s', async (_, happen, code) => {
    await open('/index.html');
    setTimeout(happen, 200);
    await expect(on(forever)).rejects.toMatchObject({ code, retryable: true });
  });

  test('and nobody knows what it did once it was sent', async () => {
    await open('/index.html');
    setTimeout(killRenderers, 200);
    const sending = on((at) => {
      at.sent();
      return forever(at);
    }, 'write');
    await expect(sending).rejects.toMatchObject({ code: 'outcome_unknown', retryable: false });
  });

  test('a write that was not sent is only a page that crashed', async () => {
    await open('/index.html');
    setTimeout(killRenderers, 200);
    await expect(on(forever, 'write')).rejects.toMatchObject({ code: 'page_crashed', retryable: true });
  });

  test('an environment whose context ends is lost', async () => {
    const doomed = await browsing(stage);
    await doomed.call('open_page', { url: `${site}/index.html` });
    const { context } = doomed.environments.find(doomed.envId, { principal: 'local' }, doomed.task);
    setTimeout(() => void context.close(), 200);
    const ids = { env_id: doomed.envId, task_id: doomed.task };
    const reading = onPage(doomed.services, ids, { caller: person, signal: new AbortController().signal }, 'read', forever);
    await expect(reading).rejects.toMatchObject({ code: 'env_lost', retryable: true });
    await doomed.close();
  });
});

describe('a client that cancels', () => {
  test('ends a read, and the environment is free although the page does not answer', async () => {
    await open('/index.html');
    const stop = new AbortController();
    const reason = new Error('no longer wanted');
    setTimeout(() => stop.abort(reason), 200);
    await expect(on(({ open: { page } }) => page.evaluate<object>('new Promise(() => {})'), 'read', stop.signal)).rejects.toBe(reason);
    expect(await on(async () => ({ free: true }))).toEqual({ free: true });
  });

  test('does not end a write that has begun', async () => {
    await open('/index.html');
    const stop = new AbortController();
    const writing = on(
      async ({ open: { page } }) => {
        stop.abort(new Error('no longer wanted'));
        return { answer: await page.evaluate<number>('new Promise((done) => setTimeout(done, 200, 7))') };
      },
      'write',
      stop.signal,
    );
    expect(await writing).toEqual({ answer: 7 });
  });
});

test('calls on one environment take turns', async () => {
  await open('/index.html');
  const order: string[] = [];
  const slow = on(async ({ open: { page } }) => {
    order.push('first begins');
    await page.waitForTimeout(200);
    order.push('first ends');
    return {};
  });
  await Promise.all([slow, on(async () => ({ at: order.push('second') }))]);
  expect(order).toEqual(['first begins', 'first ends', 'second']);
});
