import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { networkInterfaces } from 'node:os';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkUrl } from '../../../src/reference/guard/check-url.ts';
import type { Guard } from '../../../src/reference/guard/guard.ts';
import { type GuardOptions, startGuard } from '../../../src/reference/guard/start-guard.ts';
import { unboundBrowser } from '../site/unbound-browser.ts';
import { closeAfterEach, keep } from './opened.ts';
import { httpProxy } from './proxies.ts';
import { type Running, running, serving, until } from './servers.ts';

let browser: Browser;
/** Serves whatever HTML its address says. */
let site: Running;
/** On 127.0.0.9: never to be reached. */
let hidden: Running;
/** On 127.0.0.9 too: reached without a guard, to show that each way is one. */
let control: Running;

closeAfterEach();
beforeAll(async () => {
  browser = await unboundBrowser();
  site = await serving(answerPage);
  const anything: RequestListener = (_request, response) => response.writeHead(200, { 'access-control-allow-origin': '*' }).end('reached');
  hidden = await running(createServer(anything), '127.0.0.9');
  control = await running(createServer(anything), '127.0.0.9');
});
afterAll(async () => {
  await browser?.close();
  // Whatever came late.
  expect(hidden.seen).toBe(0);
  await Promise.all([site, hidden, control].map((each) => each.close()));
});

/** What a page does to reach another host. */
const WAYS: [string, (host: string) => string][] = [
  ['a picture', (host) => `<img src="http://${host}/x.png">`],
  ['a script', (host) => `<script src="http://${host}/x.js"></script>`],
  ['a style sheet', (host) => `<link rel="stylesheet" href="http://${host}/x.css">`],
  ['an import in a style', (host) => `<style>@import "http://${host}/x.css";</style>`],
  ['a frame', (host) => `<iframe src="http://${host}/"></iframe>`],
  ['an object', (host) => `<object data="http://${host}/x.html" type="text/html"></object>`],
  ['a video', (host) => `<video src="http://${host}/x.mp4" preload="auto"></video>`],
  ['fetch', (host) => script(`fetch('http://${host}/', { mode: 'no-cors' })`)],
  ['fetch with CORS', (host) => script(`fetch('http://${host}/', { method: 'PUT', body: 'x' })`)],
  ['XMLHttpRequest', (host) => script(`const x = new XMLHttpRequest(); x.open('GET', 'http://${host}/'); x.send()`)],
  ['fetch in a worker', (host) => script(`new Worker(URL.createObjectURL(new Blob(["fetch('http://${host}/', { mode: 'no-cors' })"])))`)],
  [
    'fetch in a service worker',
    (host) => script(`navigator.serviceWorker.register('/js?is=' + encodeURIComponent("fetch('http://${host}/', { mode: 'no-cors' })"))`),
  ],
  ['sendBeacon', (host) => script(`navigator.sendBeacon('http://${host}/', 'x')`)],
  ['a WebSocket', (host) => script(`new WebSocket('ws://${host}/')`)],
  ['a WebSocket with TLS', (host) => script(`new WebSocket('wss://${host}/')`)],
  ['https', (host) => script(`fetch('https://${host}/', { mode: 'no-cors' })`)],
  ['an EventSource', (host) => script(`new EventSource('http://${host}/')`)],
  [
    'a form that is sent',
    (host) => `<form method="post" action="http://${host}/"><input name="a"></form>${script('document.forms[0].submit()')}`,
  ],
  ['a new location', (host) => script(`location = 'http://${host}/'`)],
  ['a refresh', (host) => `<meta http-equiv="refresh" content="0; url=http://${host}/">`],
  ['a pop-up', (host) => script(`window.open('http://${host}/')`)],
  ['the ping of a link', (host) => `<a ping="http://${host}/" href="#a">a</a>${script('document.links[0].click()')}`],
  ['a prefetch', (host) => `<link rel="prefetch" href="http://${host}/">`],
  ['a picture in a style', (host) => `<body style="background: url(http://${host}/x.png)">`],
  ['a font', (host) => `<style>@font-face { font-family: f; src: url(http://${host}/x.woff2) } p { font-family: f }</style><p>a</p>`],
  ['a preload', (host) => `<link rel="preload" as="image" href="http://${host}/x.png">`],
  ['a module that is preloaded', (host) => `<link rel="modulepreload" href="http://${host}/x.js">`],
  ['a frame within a frame of text', (host) => `<iframe srcdoc="<img src='http://${host}/x.png'>"></iframe>`],
  ['a picture button', (host) => `<input type="image" src="http://${host}/x.png">`],
  ['a picture in a drawing', (host) => `<svg><image href="http://${host}/x.png" width="9" height="9"></svg>`],
  [
    'the subtitles of a video',
    (host) =>
      `<video crossorigin><track default kind="captions" src="http://${host}/x.vtt"></video>${script('document.querySelector("track").track.mode = "showing"')}`,
  ],
  ['the base of addresses', (host) => `<base href="http://${host}/"><img src="x.png">`],
  [
    'fetch in a shared worker',
    (host) => script(`new SharedWorker('/js?is=' + encodeURIComponent("fetch('http://${host}/', { mode: 'no-cors' })"))`),
  ],
  ['a WebSocket in a worker', (host) => script(`new Worker(URL.createObjectURL(new Blob(["new WebSocket('ws://${host}/')"])))`)],
  [
    'fetch that outlives its page',
    (host) => script(`onpagehide = () => fetch('http://${host}/', { keepalive: true, mode: 'no-cors' }); location = '/html?is=a'`),
  ],
  ['a form that opens a window', (host) => `<form target="_blank" action="http://${host}/"></form>${script('document.forms[0].submit()')}`],
  ['a frame with another address in its text', (host) => `<iframe src="data:text/html,<img src='http://${host}/x.png'>"></iframe>`],
  ['a redirected picture', (host) => `<img src="/redirect?to=http://${host}/x.png">`],
  ['a redirected fetch', (host) => script(`fetch('/redirect?to=http://${host}/', { mode: 'no-cors' })`)],
];

test.each(WAYS)('%s reaches a private host without the guard, and not through it', async (_what, html) => {
  const [open, guarded] = [await keep(browser.newContext()), await guardedContext()];
  const before = control.seen;
  const page = await open.newPage();
  await page.goto(pageWith(html(control.host)), { waitUntil: 'commit' });
  await until(() => control.seen > before);

  const behind = await guarded.context.newPage();
  await behind.goto(pageWith(html(hidden.host)), { waitUntil: 'commit' });
  await until(() => guarded.guard.counts.blocked > 0);
  expect(guarded.guard.failureFor(null, 0)).toMatchObject({ host: '127.0.0.9', port: hidden.port, code: 'url_blocked' });
  expect(hidden.seen).toBe(0);
});

test('WebTransport, which is UDP, reaches a private host without the guard, and not through it', async () => {
  const datagrams = await countDatagrams();
  const html = script(`new WebTransport('https://${datagrams.host}/').ready.catch(() => { document.title = 'refused' })`);
  const guarded = await guardedContext();
  const behind = await guarded.context.newPage();
  await behind.goto(pageWith(html));
  await behind.waitForFunction("document.title === 'refused'");
  expect(datagrams.seen).toBe(0);

  const open = await keep(browser.newContext());
  const page = await open.newPage();
  await page.goto(pageWith(html), { waitUntil: 'commit' });
  await until(() => datagrams.seen > 0);
});

// Without an interface beside loopback there is no WebRTC at all.
test.skipIf(
  Object.values(networkInterfaces())
    .flat()
    .every((each) => each?.internal),
)('WebRTC sends no datagram past the guard, and asks it for the connections that it makes', async () => {
  const datagrams = await countDatagrams();
  const { context, guard } = await guardedContext();
  const page = await context.newPage();
  const servers = [`stun:${datagrams.host}`, `turn:${datagrams.host}`, `turn:${hidden.host}?transport=tcp`];
  const iceServers = JSON.stringify(servers.map((urls) => ({ urls, ...(urls.startsWith('turn') && { username: 'a', credential: 'b' }) })));
  const connection = `const peer = new RTCPeerConnection({ iceServers: ${iceServers} }); peer.createDataChannel('a'); peer.setLocalDescription()`;
  await page.goto(pageWith(script(connection)));
  await until(() => guard.counts.blocked > 0);
  expect([datagrams.seen, hidden.seen]).toEqual([0, 0]);
});

test.each(['302', '307', '308'])('a page that redirects with %s is not followed to a private host', async (status) => {
  const { context, guard } = await guardedContext();
  const page = await context.newPage();
  await page.goto(`http://${site.host}/redirect?status=${status}&to=http://${hidden.host}/`).catch(() => null);
  expect(guard.failureFor(`http://${hidden.host}/`, 0)).toMatchObject({ code: 'url_blocked', retryable: false });
  expect(hidden.seen).toBe(0);
});

test.each(['127.0.0.9', '127.9', '0x7f.0.0.9', '0x7f.9', '2130706441', '017700000011', '[::ffff:127.0.0.9]', '127.0.0.9.', '①②⑦.0.0.9'])(
  'the spelling %s is refused by the check, and by the guard where nobody checks',
  async (host) => {
    const { context, guard, options } = await guardedContext();
    for (const scheme of ['http', 'https', 'view-source:http']) {
      const since = performance.now();
      const url = `${scheme}://${host}:${hidden.port}/`;
      expect(() => checkUrl(url, options.policy)).toThrow(/an address of this machine|"view-source:"/);
      const page = await context.newPage();
      await page.goto(url).catch(() => null);
      expect([scheme, guard.failureFor(null, since)?.host]).toEqual([scheme, '127.0.0.9']);
      await page.close();
    }
    expect(hidden.seen).toBe(0);
  },
);

test.each(['file:///etc/hostname', 'chrome://version/', 'view-source:file:///etc/hostname', 'view-source:http://127.0.0.9/'])(
  '%s is refused by the check, and a page cannot go there',
  async (url) => {
    const { context, options } = await guardedContext();
    expect(() => checkUrl(url, options.policy)).toThrow(/addresses cannot be opened/);
    const page = await context.newPage();
    const refused = page.waitForEvent('console', {
      predicate: (message) => message.text().startsWith('Not allowed to load local resource'),
    });
    await page.goto(pageWith(`<p>here</p>${script(`location = '${url}'`)}`));
    await refused;
    expect(await page.textContent('p')).toBe('here');
  },
);

test('a name that first leads to a public address and then to a private host stays with the first', async () => {
  const proxy = await keep(httpProxy({ to: site.port }));
  const answers = [['1.1.1.1'], ['127.0.0.9'], ['127.0.0.9']];
  const { context, guard } = await guardedContext({
    upstream: { url: `http://${proxy.host}`, username: null, password: null },
    resolve: async () => answers.shift() ?? ['127.0.0.9'],
  });
  const page = await context.newPage();
  await page.goto(`http://rebind.test:${hidden.port}/html?is=${encodeURIComponent('<p>mine</p>')}`);
  expect(await page.textContent('p')).toBe('mine');
  // Each POST is a connection of its own, so the name is looked up again.
  await page.evaluate(() => fetch('/', { method: 'POST', body: 'x' })).catch(() => null);
  expect(guard.failureFor(page.url(), 0)).toMatchObject({ code: 'url_blocked' });
  expect(proxy.asked).toEqual([`1.1.1.1:${hidden.port}`]);
  expect(hidden.seen).toBe(0);
});

/** A socket for UDP on 127.0.0.9. */
async function countDatagrams(): Promise<{ host: string; readonly seen: number }> {
  const socket = createSocket('udp4');
  let seen = 0;
  socket.on('message', () => seen++);
  socket.bind(0, '127.0.0.9');
  await once(socket, 'listening');
  await keep(Promise.resolve({ close: async () => void socket.close() }));
  return {
    host: `127.0.0.9:${socket.address().port}`,
    get seen() {
      return seen;
    },
  };
}

/** A guard that lets pages use the site alone, and a context of the browser behind it. */
async function guardedContext(more: Partial<GuardOptions> = {}): Promise<{ context: BrowserContext; guard: Guard; options: GuardOptions }> {
  const options = { policy: { allowHosts: null, denyHosts: [], privateHosts: [site.host] }, upstream: null, ...more };
  const guard = await keep(startGuard(options));
  const context = await keep(browser.newContext({ proxy: { server: guard.url }, ignoreHTTPSErrors: true }));
  return { context, guard, options };
}

const answerPage: RequestListener = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
  const to = searchParams.get('to');
  if (to) response.writeHead(Number(searchParams.get('status') ?? 302), { location: to }).end();
  else if (pathname === '/html') response.writeHead(200, { 'content-type': 'text/html' }).end(searchParams.get('is'));
  else if (pathname === '/js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(searchParams.get('is'));
  else response.writeHead(404).end();
};

function pageWith(html: string): string {
  return `http://${site.host}/html?is=${encodeURIComponent(`<!doctype html>${html}`)}`;
}

function script(text: string): string {
  return `<script>${text}</script>`;
}
