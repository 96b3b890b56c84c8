import { createServer as createTcpServer } from 'node:net';
import { expect, test } from 'vitest';
import { ask } from './ask.ts';
import { closeAfterEach, guardFor, keep, portOf, serve } from './opened.ts';
import { readText, running, sending, until } from './servers.ts';

closeAfterEach();

test('a request reaches the target with its host, headers and body, and without those of the proxy', async () => {
  const site = await serve((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => response.end(JSON.stringify({ url: request.url, method: request.method, headers: request.headers, body })));
  });
  const guard = await guardFor(site);
  const headers = {
    'proxy-authorization': 'Basic eA==',
    'proxy-connection': 'keep-alive',
    connection: 'x-hop',
    'x-hop': '1',
    cookie: 'a=1',
    te: 'trailers',
  };
  const answer = await ask(guard.url, `http://${site.host}/form?x=%20|1`, { method: 'POST', headers, body: 'name=Zoë' });
  const seen = JSON.parse(answer.body);
  expect(seen).toMatchObject({ url: '/form?x=%20|1', method: 'POST', body: 'name=Zoë' });
  const { connection: _, ...rest } = seen.headers;
  expect(rest).toEqual({ host: site.host, cookie: 'a=1', 'content-length': '9' });
});

test('an answer comes back with its status, its headers (cookies apart) and its body, and without those of the hop', async () => {
  const site = await serve((_request, response) => {
    response.writeHead(418, 'Short And Stout', [
      ...['Set-Cookie', 'a=1'],
      ...['Set-Cookie', 'b=2'],
      ...['X-Mcp-Adapter-Guard', 'url_blocked'],
      ...['Proxy-Authenticate', 'Basic realm="x"'],
      ...['Content-Type', 'text/plain'],
    ]);
    response.end('tea');
  });
  const guard = await guardFor(site);
  const { status, headers, body } = await ask(guard.url, `http://${site.host}/`);
  expect([status, body]).toEqual([418, 'tea']);
  expect(headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], 'content-type': 'text/plain' });
  for (const name of ['x-mcp-adapter-guard', 'proxy-authenticate', 'via', 'x-forwarded-for']) expect(headers).not.toHaveProperty(name);
});

test('an answer is passed on as it comes, and a client that goes away ends it at the target', async () => {
  const site = await serve((_request, response) => {
    response.write('first');
  });
  const guard = await guardFor(site);
  const client = sending(portOf(guard), `GET http://${site.host}/ HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(await readText(client, /first/)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(site.sockets.size).toBe(1);
  client.destroy();
  await until(() => site.sockets.size === 0);
});

test('a client that goes away before there is an answer ends the request at the target', async () => {
  let asked = false;
  const site = await serve(() => {
    asked = true;
  });
  const guard = await guardFor(site);
  const client = sending(portOf(guard), `GET http://${site.host}/ HTTP/1.1\r\nHost: x\r\n\r\n`);
  await until(() => asked);
  client.destroy();
  await until(() => site.sockets.size === 0);
  expect(guard.failureFor(null, 0)).toBeNull();
});

test('a target that resets in the middle of answer and body ends the connection to the client, and the guard goes on', async () => {
  const site = await keep(
    running(
      createTcpServer((socket) =>
        socket.once('data', () =>
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf', () => setTimeout(() => socket.resetAndDestroy(), 20)),
        ),
      ),
    ),
  );
  const guard = await guardFor(site);
  for (let round = 0; round < 2; round++) {
    const client = sending(portOf(guard), `POST http://${site.host}/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nbegun`);
    expect(await readText(client)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*half$/);
  }
  expect(guard.failureFor(null, 0)).toBeNull();
});

test('50 MB to a client that does not read stay at the target', async () => {
  let written = 0;
  const site = await serve((_request, response) => {
    const piece = Buffer.alloc(64 * 1024);
    const more = () => {
      while (written < 50e6) {
        written += piece.length;
        if (!response.write(piece)) return;
      }
      response.end();
    };
    response.on('drain', more);
    more();
  });
  const guard = await guardFor(site);
  const client = sending(portOf(guard), `GET http://${site.host}/ HTTP/1.1\r\nHost: x\r\n\r\n`).pause();
  let before = -1;
  while (before !== written) {
    before = written;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  expect(written).toBeGreaterThan(0);
  // The buffers of the system hold some MB on either side.
  expect(written).toBeLessThan(30e6);
  client.destroy();
});

test('50 MB to a client that reads arrive whole', async () => {
  const site = await serve((_request, response) => {
    response.end(Buffer.alloc(50e6, 'x'));
  });
  const guard = await guardFor(site);
  const { headers, body } = await ask(guard.url, `http://${site.host}/`);
  expect([headers['content-length'], body.length]).toEqual(['50000000', 50e6]);
});

test('an answer that breaks off breaks off at the client, and is no answer that failed', async () => {
  const site = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('half', () => response.destroy());
  });
  const guard = await guardFor(site);
  await expect(ask(guard.url, `http://${site.host}/`)).rejects.toThrow(/aborted/);
  expect(guard.failureFor(null, 0)).toBeNull();
});

test('a body in pieces is passed on in pieces, whatever the method', async () => {
  const site = await serve((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => response.end(JSON.stringify([request.method, request.headers['content-length'], body])));
  });
  const guard = await guardFor(site);
  for (const method of ['POST', 'GET', 'DELETE']) {
    const headers = { 'transfer-encoding': 'chunked' };
    const { body } = await ask(guard.url, `http://${site.host}/`, { method, headers, body: 'GET /smuggled HTTP/1.1\r\n\r\n' });
    expect(JSON.parse(body)).toEqual([method, null, 'GET /smuggled HTTP/1.1\r\n\r\n']);
  }
});
