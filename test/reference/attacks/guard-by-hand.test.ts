import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { ask, askTunnel } from '../guard/ask.ts';
import { closeAfterEach, guardFor, keep, portOf, serve } from '../guard/opened.ts';
import { readText, running, sending } from '../guard/servers.ts';

closeAfterEach();

/** A target that keeps what it was asked for, a guard that allows it, and a host on 127.0.0.9 that is never to be reached. */
async function setUp() {
  const asked: string[] = [];
  const bodies: string[] = [];
  const target = await serve((request: IncomingMessage, response) => {
    asked.push(`${request.method} ${request.url} at ${request.headers.host}`);
    request.on('data', (piece) => bodies.push(String(piece)));
    request.on('error', () => {});
    request.on('end', () => response.end('ok'));
  });
  const hidden = await keep(
    running(
      createServer((_, response) => response.end('reached')),
      '127.0.0.9',
    ),
  );
  const guard = await guardFor(target);
  const say = async (text: string) => readText(sending(portOf(guard), text));
  return { asked, bodies, target, hidden, guard, say };
}

const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nHost: inner.example\r\n\r\n';

test.each([
  [
    'a length that it asks not to be passed on',
    `Content-Length: ${SMUGGLED.length}\r\nConnection: close, content-length\r\n\r\n${SMUGGLED}`,
  ],
  ['a length and a coding', `Content-Length: 4\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n${SMUGGLED}`],
  ['two lengths', `Content-Length: 0\r\nContent-Length: ${SMUGGLED.length}\r\nConnection: close\r\n\r\n${SMUGGLED}`],
  ['a coding in two words', `Transfer-Encoding: chunked, identity\r\nConnection: close\r\n\r\n0\r\n\r\n${SMUGGLED}`],
  ['a coding in a folded line', `Transfer-Encoding:\r\n chunked\r\nContent-Length: 4\r\nConnection: close\r\n\r\n0\r\n\r\n${SMUGGLED}`],
  ['a coding behind a blank', `Transfer-Encoding : chunked\r\nConnection: close\r\n\r\n0\r\n\r\n${SMUGGLED}`],
  ['a line that ends too early', `A: b\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\nConnection: close\r\n\r\n0\r\n\r\n${SMUGGLED}`],
])('a request with %s carries no second one to the target', async (_how, rest) => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const { asked, target, say } = await setUp();
    await say(`${method} http://${target.host}/first HTTP/1.1\r\nHost: ${target.host}\r\n${rest}`);
    expect(asked.filter((each) => each !== `${method} /first at ${target.host}`)).toEqual([]);
  }
});

test('the host of the target counts, whatever the header Host says, also where it is asked to be dropped', async () => {
  const { asked, target, say } = await setUp();
  await say(`GET http://${target.host}/ HTTP/1.1\r\nHost: 127.0.0.9\r\nConnection: close, host\r\n\r\n`);
  expect(asked).toEqual([`GET / at ${target.host}`]);
});

test.each([
  ['a path only', (host: string) => `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ['a path of two slashes', (host: string) => `GET //${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ['another scheme', (host: string) => `GET ftp://${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ['https', (host: string) => `GET https://${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ['a user in front', (host: string) => `GET http://allowed.example@${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ['a backslash', (host: string) => `GET http:\\\\${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ['a star', (host: string) => `OPTIONS * HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  [
    'a change of protocol',
    (host: string) => `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n`,
  ],
  ['a tunnel to a URL', (host: string) => `CONNECT http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ['a tunnel with a user', (host: string) => `CONNECT a@${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ['a tunnel with a path', (host: string) => `CONNECT ${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ['a tunnel to a short address', (host: string) => `CONNECT ${host.replace('127.0.0.9', '127.9')} HTTP/1.1\r\n\r\n`],
  ['a tunnel to a number', (host: string) => `CONNECT ${host.replace('127.0.0.9', '0x7f000009')} HTTP/1.1\r\n\r\n`],
  ['a tunnel to a mapped address', (host: string) => `CONNECT ${host.replace('127.0.0.9', '[::ffff:7f00:9]')} HTTP/1.1\r\n\r\n`],
  [
    'a tunnel to an address with a zone',
    (host: string) => `CONNECT ${host.replace('127.0.0.9', '[::ffff:127.0.0.9%lo]')} HTTP/1.1\r\n\r\n`,
  ],
  ['a tunnel to a name with a dot behind', (host: string) => `CONNECT ${host.replace('127.0.0.9', '127.0.0.9.')} HTTP/1.1\r\n\r\n`],
  ['a tunnel to a port too large', (host: string) => `CONNECT ${host.replace(/:\d+/, ':99999')} HTTP/1.1\r\n\r\n`],
  ['a tunnel without a port', () => 'CONNECT 127.0.0.9 HTTP/1.1\r\n\r\n'],
])('%s leads to no private host', async (_what, text) => {
  const { hidden, guard } = await setUp();
  const socket = sending(portOf(guard), text(hidden.host));
  const answer = await readText(socket, /\r\n\r\n/);
  socket.destroy();
  expect(answer).toMatch(/^HTTP\/1\.1 (400|403)/);
  expect(hidden.seen).toBe(0);
});

test('the guard of another environment is no host that pages may use, nor is that environment reached by it', async () => {
  const mine = await setUp();
  const other = await setUp();
  for (const url of [`${other.guard.url}/`, other.guard.url.replace('127.0.0.1', 'localhost'), `http://127.1:${portOf(other.guard)}/`])
    expect(await ask(mine.guard.url, url)).toMatchObject({ status: 403 });
  expect(await askTunnel(mine.guard.url, `127.0.0.1:${portOf(other.guard)}`)).toMatchObject({ status: 403 });
  expect(other.guard.counts).toEqual({ connections: 0, blocked: 0 });
});

test('neither 10 MB of headers nor 5,000 connections that say nothing end the guard', { timeout: 60_000 }, async () => {
  const { guard, target, say } = await setUp();
  const large = sending(portOf(guard), `GET http://${target.host}/ HTTP/1.1\r\nA: ${'x'.repeat(10_000_000)}\r\n\r\n`);
  expect(await readText(large)).toMatch(/^(HTTP\/1\.1 431|$)/);
  const silent = Array.from({ length: 5_000 }, () => connect(portOf(guard), '127.0.0.1').on('error', () => {}));
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  for (const socket of silent) socket.destroy();
  await expect
    .poll(() => say(`GET http://${target.host}/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`), { timeout: 20_000 })
    .toMatch(/^HTTP\/1\.1 200/);
});
