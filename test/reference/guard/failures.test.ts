import { createServer as createTcpServer } from 'node:net';
import { expect, test } from 'vitest';
import { startGuard } from '../../../src/reference/guard/start-guard.ts';
import { ask, askTunnel } from './ask.ts';
import { closeAfterEach, guardFor, keep, policyWith, portOf, serve } from './opened.ts';
import { readText, running, sending, serving, until } from './servers.ts';

closeAfterEach();

test.each([
  ['hangs up', '', ''],
  ['speaks another protocol', 'SSH-2.0-x\r\n', ''],
  ['changes the protocol unasked', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', ''],
  ['hangs up in the middle of the headers', 'HTTP/1.1 200 OK\r\nContent-', ''],
])('a target that %s before it answers is unreachable', async (_what, answer) => {
  const target = await keep(running(createTcpServer((socket) => socket.once('data', () => socket.end(answer)))));
  const guard = await guardFor(target);
  const { status, headers, body } = await ask(guard.url, `http://${target.host}/`, { method: 'POST', body: 'x' });
  expect([status, headers['x-mcp-adapter-guard'], body]).toEqual([502, 'target_unreachable', '']);
  expect(guard.failureFor(`http://${target.host}/other`, 0)).toMatchObject({
    host: '127.0.0.1',
    port: target.port,
    code: 'target_unreachable',
    retryable: true,
    message: expect.stringContaining(`"${target.host}" ended the connection before it answered`),
  });
});

test('a target whose answer has characters that no header may have is unreachable, and the guard goes on', async () => {
  const bad = await keep(
    running(createTcpServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 200 a\x01b\r\nX: a\x00b\r\n\r\n')))),
  );
  const guard = await guardFor(bad);
  expect((await ask(guard.url, `http://${bad.host}/`)).status).toBe(502);
  expect((await ask(guard.url, `http://${bad.host}/`)).status).toBe(502);
});

test('a target that nothing listens at is unreachable, by request and by tunnel', async () => {
  const gone = await serving(() => {});
  await gone.close();
  const guard = await guardFor(gone);
  expect(await ask(guard.url, `http://${gone.host}/`)).toMatchObject({
    status: 502,
    headers: { 'x-mcp-adapter-guard': 'target_unreachable' },
  });
  expect(await askTunnel(guard.url, gone.host)).toMatchObject({ status: 502, headers: { 'x-mcp-adapter-guard': 'target_unreachable' } });
  expect(guard.failureFor(`https://${gone.host}/`, 0)).toMatchObject({ code: 'target_unreachable', retryable: true });
});

test('a tunnel that the target closes without a byte is a failure of the target', async () => {
  const mute = await keep(running(createTcpServer((socket) => socket.once('data', () => socket.destroy()))));
  const guard = await guardFor(mute);
  await readText(sending(portOf(guard), `CONNECT ${mute.host} HTTP/1.1\r\nHost: x\r\n\r\nhello`));
  await until(() => guard.failureFor(`https://${mute.host}/`, 0) !== null);
  expect(guard.failureFor(`https://${mute.host}/`, 0)).toMatchObject({ code: 'target_unreachable', retryable: true });
});

test.each([
  ['ENOTFOUND', false, /no host "shop\.test"/],
  ['EAI_AGAIN', true, /could not be looked up at the moment/],
])('a look-up that ends with %s is dns_failed, retryable: %s', async (code, retryable, message) => {
  const guard = await keep(
    startGuard({
      policy: policyWith(),
      upstream: null,
      resolve: () => Promise.reject(Object.assign(new Error('x'), { code })),
    }),
  );
  expect(await ask(guard.url, 'http://shop.test/')).toMatchObject({ status: 502, headers: { 'x-mcp-adapter-guard': 'dns_failed' } });
  expect(guard.failureFor('http://shop.test/', 0)).toMatchObject({
    code: 'dns_failed',
    retryable,
    message: expect.stringMatching(message),
  });
});

test('a look-up that never ends is given up', async () => {
  const guard = await keep(
    startGuard({ policy: policyWith(), upstream: null, resolve: () => new Promise(() => {}), connectTimeoutMs: 50 }),
  );
  expect(await askTunnel(guard.url, 'shop.test:443')).toMatchObject({ status: 502, headers: { 'x-mcp-adapter-guard': 'dns_failed' } });
  expect(guard.failureFor('https://shop.test/', 0)?.retryable).toBe(true);
});

test.each([
  ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc'],
  ['a path instead of a URL', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['another scheme', 'GET file:///etc/hostname HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['https without a tunnel', 'GET https://shop.test/ HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a URL without a host', 'GET http:// HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a tunnel without a port', 'CONNECT shop.test HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a tunnel to a URL', 'CONNECT http://shop.test/ HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a tunnel with a user', 'CONNECT a@shop.test:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a tunnel to port 99999', 'CONNECT shop.test:99999 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['two lengths', 'POST http://shop.test/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
])('%s is answered with 400, and the guard goes on', async (_what, text) => {
  const site = await serve((_request, response) => response.end('ok'));
  const guard = await guardFor(site);
  const client = sending(portOf(guard), text);
  expect(await readText(client, /\r\n\r\n/)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  client.destroy();
  expect((await ask(guard.url, `http://${site.host}/`)).body).toBe('ok');
});
