import { createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Upstream } from '../../../src/reference/guard/dial-upstream.ts';
import type { Guard } from '../../../src/reference/guard/guard.ts';
import { startGuard } from '../../../src/reference/guard/start-guard.ts';
import { ask, askTunnel } from './ask.ts';
import { closeAfterEach, keep, portOf } from './opened.ts';
import { CERTIFICATE, httpProxy, httpsProxy, type ProxyOptions, socksProxy, type TestProxy } from './proxies.ts';
import { type Running, readText, running, sending, serving, until } from './servers.ts';

const KINDS: [string, (options: ProxyOptions) => Promise<TestProxy>, number][] = [
  ['http', httpProxy, 502],
  ['https', httpsProxy, 502],
  ['socks5', socksProxy, 5],
];

/** Names of these tests, and public addresses that are never dialled: the proxies lead everything to the site. */
const NAMES: Record<string, string[]> = {
  'shop.test': ['1.1.1.1'],
  'both.test': ['2606:4700::1111', '1.1.1.1', '1.0.0.1', '2606:4700::1001'],
  'six.test': ['2606:4700::1111'],
};

let site: Running;
closeAfterEach();
beforeAll(async () => {
  site = await serving((request, response) => response.end(`site ${request.headers.host}${request.url}`));
});
afterAll(() => site.close());

test.each(KINDS)('by %s, requests and tunnels go to the address that was judged, never to a name', async (kind, start) => {
  const proxy = await keep(start({ to: site.port }));
  const guard = await guardBy(kind, proxy);
  expect((await ask(guard.url, 'http://shop.test/orders')).body).toBe('site shop.test/orders');
  expect((await ask(guard.url, 'http://six.test/')).body).toBe('site six.test/');
  const tunnel = sending(portOf(guard), 'CONNECT shop.test:443 HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.0\r\nHost: inside\r\n\r\n');
  expect(await readText(tunnel)).toMatch(/^HTTP\/1\.1 200 Connection Established\r\n\r\nHTTP\/1\.1 200 OK[\s\S]*site inside\/$/);
  expect(proxy.asked).toEqual(['1.1.1.1:80', '[2606:4700::1111]:80', '1.1.1.1:443'].map((each) => spelled(each, kind)));
  expect(guard.counts).toEqual({ connections: 3, blocked: 0 });
});

test.each(KINDS)('by %s, the tunnel to a target is kept for the next request', async (kind, start) => {
  const proxy = await keep(start({ to: site.port }));
  const guard = await guardBy(kind, proxy);
  for (let round = 0; round < 3; round++) expect((await ask(guard.url, `http://shop.test/${round}`)).status).toBe(200);
  expect(proxy.asked).toEqual(['1.1.1.1:80']);
});

test.each(KINDS)('by %s, the login is given, and a wrong or missing one is egress_auth_failed', async (kind, start) => {
  const proxy = await keep(start({ to: site.port, login: 'region:s3cret' }));
  const good = await guardBy(kind, proxy, { username: 'region', password: 's3cret' });
  expect((await ask(good.url, 'http://shop.test/')).body).toBe('site shop.test/');
  for (const login of [{ username: 'region', password: 'wrong' }, {}]) {
    const guard = await guardBy(kind, proxy, login);
    await expectFailure(guard, 'egress_auth_failed', false);
  }
});

test.each(KINDS)('by %s, a refusal for want of the target is target_unreachable', async (kind, start, refusal) => {
  const proxy = await keep(start({ to: site.port, refusal }));
  const guard = await guardBy(kind, proxy);
  await expectFailure(guard, 'target_unreachable', true);
  expect(guard.failureFor('http://shop.test/', 0)?.message).toMatch(/^"shop\.test:80" could not be reached by the region's proxy/);
});

test.each([
  ['http', 403, httpProxy],
  ['http', 302, httpProxy],
  ['socks5', 2, socksProxy],
  ['socks5', 8, socksProxy],
] as const)('by %s, a proxy that does not want the target (%s %i) is told as such', async (kind, refusal, start) => {
  const guard = await guardBy(kind, await keep(start({ to: site.port, refusal })));
  await expectFailure(guard, 'target_unreachable', true);
  expect(guard.failureFor('http://shop.test/', 0)?.message).toMatch(/is refused by the region's proxy/);
});

test.each(KINDS)('by %s, the addresses of a host are tried, v4 first and at most three', async (kind, start, refusal) => {
  const proxy = await keep(start({ to: site.port, refusal }));
  const guard = await guardBy(kind, proxy);
  expect((await ask(guard.url, 'http://both.test/')).status).toBe(502);
  expect(proxy.asked).toEqual(['1.1.1.1:80', '1.0.0.1:80', '[2606:4700::1111]:80'].map((each) => spelled(each, kind)));
});

test.each(KINDS)('by %s, a proxy that nobody runs is egress_unavailable', async (kind, start) => {
  const proxy = await start({ to: site.port });
  await proxy.close();
  await expectFailure(await guardBy(kind, proxy), 'egress_unavailable', true);
});

test.each([
  ['http', 'hangs up', ''],
  ['http', 'speaks something else', 'SSH-2.0-x\r\n'],
  ['https', 'hangs up', ''],
  ['https', 'speaks no TLS', 'HTTP/1.1 200 OK\r\n\r\n'],
  ['socks5', 'hangs up', ''],
  ['socks5', 'speaks something else', 'HTTP/1.1 200 OK\r\n\r\n'],
])('by %s, a proxy that %s is egress_unavailable', async (kind, _what, answer) => {
  const odd = await keep(running(createTcpServer((socket) => socket.once('data', () => socket.end(answer)))));
  await expectFailure(await guardBy(kind, odd), 'egress_unavailable', true);
});

test.each(KINDS)('by %s, a silent proxy is egress_timeout, and its connection is not left open', async (kind) => {
  const silent = await keep(running(createTcpServer((socket) => socket.resume())));
  const guard = await guardBy(kind, silent, {}, 100);
  await expectFailure(guard, 'egress_timeout', true);
  await until(() => silent.sockets.size === 0);
});

test('an https proxy whose certificate nobody vouches for is egress_unavailable, and learns no login', async () => {
  const proxy = await keep(httpsProxy({ to: site.port, login: 'region:s3cret' }));
  const upstream = { url: `https://127.0.0.1:${proxy.port}`, username: 'region', password: 's3cret' };
  const guard = await keep(startGuard({ policy: OPEN, upstream, resolve }));
  await expectFailure(guard, 'egress_unavailable', true);
  expect(proxy.asked).toEqual([]);
});

test('a login too long for SOCKS5 is egress_auth_failed', async () => {
  const proxy = await keep(socksProxy({ to: site.port, login: 'x:y' }));
  const guard = await guardBy('socks5', proxy, { username: 'u'.repeat(256), password: 'p' });
  await expectFailure(guard, 'egress_auth_failed', false);
});

test('what a target says at once behind the answer of the proxy is not lost', async () => {
  const eager = await keep(running(createTcpServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\nhello')))));
  const guard = await guardBy('http', eager);
  const tunnel = sending(portOf(guard), 'CONNECT shop.test:443 HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await readText(tunnel)).toBe('HTTP/1.1 200 Connection Established\r\n\r\nhello');
});

test('a target that dies inside a tunnel before it answers is target_unreachable', async () => {
  const mute = await keep(running(createTcpServer((socket) => socket.once('data', () => socket.destroy()))));
  const guard = await guardBy('http', await keep(httpProxy({ to: mute.port })));
  expect(await ask(guard.url, 'http://shop.test/')).toMatchObject({
    status: 502,
    headers: { 'x-mcp-adapter-guard': 'target_unreachable' },
  });
  expect(guard.failureFor('http://shop.test/', 0)).toMatchObject({ code: 'target_unreachable', retryable: true });
});

test('a name that turns from a public address to one of this machine is blocked, and the proxy is never asked for it', async () => {
  const proxy = await keep(httpProxy({ to: site.port }));
  const answers = [['1.1.1.1'], ['127.0.0.9'], ['1.1.1.1', '127.0.0.9']];
  const upstream = { url: `http://${proxy.host}`, username: null, password: null };
  const guard = await keep(startGuard({ policy: OPEN, upstream, resolve: async () => answers.shift() ?? [] }));
  expect((await askTunnel(guard.url, 'shop.test:80')).status).toBe(200);
  for (let round = 0; round < 2; round++)
    expect(await askTunnel(guard.url, 'shop.test:80')).toMatchObject({ status: 403, headers: { 'x-mcp-adapter-guard': 'url_blocked' } });
  expect(proxy.asked).toEqual(['1.1.1.1:80']);
});

test('addresses of this machine are blocked with a proxy too', async () => {
  const proxy = await keep(httpProxy({ to: site.port }));
  const guard = await guardBy('http', proxy);
  expect((await ask(guard.url, 'http://127.0.0.9/')).status).toBe(403);
  expect((await askTunnel(guard.url, '[::1]:443')).status).toBe(403);
  expect(proxy.asked).toEqual([]);
});

const OPEN = { allowHosts: null, denyHosts: [], privateHosts: [] };

async function resolve(host: string): Promise<string[]> {
  return NAMES[host] ?? [];
}

async function expectFailure(guard: Guard, code: string, retryable: boolean): Promise<void> {
  expect(await ask(guard.url, 'http://shop.test/')).toMatchObject({ status: 502, headers: { 'x-mcp-adapter-guard': code }, body: '' });
  expect(await askTunnel(guard.url, 'shop.test:443')).toMatchObject({ status: 502, headers: { 'x-mcp-adapter-guard': code } });
  for (const url of ['http://shop.test/', 'https://shop.test/']) {
    const failure = guard.failureFor(url, 0);
    expect(failure).toMatchObject({ code, retryable });
    // Neither the proxy's address nor its login, nor words of node.
    expect(failure?.message).not.toMatch(/127\.0|s3cret|wrong|ECONN|ENOTFOUND|Socks|socket/);
  }
}

function guardBy(
  kind: string,
  { port }: Running,
  login: { username?: string; password?: string } = {},
  connectTimeoutMs = 5000,
): Promise<Guard> {
  const upstream: Upstream = {
    url: `${kind}://127.0.0.1:${port}`,
    username: login.username ?? null,
    password: login.password ?? null,
    ca: CERTIFICATE,
  };
  return keep(startGuard({ policy: OPEN, upstream, resolve, connectTimeoutMs }));
}

/** The SOCKS5 proxy of these tests shows v6 addresses without their `::`. */
function spelled(address: string, kind: string): string {
  return kind === 'socks5' ? address.replace('::', ':0:0:0:0:0:') : address;
}
