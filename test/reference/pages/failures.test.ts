import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ToolError } from '../../../src/kit/tool-error.ts';
import type { Guard } from '../../../src/reference/guard/guard.ts';
import { startGuard } from '../../../src/reference/guard/start-guard.ts';
import { classify } from '../../../src/reference/pages/classify.ts';
import { createPageBook } from '../../../src/reference/pages/create-page-book.ts';
import { failureOf } from '../../../src/reference/pages/failure-of.ts';
import { navigate } from '../../../src/reference/pages/navigate.ts';
import type { OpenPage } from '../../../src/reference/pages/page-book.ts';
import { type FailingSite, startFailingSite } from './failing-site.ts';
import { browserProcesses, killRenderers } from './processes.ts';
import { launchWithoutNames } from './real-browser.ts';

// What each failure looks like in the Chromium and Playwright that are installed: that these are the texts which the table holds.

let browser: Browser;
let site: FailingSite;

beforeAll(async () => {
  [browser, site] = await Promise.all([launchWithoutNames(), startFailingSite()]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

interface Stage {
  context: BrowserContext;
  environment: { isAlive(): boolean; guard: Guard | null };
  open: OpenPage;
}

/** Does something with an empty page of a new context; what it failed with, as the tools tell it. */
async function failureIn(work: (stage: Stage) => Promise<unknown>, options: BrowserContextOptions = {}, guard: Guard | null = null) {
  const context = await browser.newContext({ acceptDownloads: false, serviceWorkers: 'block', ...options });
  const environment = { isAlive: () => browser.isConnected(), guard };
  const open = await createPageBook(context, { maxPages: 5, foreign: null }).open();
  const since = performance.now();
  try {
    return await work({ context, environment, open }).then(
      () => null,
      (error: unknown) => failureOf(error, { environment, open, url: null, since, during: 'read', sent: false }),
    );
  } finally {
    await context.close();
  }
}

const goto = (url: string, options?: BrowserContextOptions, timeoutMs = 5_000) =>
  failureIn(({ environment, open }) => navigate(environment, open, { url, timeoutMs }), options);

const seen = (failure: ToolError | null) => failure && [failure.code, failure.retryable];

describe('a page that cannot be opened', () => {
  test.each<[string, () => string, string, boolean]>([
    ['a name that there is not', () => 'http://nowhere.test/', 'dns_failed', false],
    ['nobody listens', () => site.closed, 'target_unreachable', true],
    ['the connection ends without an answer', () => `${site.origin}/empty`, 'target_unreachable', true],
    ['the connection is reset', () => `${site.origin}/reset`, 'target_unreachable', true],
    ['an answer that is no HTTP', () => site.nonsense, 'target_unreachable', true],
    ['a certificate signed by itself', () => site.tls, 'tls_failed', false],
    ['TLS where there is none', () => site.origin.replace('http:', 'https:'), 'tls_failed', false],
    ['a circle of redirects', () => `${site.origin}/loop`, 'redirect_loop', false],
    ['a port that Chromium opens nothing at', () => 'http://127.0.0.1:1/', 'url_blocked', false],
    ['a redirect to such a port', () => `${site.origin}/to-unsafe-port`, 'url_blocked', false],
    ['a redirect to a file', () => `${site.origin}/to-file`, 'url_blocked', false],
    ['no address at all', () => 'http://[bad', 'url_blocked', false],
    ['a download', () => `${site.origin}/download`, 'download_blocked', false],
    ['an answer without a page', () => `${site.origin}/nothing`, 'page_failed', true],
  ])('%s', async (_, url, code, retryable) => {
    expect(seen(await goto(url()))).toEqual([code, retryable]);
  });

  test('it never answers', async () => {
    expect(seen(await goto(`${site.origin}/hang`, {}, 500))).toEqual(['timeout', true]);
  });
});

describe('a proxy that the browser was given fails', () => {
  test.each<[string, () => string]>([
    ['by HTTP', () => site.closed],
    ['by SOCKS', () => site.closed.replace('http:', 'socks5:')],
    ['by speaking no SOCKS', () => site.nonsense.replace('http:', 'socks5:')],
  ])('%s: nobody listens', async (_, server) => {
    expect(seen(await goto(site.origin, { proxy: { server: server() } }))).toEqual(['egress_unavailable', true]);
  });

  test.each([undefined, 'wrong'])('it wants another login than %s', async (password) => {
    const proxy = createServer((_, response) => response.writeHead(407, { 'proxy-authenticate': 'Basic realm="x"' }).end());
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const server = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const login = password === undefined ? {} : { username: 'us', password };
    expect(seen(await goto(site.origin, { proxy: { server, ...login } }))).toEqual(['egress_auth_failed', false]);
    proxy.closeAllConnections();
    proxy.close();
  });
});

describe('through the guard the reason is known', () => {
  const unresolved: Record<string, Error> = {
    'absent.test': Object.assign(new Error('not there'), { code: 'ENOTFOUND' }),
    'later.test': Object.assign(new Error('not now'), { code: 'EAI_AGAIN' }),
  };
  let guard: Guard;

  beforeAll(async () => {
    const privateHosts = [site.origin, site.closed, site.tls].map((origin) => new URL(origin).host);
    const resolve = async (name: string) => {
      const error = unresolved[name];
      if (error) throw error;
      return ['127.0.0.9'];
    };
    guard = await startGuard({ policy: { allowHosts: null, denyHosts: [], privateHosts }, upstream: null, resolve });
  });
  afterAll(() => guard.close());

  const guarded = (url: string) =>
    failureIn(({ environment, open }) => navigate(environment, open, { url, timeoutMs: 5_000 }), { proxy: { server: guard.url } }, guard);

  test.each<[string, () => string, string, boolean]>([
    ['a name that there is not', () => 'http://absent.test/', 'dns_failed', false],
    ['the same by TLS', () => 'https://absent.test/', 'dns_failed', false],
    ['a name that may be found later', () => 'https://later.test/', 'dns_failed', true],
    ['a private address', () => 'http://127.0.0.9:8080/', 'url_blocked', false],
    ['a private address by TLS', () => 'https://127.0.0.9:8443/', 'url_blocked', false],
    ['a redirect to one by TLS', () => `${site.origin}/to-private`, 'url_blocked', false],
    ['a name that leads to one', () => 'https://inner.test/', 'url_blocked', false],
    ['nobody listens', () => `${site.closed}/`, 'target_unreachable', true],
    ['a certificate signed by itself', () => site.tls, 'tls_failed', false],
  ])('%s', async (_, url, code, retryable) => {
    expect(seen(await guarded(url()))).toEqual([code, retryable]);
  });
});

describe('a page that is open', () => {
  const at = (work: (stage: Stage) => Promise<unknown>) =>
    failureIn(async (stage) => {
      await stage.open.page.goto(site.origin);
      await work(stage);
    });
  const click = (css: string) => at(({ open: { page } }) => page.locator(css).click({ timeout: 400 }));
  const forever = 'new Promise(() => {})';

  test.each([
    ['several elements', 'li', 'target_ambiguous', false],
    ['no element', '#none', 'target_not_found', false],
    ['a disabled element', '#off', 'target_not_actionable', true],
    ['a hidden element', '#hidden', 'target_not_actionable', true],
    ['an element beneath another', '#under', 'target_not_actionable', true],
  ])('a click on %s', async (_, css, code, retryable) => {
    expect(seen(await click(css))).toEqual([code, retryable]);
  });

  test.each<[string, (stage: Stage) => Promise<unknown>]>([
    ['while something is read', ({ open: { page } }) => page.evaluate(forever)],
    ['while a click waits', ({ open: { page } }) => page.locator('#none').click()],
    [
      'while it is on its way to another page',
      ({ environment, open }) => navigate(environment, open, { url: `${site.origin}/hang`, timeoutMs: 10_000 }),
    ],
  ])('is closed %s', async (_, work) => {
    const failure = await at(async (stage) => {
      setTimeout(() => void stage.open.page.close(), 200);
      await work(stage);
    });
    expect(seen(failure)).toEqual(['page_closed', true]);
  });

  test.each<[string, (stage: Stage) => Promise<unknown>]>([
    ['while something is read', ({ open: { page } }) => page.evaluate(forever)],
    ['while a click waits', ({ open: { page } }) => page.locator('#none').click()],
    [
      'while it is on its way to another page',
      ({ environment, open }) => navigate(environment, open, { url: `${site.origin}/hang`, timeoutMs: 10_000 }),
    ],
  ])('loses its renderer %s', async (_, work) => {
    const failure = await at(async (stage) => {
      setTimeout(() => killRenderers(), 200);
      await work(stage);
    });
    expect(seen(failure)).toEqual(['page_crashed', true]);
  });
});

test('a browser that is killed in the middle of a call is a lost environment', async () => {
  const others = new Set(browserProcesses());
  const doomed = await launchWithoutNames();
  const page = await doomed.newPage();
  const killed = browserProcesses().filter((pid) => !others.has(pid));
  expect(killed).toHaveLength(1);
  setTimeout(() => killed.map((pid) => process.kill(pid, 'SIGKILL')), 200);
  const error: unknown = await page.evaluate('new Promise(() => {})').catch((reason: unknown) => reason);
  const failing = { environment: { isAlive: () => doomed.isConnected(), guard: null }, open: null, url: null, since: 0 };
  expect(seen(await failureOf(error, { ...failing, during: 'read', sent: false }))).toEqual(['env_lost', true]);
  expect(seen(await failureOf(error, { ...failing, during: 'write', sent: true }))).toEqual(['outcome_unknown', false]);
});

test.each<[string, () => string]>([
  ['nobody listens', () => site.closed],
  ['it never answers', () => site.origin.replace('http:', 'ws:').concat('/hang')],
])('a browser endpoint that cannot be used: %s', async (_, endpoint) => {
  const error: unknown = await chromium.connectOverCDP(endpoint(), { timeout: 500 }).catch((reason: unknown) => reason);
  const facts = { connected: false, crashed: false, download: false, guard: null, during: 'read', sent: false } as const;
  expect(seen(classify(error, facts))).toEqual(['env_unavailable', true]);
});
