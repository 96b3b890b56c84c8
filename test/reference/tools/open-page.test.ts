import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Stage, setStage } from '../environments/stage.ts';
import { killRenderers } from '../pages/processes.ts';
import { type Browsing, browsing } from './browsing.ts';

let stage: Stage;
let site: string;
let shop: Browsing;
/** Pages of our own, by path. */
const routes: Record<string, RequestListener> = {};
let own: Server;
let ownOrigin: string;

beforeAll(async () => {
  stage = await setStage();
  site = stage.world.url;
  own = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    routes[request.url ?? '']?.(request, response);
  });
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(own.address() as AddressInfo).port}`;
  ownOrigin = `http://${host}`;
  shop = await browsing(stage, { privateHosts: [...stage.config.privateHosts, host] });
});
afterAll(async () => {
  await shop.close();
  await stage.close();
  own.closeAllConnections();
  own.close();
});
afterEach(async () => {
  await pages().closeAll();
});

const pages = () => shop.environments.find(shop.envId, { principal: 'local' }, shop.task).pages;
const open = (url: string, args: object = {}) => shop.call('open_page', { url, timeout: 20, ...args });
const serve = (path: string, html: string) => {
  routes[path] = (_, response) => response.end(html);
  return open(ownOrigin + path);
};

test('a page opens: where it ended, what it is called, and that it can be used', async () => {
  const envelope = await open(`${site}/`);
  expect(envelope).toMatchObject({
    ok: true,
    page_id: expect.stringMatching(/^p-\d+$/),
    url: `${site}/index.html`,
    http_status: 200,
    interactive: true,
    dialogs: 0,
    popups: [],
  });
  expect(envelope.title).toMatch(/\w/);
});

test('each call opens one more page', async () => {
  const [first, second] = [await open(`${site}/index.html`), await open(`${site}/orders.html`)];
  expect(first.page_id).not.toBe(second.page_id);
  expect(pages().all()).toHaveLength(2);
});

test('what the map waits for is there when the page is told to be usable', async () => {
  const { ok, page_id, interactive } = await open(`${site}/orders.html`);
  expect({ ok, interactive }).toEqual({ ok: true, interactive: true });
  expect(await pages().get(String(page_id)).page.locator('main table').isVisible()).toBe(true);
});

test('an alert is dismissed and counted', async () => {
  expect(await open(`${site}/alert.html`)).toMatchObject({ ok: true, dialogs: 1 });
});

test('a window that the page opens by itself is told by its id', async () => {
  routes['/opened'] = (_, response) => response.end('<title>Opened</title>');
  // It grows, so that it is waited for, until the other one is there.
  const grow = 'if (other.document.title !== "Opened") requestAnimationFrame(grow); document.body.append(document.createElement("p"))';
  const { popups, page_id } = await serve(
    '/opens',
    `<body><script>const other = open("/opened"); (function grow() { ${grow} })()</script>`,
  );
  expect(popups).toEqual([expect.stringMatching(/^p-\d+$/)]);
  expect(popups).not.toContain(page_id);
});

test('a title is cut, cleaned and free of credentials', async () => {
  const [secret] = Object.values(stage.config.credentials).map(({ value }) => value);
  const { title } = await serve('/title', `<title>Pay&#x200b; ${secret} now&#x202e; ${'x'.repeat(500)}</title>`);
  expect(title).toMatch(/^Pay \[shop-login\] now x+…$/);
  expect(title).toHaveLength(200);
});

test('a credential that is cut off in a title does not show its beginning', async () => {
  const [secret = ''] = Object.values(stage.config.credentials).map(({ value }) => value);
  const { title } = await serve('/long-title', `<title>${'x'.repeat(195)}${secret}</title>`);
  expect(title).toBe(`${'x'.repeat(195)}[sho…`);
});

describe('what cannot be opened is told by its code, and leaves no page', () => {
  test.each<[string, () => string, string, boolean]>([
    ['a private host', () => stage.world.private.url, 'url_blocked', false],
    ['a redirect to a private host', () => `${site}/redirect/private`, 'url_blocked', false],
    ['a file', () => 'file:///', 'url_blocked', false],
    ['a page of the browser', () => 'chrome://version', 'url_blocked', false],
    ['a source view', () => `view-source:${site}/index.html`, 'url_blocked', false],
    ['a redirect to a file', () => `${site}/redirect/file`, 'url_blocked', false],
    ['a certificate signed by itself', () => stage.world.tls, 'tls_failed', false],
    ['a redirect to that', () => `${site}/redirect/tls`, 'tls_failed', false],
    ['a circle of redirects', () => `${site}/redirect/loop`, 'redirect_loop', false],
    ['a download', () => `${site}/download`, 'download_blocked', false],
    ['a page that wants a human', () => `${site}/challenge.html`, 'human_verification_required', false],
  ])('%s', async (_, url, code, retryable) => {
    expect(await open(url())).toMatchObject({ ok: false, code, retryable });
    expect(pages().all()).toEqual([]);
  });

  test('a page that never answers', async () => {
    expect(await open(`${site}/hang`, { timeout: 5 })).toMatchObject({ code: 'timeout', retryable: true });
    expect(pages().all()).toEqual([]);
  });

  test('nothing of these reached the private host', () => {
    expect(stage.world.private.hits()).toBe(0);
  });
});

describe('an error page of the site stays open to be read', () => {
  test.each([
    [404, false],
    [429, true],
    [503, true],
  ])('HTTP %i', async (status, retryable) => {
    const envelope = await open(`${site}/status?code=${status}`);
    expect(envelope).toMatchObject({ ok: false, code: 'http_error', retryable, http_status: status });
    expect(
      pages()
        .all()
        .map(({ id }) => id),
    ).toEqual([envelope.page_id]);
  });
});

test('no message holds words of the driver', async () => {
  for (const path of ['/redirect/loop', '/download', '/redirect/file', '/status?code=500']) {
    const { message } = await open(site + path);
    expect(message).toMatch(/\w/);
    expect(message).not.toMatch(/net::|goto|Call log|Protocol|Error:|\u001b/);
  }
});

test('a page whose renderer dies while it loads is opened once more', async () => {
  let asked = 0;
  routes['/dies'] = (_, response) => {
    if (++asked === 1) setTimeout(killRenderers, 200);
    else response.end('<title>Second try</title>');
  };
  expect(await open(`${ownOrigin}/dies`)).toMatchObject({ ok: true, title: 'Second try' });
  expect(pages().all()).toHaveLength(1);
});

test('and only once', async () => {
  let asked = 0;
  routes['/dies-again'] = () => {
    asked++;
    setTimeout(killRenderers, 200);
  };
  expect(await open(`${ownOrigin}/dies-again`)).toMatchObject({ code: 'page_crashed', retryable: true });
  expect(asked).toBe(2);
  expect(pages().all()).toEqual([]);
});

test('a page whose script never pauses is told as not interactive', async () => {
  const spin = '<title>Busy</title><script>addEventListener("DOMContentLoaded", () => setTimeout(() => { for (;;); }))</script>';
  const envelope = await serve('/busy', spin);
  expect(envelope).toMatchObject({ ok: true, interactive: false });
});

test('a page of 50 MB ends well or by its time, and the next one opens', async () => {
  const envelope = await open(`${site}/big`, { timeout: 15 });
  expect(['ok', 'timeout']).toContain(envelope.code);
  expect(await open(`${site}/index.html`)).toMatchObject({ ok: true });
});

test('a page without end is left when the time is up', async () => {
  routes['/endless'] = (_, response) => {
    const timer = setInterval(() => response.write('<p>more</p>'.repeat(1_000)), 10);
    response.on('close', () => clearInterval(timer));
  };
  expect(await open(`${ownOrigin}/endless`, { timeout: 5 })).toMatchObject({ code: 'timeout', retryable: true });
  expect(await open(`${site}/index.html`)).toMatchObject({ ok: true });
});

test('a client that cancels does not leave its page, and the environment is free at once', async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error('no longer wanted')), 500);
  const cancelled = await shop.call('open_page', { url: `${site}/hang`, timeout: 60 }, { signal: stop.signal });
  expect(cancelled.ok).toBe(false);
  expect(await open(`${site}/index.html`)).toMatchObject({ ok: true });
  expect(pages().all()).toHaveLength(1);
});

test('the environment of another task is not used', async () => {
  expect(await open(`${site}/index.html`, { task_id: 'another' })).toMatchObject({ code: 'env_forbidden', retryable: false });
});

test('an environment whose browser is gone is lost', async () => {
  const doomed = await browsing(stage);
  await doomed.environments.find(doomed.envId, { principal: 'local' }, doomed.task).context.close();
  expect(await doomed.call('open_page', { url: `${site}/index.html` })).toMatchObject({ code: 'env_lost', retryable: true });
  await doomed.close();
});
