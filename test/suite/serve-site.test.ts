import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { Agent, get, request } from 'node:http';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { serveSite } from '../../src/suite/serve-site.ts';
import { folderWith } from './suite-folder.ts';

const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function site(files: Record<string, string>): Promise<{ folder: string; url: string }> {
  const folder = join(folderWith(Object.fromEntries(Object.entries(files).map(([path, text]) => [`site/${path}`, text]))), 'site');
  mkdirSync(folder, { recursive: true });
  const { url, close } = await serveSite(folder);
  ends.push(close);
  return { folder, url };
}

/** Asks for a path exactly as it is written: fetch would tidy it. */
function ask(
  url: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; body: string; type: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const sent = request({ hostname, port, path, headers, method, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body, type: response.headers['content-type'] ?? '' }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

test('pages are served on loopback, as they are at each request', async () => {
  const { folder, url } = await site({ 'index.html': 'home', 'orders.html': 'one', 'a b/c.json': '{}', 'shop/index.html': 'shop' });
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await ask(url, '/')).toEqual({ status: 200, body: 'home', type: 'text/html;charset=utf-8' });
  expect(await ask(url, '/orders.html?x=1')).toMatchObject({ status: 200, body: 'one' });
  expect(await ask(url, '/orders')).toMatchObject({ status: 200, body: 'one' });
  expect(await ask(url, '/shop/')).toMatchObject({ status: 200, body: 'shop' });
  expect(await ask(url, '/a%20b/c.json')).toEqual({ status: 200, body: '{}', type: 'application/json' });
  expect(await ask(url, '/none.html')).toMatchObject({ status: 404, body: '' });
  writeFileSync(join(folder, 'orders.html'), 'another');
  writeFileSync(join(folder, 'none.html'), 'now');
  expect(await ask(url, '/orders.html')).toMatchObject({ status: 200, body: 'another' });
  expect(await ask(url, '/none.html')).toMatchObject({ status: 200, body: 'now' });
});

test('only GET and HEAD are answered', async () => {
  const { url } = await site({ 'index.html': 'home' });
  expect(await ask(url, '/', {}, 'HEAD')).toMatchObject({ status: 200, body: '' });
  expect(await ask(url, '/', {}, 'POST')).toMatchObject({ status: 405 });
});

test('dotfiles and what is outside the folder are not there', async () => {
  const { folder, url } = await site({
    'index.html': 'home',
    '.env': 'SECRET',
    '.git/config': 'SECRET',
    'a/.env.html': 'SECRET',
    'a/b.html': 'b',
  });
  writeFileSync(join(folder, '../outside.html'), 'SECRET');
  mkdirSync(join(folder, '../site-two'));
  writeFileSync(join(folder, '../site-two/index.html'), 'SECRET');
  const paths = [
    '/.env',
    '/%2eenv',
    '/.git/config',
    '/a/../.env',
    '/a/.env',
    '/a/',
    '/../outside.html',
    '/../outside',
    '/%2e%2e/outside.html',
    '/..%2foutside.html',
    '/a/../../outside.html',
    '//../outside.html',
    '/..\\outside.html',
    '/../site-two/index.html',
    '/../site-two/',
    '/../site-two',
    '/.',
    '/..',
    '/%00',
    '/%',
    '/%c0%ae%c0%ae/outside.html',
  ];
  for (const path of paths) {
    const { body } = await ask(url, path);
    expect(body, path).not.toContain('SECRET');
  }
  expect((await ask(url, '/.env')).status).toBe(404);
  expect((await ask(url, '/../outside.html')).status).toBe(404);
  expect(await ask(url, '/a/b')).toMatchObject({ status: 200, body: 'b' });
});

test('a symlink is followed within the folder and refused where it leaves it, or leads to a dotfile', async () => {
  const { folder, url } = await site({ 'real.html': 'real', '.env': 'SECRET', 'pages/x.html': 'x' });
  const outside = folderWith({ 'secret.html': 'SECRET' });
  symlinkSync('real.html', join(folder, 'inside.html'));
  symlinkSync('pages', join(folder, 'more'));
  symlinkSync(join(outside, 'secret.html'), join(folder, 'file.html'));
  symlinkSync(outside, join(folder, 'dir'));
  symlinkSync('.env', join(folder, 'env.txt'));
  symlinkSync('loop.html', join(folder, 'loop.html'));
  expect(await ask(url, '/inside.html')).toMatchObject({ status: 200, body: 'real' });
  expect(await ask(url, '/more/x.html')).toMatchObject({ status: 200, body: 'x' });
  for (const path of ['/file.html', '/file', '/dir/secret.html', '/dir/secret', '/env.txt', '/loop.html', '/loop'])
    expect(await ask(url, path), path).toMatchObject({ status: 404, body: '' });
});

test('a folder that is itself reached by a symlink is served', async () => {
  const folder = folderWith({ 'real/index.html': 'home' });
  symlinkSync('real', join(folder, 'link'));
  const { url, close } = await serveSite(join(folder, 'link'));
  ends.push(close);
  expect(await ask(url, '/')).toMatchObject({ status: 200, body: 'home' });
});

test('a range that runs backwards and a file that cannot be opened break one answer and nothing else', async () => {
  const { folder, url } = await site({ 'index.html': 'home' });
  // A socket has a name and a size, and cannot be opened by anybody.
  const socket = createServer().listen(join(folder, 'socket.html'));
  ends.push(() => new Promise((resolve) => socket.close(() => resolve())));
  await once(socket, 'listening');
  expect(await ask(url, '/', { range: 'bytes=1-2' })).toMatchObject({ status: 206, body: 'om' });
  await ask(url, '/', { range: 'bytes=3-1' }).catch(() => {});
  await ask(url, '/socket.html').catch(() => {});
  expect(await ask(url, '/')).toMatchObject({ status: 200, body: 'home' });
});

test('closing ends connections that are kept alive, and frees the port', async () => {
  const folder = folderWith({ 'index.html': 'home' });
  const { url, close } = await serveSite(folder);
  const agent = new Agent({ keepAlive: true });
  await new Promise<void>((resolve, reject) => {
    get(url, { agent }, (response) => response.resume().on('end', resolve)).on('error', reject);
  });
  const idle = connect(Number(new URL(url).port), '127.0.0.1');
  await new Promise((resolve) => idle.once('connect', resolve));
  const ended = new Promise((resolve) => idle.once('close', resolve));
  await close();
  await ended;
  agent.destroy();
  await expect(ask(url, '/')).rejects.toThrow('ECONNREFUSED');
});
