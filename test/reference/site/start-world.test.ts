import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startWorld, type World } from '../../../fixtures/site/start.mjs';

const START = fileURLToPath(new URL('../../../fixtures/site/start.mjs', import.meta.url));

let world: World;

beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const post = (path: string, body: Record<string, string> = {}) =>
  fetch(world.url + path, { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' });
const idsAt = async (path: string) => (await (await fetch(world.url + path)).text()).match(/(?<=class="id">)[^<]*/g);

test('thirty orders stand on three pages', async () => {
  expect(await idsAt('/orders.html')).toEqual(Array.from({ length: 10 }, (_, index) => `A-${1001 + index}`));
  expect(await idsAt('/orders.html?page=3')).toEqual(Array.from({ length: 10 }, (_, index) => `A-${1021 + index}`));
  expect(await (await fetch(`${world.url}/orders.html?page=3`)).text()).not.toContain('rel="next"');
});

test('an order that was deleted is gone from its shop and from no other, until the world is reset', async () => {
  expect((await post('/orders/A-1002/delete?shop=s1&page=1')).headers.get('location')).toBe('/orders.html?shop=s1&page=1');
  expect((await post('/orders/A-1002/delete?shop=s1&page=1')).status).toBe(404);
  expect(await idsAt('/orders.html?shop=s1')).not.toContain('A-1002');
  expect(world.seen('s1').orders).toHaveLength(29);
  expect(world.seen().orders).toHaveLength(30);
  expect(world.seen().deletions).toEqual(['A-1002']);
  world.reset();
  expect(world.seen('s1')).toEqual({ orders: world.seen().orders, deletions: [], submissions: [], signIns: [] });
  expect(world.seen().orders).toHaveLength(30);
});

test('the account page names who has signed in with the right password, and nobody else', async () => {
  const { user, password } = world.login;
  expect((await post('/sign-in.html', { user, password: 'wrong' })).status).toBe(401);
  const signedIn = await post('/sign-in.html', { user, password });
  expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/account.html']);
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect(await (await fetch(`${world.url}/account.html`, { headers: { cookie } })).text()).toContain(`>${user}</strong>`);
  expect(await (await fetch(`${world.url}/account.html`)).text()).toContain('>nobody</strong>');
  expect(world.seen().signIns).toEqual([
    { user, ok: false },
    { user, ok: true },
  ]);
});

test('each contact form that is sent is counted, from another origin too, and its text is no markup', async () => {
  const form = { name: '<b>A</b>', email: 'a@shop.example', message: 'm' };
  await post('/form.html', form);
  await fetch(`${world.url}/form.html`, { method: 'POST', body: new URLSearchParams(form), headers: { origin: 'http://other.example' } });
  expect(world.seen().submissions).toEqual([form, form]);
  const shown = await post('/sign-in.html', { user: '<b>A</b>', password: '<i>' });
  expect(await shown.text()).not.toContain('<b>A</b>');
});

test('the certificate of the TLS site is trusted by nobody', async () => {
  const failure = await new Promise((resolve) =>
    httpsRequest(world.tls, () => resolve(null))
      .on('error', resolve)
      .end(),
  );
  expect(failure).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
});

test('every connection to the private host is counted, even one that asks nothing', async () => {
  const { hostname, port } = new URL(world.private.url);
  expect([hostname, world.private.hits()]).toEqual(['127.0.0.9', 0]);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  await expect.poll(() => world.private.hits()).toBe(1);
  await fetch(world.private.url);
  expect(world.private.hits()).toBe(2);
  socket.destroy();
});

test('the section allows the site and the TLS site, and not the private host', () => {
  const hosts = [world.url, world.tls].map((url) => new URL(url).host);
  expect(world.config.privateHosts).toEqual(hosts);
});

test('the config is written for its owner only, with the section in it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-world-'));
  try {
    const file = world.writeConfig(join(folder, 'new'));
    expect(file).toBe(join(folder, 'new', 'mcp-adapter.json'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ reference: world.config });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the page of fifty megabytes is sent to its end', async () => {
  let bytes = 0;
  for await (const piece of (await fetch(`${world.url}/big`)).body ?? []) bytes += piece.length;
  expect(bytes).toBeGreaterThanOrEqual(50 * 1024 * 1024);
});

test('closing ends a page that hangs, a tunnel and every port, and may be done twice', async () => {
  const hanging = fetch(`${world.url}/hang`).catch(() => 'ended');
  const tunnel = connect(Number(new URL(world.proxies.us).port), '127.0.0.1');
  tunnel.write(`CONNECT ${new URL(world.url).host} HTTP/1.1\r\n\r\n`);
  await once(tunnel, 'data');
  const tunnelEnded = once(tunnel, 'close');
  await Promise.all([world.close(), world.close()]);
  expect(await hanging).toBe('ended');
  await tunnelEnded;
  const { us, de, auth } = world.proxies;
  for (const url of [world.url, world.tls, world.private.url, us, de, auth])
    await expect(fetch(url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  await world.close();
});

test.each(['its stdin ends', 'SIGTERM'])('run by itself it prints where it is and stays until %s', async (how) => {
  const child = spawn(process.execPath, [START], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  let printed = '';
  for await (const piece of child.stdout) {
    printed += piece;
    if (printed.includes('\n}\n')) break;
  }
  const { url, echo } = JSON.parse(printed);
  expect(echo).toBe(`${url}/echo`);
  if (how === 'SIGTERM') child.kill('SIGTERM');
  else child.stdin.end();
  expect(await exited).toEqual([0, null]);
  await expect(fetch(echo)).rejects.toThrow();
});
