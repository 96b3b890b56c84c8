import { Agent } from 'node:http';
import { expect, test } from 'vitest';
import { startGuard } from '../../../src/reference/guard/start-guard.ts';
import { ask, askTunnel } from './ask.ts';
import { closeAfterEach, keep, policyWith, serve } from './opened.ts';

closeAfterEach();

test('an address is refused with 403 by request and by tunnel, counted, and found by its host and port only', async () => {
  const guard = await keep(startGuard({ policy: policyWith(), upstream: null }));
  const since = performance.now();
  for (const url of ['http://127.0.0.9/', 'http://0x7f.0.0.9:80/', 'http://[::ffff:127.0.0.9]/', 'http://localhost:81/'])
    expect(await ask(guard.url, url)).toMatchObject({ status: 403, headers: { 'x-mcp-adapter-guard': 'url_blocked' }, body: '' });
  for (const authority of ['127.0.0.9:443', '2130706441:443', '[::ffff:7f00:9]:443', '127.9:443', '127.0.0.9.:443', 'localhost:443'])
    expect(await askTunnel(guard.url, authority)).toMatchObject({ status: 403, headers: { 'x-mcp-adapter-guard': 'url_blocked' } });
  expect(guard.counts).toEqual({ connections: 0, blocked: 10 });
  expect(guard.failureFor('http://127.9/', since)).toMatchObject({ host: '127.0.0.9', port: 80, code: 'url_blocked', retryable: false });
  expect(guard.failureFor('https://127.0.0.9/', since)).toMatchObject({ port: 443 });
  expect(guard.failureFor(null, since)).toMatchObject({ host: 'localhost', port: 443 });
  expect(guard.failureFor('http://127.0.0.9:8080/', since)).toBeNull();
  expect(guard.failureFor('not a url', since)).toBeNull();
  expect(guard.failureFor(null, performance.now())).toBeNull();
});

test('a name is refused when only one of its addresses is not public, and a declared port counts for itself only', async () => {
  const resolve = async () => ['1.1.1.1', '127.0.0.9'];
  const guard = await keep(startGuard({ policy: policyWith('127.0.0.9:8080', 'other.test:80'), upstream: null, resolve }));
  for (const url of ['http://shop.test/', 'http://shop.test:8080/', 'http://other.test:8080/'])
    expect((await ask(guard.url, url)).headers['x-mcp-adapter-guard']).toBe('url_blocked');
  expect(guard.failureFor('http://shop.test/', 0)?.message).toMatch(
    /^"shop\.test:80" leads to an address of this machine, which pages may not use/,
  );
});

test('a declared name that turns to a metadata or link-local address is refused', async () => {
  for (const address of ['169.254.169.254', 'fe80::1', '0.0.0.0', '224.0.0.1']) {
    const guard = await keep(startGuard({ policy: policyWith('intranet.test:80'), upstream: null, resolve: async () => [address] }));
    expect((await ask(guard.url, 'http://intranet.test/')).status).toBe(403);
  }
});

test('a name that leads to a denied address is refused, and one that leads nowhere does not exist', async () => {
  const names: Record<string, string[]> = { 'alias.test': ['1.1.1.1'], 'mapped.test': ['::ffff:1.1.1.1'] };
  const policy = { ...policyWith(), denyHosts: ['1.1.1.1'] };
  const guard = await keep(startGuard({ policy, upstream: null, resolve: async (host) => names[host] ?? [] }));
  for (const name of Object.keys(names)) {
    expect((await ask(guard.url, `http://${name}/`)).headers['x-mcp-adapter-guard']).toBe('url_blocked');
    expect(guard.failureFor(`http://${name}/`, 0)?.message).toMatch(/leads to an address on the operator's deny list/);
  }
  expect((await ask(guard.url, 'http://empty.test/')).headers['x-mcp-adapter-guard']).toBe('dns_failed');
});

test('a name is looked up once for a connection, and no second answer counts', async () => {
  const site = await serve((_request, response) => response.end('site'));
  const answers = [['127.0.0.1'], ['127.0.0.9']];
  const resolve = async () => answers.shift() ?? [];
  const guard = await keep(startGuard({ policy: policyWith(`shop.test:${site.port}`), upstream: null, resolve }));
  expect((await ask(guard.url, `http://shop.test:${site.port}/`)).body).toBe('site');
  expect(answers).toEqual([['127.0.0.9']]);
});

test('a host is dialled at its next address when the first does not answer', async () => {
  const site = await serve((_request, response) => response.end('site'));
  const resolve = async () => ['127.0.0.9', '127.0.0.1'];
  const guard = await keep(startGuard({ policy: policyWith(`shop.test:${site.port}`), upstream: null, resolve }));
  expect((await ask(guard.url, `http://shop.test:${site.port}/`)).body).toBe('site');
});

test('the guard cannot be asked for itself', async () => {
  const guard = await keep(startGuard({ policy: policyWith(), upstream: null }));
  expect(await ask(guard.url, `${guard.url}/`)).toMatchObject({ status: 403, headers: { 'x-mcp-adapter-guard': 'url_blocked' } });
  expect((await askTunnel(guard.url, guard.url.slice('http://'.length))).status).toBe(403);
  expect(guard.counts).toEqual({ connections: 0, blocked: 2 });
});

test('500 failures are kept, the newest', async () => {
  const guard = await keep(startGuard({ policy: policyWith(), upstream: null }));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let port = 20_000; port <= 20_500; port++) await ask(guard.url, `http://127.0.0.9:${port}/`, { agent });
  agent.destroy();
  expect(guard.failureFor('http://127.0.0.9:20000/', 0)).toBeNull();
  expect(guard.failureFor('http://127.0.0.9:20001/', 0)?.code).toBe('url_blocked');
});
