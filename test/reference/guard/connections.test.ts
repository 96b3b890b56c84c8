import { Agent } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { expect, test } from 'vitest';
import { startGuard } from '../../../src/reference/guard/start-guard.ts';
import { ask } from './ask.ts';
import { closeAfterEach, guardFor, keep, policyWith, portOf, serve } from './opened.ts';
import { readText, running, sending, until } from './servers.ts';

closeAfterEach();

test('requests one after the other use one connection to the target, and each POST one of its own', async () => {
  const site = await serve((_request, response) => response.end('ok'));
  const guard = await guardFor(site);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let round = 0; round < 5; round++) await ask(guard.url, `http://${site.host}/${round}`, { agent });
  expect([site.seen, guard.counts.connections]).toEqual([1, 1]);
  for (let round = 0; round < 2; round++) await ask(guard.url, `http://${site.host}/`, { agent, method: 'POST', body: 'x' });
  expect([site.seen, guard.counts.connections]).toEqual([3, 3]);
  agent.destroy();
});

test('a kept connection that the target has dropped is replaced without a word', async () => {
  let requests = 0;
  const site = await serve((request, response) => {
    // The second request on a connection is cut off instead of answered.
    if (++requests === 2) request.socket.destroy();
    else response.end(`answer ${requests}`);
  });
  const guard = await guardFor(site);
  expect((await ask(guard.url, `http://${site.host}/`)).body).toBe('answer 1');
  expect((await ask(guard.url, `http://${site.host}/`)).body).toBe('answer 3');
  expect(guard.failureFor(null, 0)).toBeNull();
});

test('a tunnel passes bytes both ways, ends when either side ends, and has no limit of time for the first byte', async () => {
  const echo = await keep(running(createTcpServer((socket) => socket.pipe(socket))));
  const guard = await guardFor(echo);
  const client = sending(portOf(guard), `CONNECT ${echo.host} HTTP/1.1\r\nHost: x\r\n\r\nearly`);
  expect(await readText(client, /early$/)).toBe('HTTP/1.1 200 Connection Established\r\n\r\nearly');
  client.end('last');
  expect(await readText(client)).toBe('last');
  await until(() => echo.sockets.size === 0);

  const again = sending(portOf(guard), `CONNECT ${echo.host} HTTP/1.1\r\nHost: x\r\n\r\nhello`);
  await readText(again, /hello$/);
  for (const socket of echo.sockets) socket.destroy();
  await readText(again);
  expect(guard.failureFor(null, 0)).toBeNull();
});

test('a client that goes away while its name is looked up leaves no connection and no failure', async () => {
  let answer: (addresses: string[]) => void = () => {};
  let asked = false;
  const site = await serve(() => {});
  const resolve = () => {
    asked = true;
    return new Promise<string[]>((done) => {
      answer = done;
    });
  };
  const guard = await keep(startGuard({ policy: policyWith(`slow.test:${site.port}`), upstream: null, resolve }));
  const client = sending(portOf(guard), `CONNECT slow.test:${site.port} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await until(() => asked);
  client.destroy();
  answer(['127.0.0.1']);
  await until(() => site.seen > 0);
  await until(() => site.sockets.size === 0);
  expect(guard.failureFor(null, 0)).toBeNull();
});

test('connections to at most 32 hosts are kept', async () => {
  const site = await serve((_request, response) => response.end('ok'));
  const hosts = Array.from({ length: 40 }, (_, at) => `shop${at}.test:${site.port}`);
  const guard = await keep(startGuard({ policy: policyWith(...hosts), upstream: null, resolve: async () => ['127.0.0.1'] }));
  for (const host of hosts) expect((await ask(guard.url, `http://${host}/`)).body).toBe('ok');
  await ask(guard.url, `http://${hosts[0]}/`);
  expect(guard.counts.connections).toBe(40);
  await ask(guard.url, `http://${hosts[39]}/`);
  expect(guard.counts.connections).toBe(41);
});

test('closing ends every connection on both sides, and may be done twice', async () => {
  const site = await serve((_request, response) => {
    response.write('never done');
  });
  const guard = await guardFor(site);
  const request = sending(portOf(guard), `GET http://${site.host}/ HTTP/1.1\r\nHost: x\r\n\r\n`);
  const tunnel = sending(portOf(guard), `CONNECT ${site.host} HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n`);
  await Promise.all([readText(request, /never done/), readText(tunnel, /never done/)]);
  expect(site.sockets.size).toBe(2);
  await Promise.all([guard.close(), guard.close()]);
  await until(() => site.sockets.size === 0 && request.closed && tunnel.closed);
  await guard.close();
  await expect(ask(guard.url, `http://${site.host}/`)).rejects.toThrow(/ECONNREFUSED/);
});
