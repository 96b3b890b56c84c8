import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedHost } from '../../src/kit/serve/guards.ts';
import { type Serving, serveHttp } from '../../src/kit/serve/http.ts';
import { fitsOrigin, originPattern } from '../../src/kit/serve/origin.ts';
import { legacyCall, raw } from './http-requests.ts';
import { tinyServed } from './tiny-served.ts';

let serving: Serving;
beforeAll(async () => {
  serving = await serveHttp(tinyServed(), {
    allowedHosts: ['erp.example', 'Büro.example'],
    allowedOrigins: ['https://app.example', 'http://tools.example:8080'],
    publicUrl: 'https://public.example/mcp',
    signals: false,
    log: () => {},
  });
});
afterAll(() => serving.close());

const HOSTS: [host: string, status: number][] = [
  ['localhost', 200],
  ['localhost:4711', 200],
  ['LOCALHOST', 200],
  ['127.0.0.1', 200],
  ['[::1]:80', 200],
  ['erp.example', 200],
  ['ERP.example:443', 200],
  ['public.example', 200],
  ['xn--bro-hoa.example', 200],
  ['evil.example', 403],
  ['erp.example.evil.example', 403],
  ['localhost.evil.example', 403],
  ['xerp.example', 403],
  ['evil.example@localhost', 403],
  ['localhost/evil.example', 403],
  ['localhost?', 403],
  ['localhost:x', 403],
  ['localhost, evil.example', 403],
  ['', 403],
];

const ORIGINS: [origin: string, status: number][] = [
  ['http://localhost:6274', 200],
  ['https://127.0.0.1', 200],
  ['http://[::1]:3000', 200],
  ['https://app.example', 200],
  ['https://app.example:8443', 200],
  ['http://tools.example:8080', 200],
  ['https://public.example', 200],
  ['https://public.example:443', 200],
  ['null', 403],
  ['', 403],
  ['https://evil.example', 403],
  ['https://app.example.evil.example', 403],
  ['http://app.example', 403],
  ['http://tools.example', 403],
  ['http://tools.example:80', 403],
  ['http://public.example', 403],
  ['https://public.example:8443', 403],
  ['http://localhost.evil.example', 403],
  ['http://localhost@evil.example', 403],
  ['http://evil.example#http://localhost', 403],
  ['localhost', 403],
  ['file://', 403],
];

describe('the guard', () => {
  it.each(HOSTS)('answers Host %j with %i', async (host, status) => {
    const { headers, body } = legacyCall('whoami', {}, { host });
    const answer = await raw(serving.url, { headers, body });
    expect(answer.status).toBe(status);
    if (status === 403)
      expect(answer.json).toMatchObject({ jsonrpc: '2.0', id: null, error: { message: expect.stringContaining('Host') } });
  });

  it.each(ORIGINS)('answers Origin %j with %i', async (origin, status) => {
    const answer = await raw(serving.url, legacyCall('whoami', {}, { origin }));
    expect(answer.status).toBe(status);
    if (status === 403)
      expect(answer.json).toMatchObject({ jsonrpc: '2.0', id: null, error: { message: expect.stringContaining('Origin') } });
  });

  it('refuses two Host headers, two Origin headers and a missing Host', async () => {
    const { body } = legacyCall('whoami');
    const usual = [
      'content-type',
      'application/json',
      'accept',
      'application/json, text/event-stream',
      'content-length',
      String(body.length),
    ];
    const status = async (...headers: string[]) => (await raw(serving.url, { headers: [...usual, ...headers], body })).status;
    expect(await status('host', 'localhost')).toBe(200);
    expect(await status('host', 'localhost', 'host', 'evil.example')).toBe(403);
    expect(await status('host', 'localhost', 'origin', 'http://localhost', 'origin', 'http://evil.example')).toBe(403);
    expect(await status()).toBe(403);
  });

  it('stands before health, metadata, unknown paths and other methods too', async () => {
    const { origin } = new URL(serving.url);
    for (const path of ['/health', '/.well-known/oauth-protected-resource', '/nothing', '/mcp'])
      for (const method of ['GET', 'OPTIONS', 'DELETE'])
        for (const headers of [{ host: 'evil.example' }, { origin: 'https://evil.example' }])
          expect([path, method, (await raw(origin + path, { method, headers })).status]).toEqual([path, method, 403]);
  });

  it('is not led astray by a request target that names another host', async () => {
    const answer = await raw(serving.url, { ...legacyCall('whoami'), path: 'http://evil.example/mcp' });
    expect(answer.status).toBe(404);
  });

  it('gives CORS headers to listed origins only, and answers their preflights', async () => {
    const preflight = (origin: string) =>
      raw(serving.url, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type, mcp-param-region' },
      });
    const listed = await preflight('https://app.example');
    expect(listed.status).toBe(204);
    expect(listed.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      'access-control-allow-headers': 'content-type, mcp-param-region',
    });
    const local = await preflight('http://localhost:6274');
    expect(local.status).toBe(405);
    expect(local.headers['access-control-allow-origin']).toBeUndefined();
    const served = await raw(serving.url, legacyCall('whoami', {}, { origin: 'https://app.example' }));
    expect(served.headers['access-control-allow-origin']).toBe('https://app.example');
  });
});

describe('entries of the lists', () => {
  it.each(['*', '*.example', 'erp.example:8443', 'https://erp.example', '::1', 'a b', ''])('%j is no allowed host', (entry) => {
    expect(() => allowedHost(entry)).toThrow('allowedHosts');
  });

  it.each(['*', 'https://*', 'https://app.example/', 'https://user@app.example', 'null?', ''])('%j is no allowed origin', (entry) => {
    expect(() => originPattern(entry)).toThrow('allowedOrigins');
  });

  it.each([
    ['app.example', 'http://app.example:81', true],
    ['app.example', 'https://app.example', true],
    ['https://app.example:443', 'https://app.example', true],
    ['https://app.example:443', 'https://app.example:444', false],
    ['chrome-extension://abcdefgh', 'chrome-extension://abcdefgh', true],
    ['chrome-extension://abcdefgh', 'https://abcdefgh', false],
    ['https://bücher.example', 'https://xn--bcher-kva.example', true],
  ])('the entry %j and Origin %j: %j', (entry, origin, fits) => {
    expect(fitsOrigin(origin, [originPattern(entry)])).toBe(fits);
  });
});
