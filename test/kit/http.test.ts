import { connect } from 'node:net';
import { Client as ClientTwo, StreamableHTTPClientTransport as TransportTwo } from '@modelcontextprotocol/client';
import { Client as ClientOne } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportOne } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, describe, expect, it } from 'vitest';
import { type Serving, serveHttp } from '../../src/kit/serve/http.ts';
import type { HttpOptions } from '../../src/kit/serve/http-options.ts';
import { Fault } from '../../src/model/fault.ts';
import { legacyCall, modernCall, raw, told } from './http-requests.ts';
import { AUDIENCE, createIssuer, ISSUER } from './issuer.ts';
import { type TinyServed, tinyServed } from './tiny-served.ts';

const open: Serving[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function start(options: HttpOptions = {}): Promise<{ tiny: TinyServed; url: string; serving: Serving; lines: string[] }> {
  const tiny = tinyServed();
  const lines: string[] = [];
  const serving = await serveHttp(tiny, { signals: false, graceMs: 200, log: (line) => lines.push(line), ...options });
  open.push(serving);
  return { tiny, url: serving.url, serving, lines };
}

async function fault(options: HttpOptions): Promise<string> {
  const error = await start(options).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Fault);
  return error instanceof Fault ? `${error.message}: ${error.hint}` : '';
}

describe('where it listens', () => {
  it('is loopback and a free port when nothing is said', async () => {
    const { serving, url, lines } = await start();
    expect(url).toBe(`http://127.0.0.1:${serving.port}/mcp`);
    expect(lines).toEqual([`listening at ${url}`]);
  });

  it('may be the loopback address of IPv6, or localhost', async () => {
    const { url } = await start({ host: '::1' });
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+\/mcp$/);
    expect((await raw(url, legacyCall('whoami'))).status).toBe(200);
    expect((await start({ host: 'localhost' })).url).toMatch(/^http:\/\/localhost:\d+\/mcp$/);
  });

  it('is refused without auth when others could reach it, and on every address without the names that clients use', async () => {
    expect(await fault({ host: '192.168.1.5' })).toContain('without auth');
    expect(await fault({ host: 'erp.example' })).toContain('without auth');
    expect(await fault({ host: '0.0.0.0' })).toMatch(/give auth.*allowedHosts.*publicUrl/);
    expect(await fault({ host: '::' })).toContain('auth');
    const { jwks } = await createIssuer();
    const auth = { issuer: ISSUER, jwks };
    expect(await fault({ host: '0.0.0.0', auth })).toMatch(/^[^:]+: give allowedHosts.*publicUrl/);
    expect(await fault({ host: '0.0.0.0', auth, publicUrl: AUDIENCE })).toContain('give allowedHosts');
    const { url } = await start({ host: '0.0.0.0', auth, publicUrl: AUDIENCE, allowedHosts: ['erp.example'] });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    expect((await raw(url, legacyCall('whoami'))).status).toBe(401);
  });

  it('is told in a sentence when the port is taken, is none, or the address is not ours', async () => {
    const { serving } = await start();
    expect(await fault({ port: serving.port })).toMatch(/port \d+ of 127\.0\.0\.1 is in use: .*another port/);
    for (const port of [-1, 65_536, 1.5, Number.NaN]) expect(await fault({ port })).toContain(`port ${port}`);
    const { jwks } = await createIssuer();
    const foreign = { host: '192.0.2.1', auth: { issuer: ISSUER, jwks } };
    expect(await fault(foreign)).toContain('no address 192.0.2.1');
    expect(await fault({ host: 'a/b' })).toContain('no address');
  });

  it.each(['mcp', '/mcp?a', '/health', '/.well-known/oauth-protected-resource', ''])('cannot have the path %j', async (path) => {
    expect(await fault({ path })).toContain('the endpoint cannot be at');
  });

  it.each(['erp.example', 'ftp://erp.example', 'https://user@erp.example/', 'https://erp.example/mcp?a=b'])(
    'cannot have the public URL %j',
    async (publicUrl) => {
      expect(await fault({ publicUrl })).toContain('publicUrl');
    },
  );
});

describe('requests', () => {
  it('outside the endpoint get 404 as JSON that repeats nothing of them', async () => {
    const { url } = await start();
    const answer = await raw(new URL('/secret-path?access_token=secret', url).href, { method: 'GET' });
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.json.error.message).toContain('/mcp');
    expect(answer.text).not.toContain('secret');
  });

  it('with GET and DELETE are not allowed', async () => {
    const { url } = await start();
    for (const method of ['GET', 'DELETE', 'PUT'])
      expect((await raw(url, { method, headers: { accept: 'text/event-stream' } })).status).toBe(405);
  });

  it('without auth come from the person at this machine, each with a caller of its own', async () => {
    const { url, tiny } = await start();
    expect(told(await raw(url, legacyCall('cancel_order')))).toMatchObject({ principal: 'local', agent: null, scopes: null });
    await raw(url, legacyCall('whoami'));
    expect(tiny.callers).toHaveLength(2);
    expect(tiny.callers[0]).not.toBe(tiny.callers[1]);
  });

  it.each(['content-length', 'chunked'])('with a longer body than allowed get 413 (%s), and the adapter goes on', async (how) => {
    const { url } = await start({ maxBodyBytes: 1000 });
    const { headers } = legacyCall('whoami');
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { padding: 'x'.repeat(2_000_000) } });
    const length: Record<string, string> =
      how === 'chunked' ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body.length) };
    const answer = await raw(url, { headers: { ...headers, ...length }, body });
    expect(answer.status).toBe(413);
    expect(answer.json.error.message).toContain('1000 bytes');
    expect((await raw(url, legacyCall('whoami'))).status).toBe(200);
  });

  it('of just the size that is allowed are served', async () => {
    const { headers, body } = legacyCall('whoami', { text: 'ä€😀' });
    const { url } = await start({ maxBodyBytes: Buffer.byteLength(body) });
    expect(told(await raw(url, { headers, body })).arguments).toEqual({ text: 'ä€😀' });
    expect((await raw(url, { headers, body: `${body} ` })).status).toBe(413);
  });

  it.each(['{"jsonrpc":', '', '[]', '"text"', 'null', `${'['.repeat(100_000)}`, `${'['.repeat(50_000)}${']'.repeat(50_000)}`, '\ufffd'])(
    'that are no message get a JSON-RPC error: %.20s',
    async (body) => {
      const { url } = await start();
      const answer = await raw(url, { headers: legacyCall('whoami').headers, body });
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
      expect((await raw(url, legacyCall('whoami'))).status).toBe(200);
    },
  );

  it('show tools neither the credential nor the query string', async () => {
    const { url, tiny } = await start();
    await raw(`${url}?access_token=query-secret`, legacyCall('whoami', {}, { authorization: 'Bearer header-secret' }));
    await raw(`${url}?access_token=query-secret`, modernCall('whoami', {}, { authorization: 'Bearer header-secret' }));
    expect(tiny.seen).toHaveLength(2);
    for (const context of tiny.seen as { http?: { req?: Request } }[]) {
      const request = context.http?.req;
      expect(request?.headers.get('accept')).toContain('application/json');
      expect([...(request?.headers ?? [])].flat().join(' ') + request?.url + JSON.stringify(context)).not.toContain('secret');
    }
  });

  it('answer with 500 and without details when no server can be made, and the log tells why', async () => {
    const { url, tiny, lines } = await start();
    tiny.connect = () => {
      throw new Error('the database is locked');
    };
    const answer = await raw(url, legacyCall('whoami'));
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('database');
    expect(lines.join('\n')).toContain('the database is locked');
  });
});

describe('health', () => {
  it('tells name, version and for how long it runs, to GET and HEAD only', async () => {
    const { url } = await start();
    const health = new URL('/health', url).href;
    const { status, json, headers } = await raw(health, { method: 'GET' });
    expect([status, json]).toEqual([200, { status: 'ok', name: 'tiny', version: '1.2.3', uptime_s: expect.any(Number) }]);
    expect(headers['cache-control']).toBe('no-store');
    const head = await raw(health, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    for (const method of ['POST', 'DELETE', 'OPTIONS']) expect((await raw(health, { method })).status).toBe(405);
  });

  it('needs no token', async () => {
    const { jwks } = await createIssuer();
    const { url } = await start({ auth: { issuer: ISSUER, jwks } });
    expect((await raw(new URL('/health', url).href, { method: 'GET' })).status).toBe(200);
  });
});

describe('SDK clients', () => {
  it.each(['legacy', 'auto'] as const)('of 2.x list and call in mode %s, and hear of progress', async (mode) => {
    const { url } = await start();
    const client = new ClientTwo({ name: 'two', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(new TransportTwo(new URL(url)));
    expect(client.getProtocolEra()).toBe(mode === 'legacy' ? 'legacy' : 'modern');
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('whoami');
    const heard: unknown[] = [];
    const result = await client.callTool(
      { name: 'slow', arguments: { ms: 50 } },
      { onprogress: (progress) => heard.push(progress.message) },
    );
    expect(result.content).toEqual([{ type: 'text', text: expect.stringContaining('"tool":"slow"') }]);
    expect(heard).toEqual(['begun']);
    await client.close();
  });

  it('of 1.x list and call, and hear of progress', async () => {
    const { url } = await start();
    const client = new ClientOne({ name: 'one', version: '1' });
    // The types of SDK 1.x are not written for exactOptionalPropertyTypes.
    await client.connect(new TransportOne(new URL(url)) as Parameters<typeof client.connect>[0]);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('whoami');
    const heard: unknown[] = [];
    const result = await client.callTool({ name: 'slow', arguments: { ms: 50 } }, undefined, {
      onprogress: (each) => heard.push(each.message),
    });
    expect(result.content).toEqual([{ type: 'text', text: expect.stringContaining('"tool":"slow"') }]);
    expect(heard).toEqual(['begun']);
    await client.close();
  });

  it('that subscribed are told of changes', async () => {
    const { url, tiny } = await start();
    let told = () => {};
    const heard = new Promise<void>((resolve) => {
      told = resolve;
    });
    const client = new ClientTwo(
      { name: 'two', version: '1' },
      { versionNegotiation: { mode: 'auto' }, listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => told() } } },
    );
    await client.connect(new TransportTwo(new URL(url)));
    tiny.changed({ kind: 'tools_list_changed' });
    await heard;
    await client.close();
  });
});

describe('answers', () => {
  it('are one JSON document where nothing comes before them, and a stream where something does', async () => {
    const { url } = await start();
    const plain = await raw(url, modernCall('whoami'));
    expect(plain.headers['content-type']).toContain('application/json');
    expect(plain.headers['x-content-type-options']).toBe('nosniff');
    const { headers, body } = modernCall('slow', { ms: 20 });
    const message = JSON.parse(body);
    message.params._meta.progressToken = 'p';
    const streamed = await raw(url, { headers, body: JSON.stringify(message) });
    expect(streamed.headers['content-type']).toContain('text/event-stream');
    expect(streamed.text.indexOf('notifications/progress')).toBeGreaterThan(0);
    expect(streamed.text.indexOf('"result"')).toBeGreaterThan(streamed.text.indexOf('notifications/progress'));
  });

  it.each(['application/json', '*/*', null])('are JSON for a client of the earlier revisions that sends Accept: %s', async (accept) => {
    const { url } = await start();
    const { headers, body } = legacyCall('slow', { ms: 10 });
    const { accept: _, ...others } = headers;
    const message = JSON.parse(body);
    message.params._meta = { progressToken: 'p' };
    const ask = (value: unknown) => raw(url, { headers: accept === null ? others : { ...headers, accept }, body: JSON.stringify(value) });
    const answer = await ask(message);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.json).toMatchObject({ id: 1, result: { content: [{ text: expect.stringContaining('slow') }] } });
    const both = await ask([message, { ...message, id: 2 }]);
    expect(both.json.map(({ id }: { id: number }) => id).sort()).toEqual([1, 2]);
    expect((await ask({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
    expect((await ask({ ...message, method: 'nothing' })).json).toMatchObject({ id: 1, error: { code: -32601 } });
  });

  it.each([
    ['legacy', legacyCall],
    ['modern', modernCall],
  ] as const)('to 1,000 concurrent calls all come, each to its own (%s)', async (_, call) => {
    const { url } = await start();
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, async (_, n) => {
        const answer = await raw(url, call('whoami', { n }, {}, `id-${n}`));
        const { arguments: args } = told(answer);
        return [answer.status, args.n, answer.text.includes(`"id":"id-${n}"`)];
      }),
    );
    expect(answers).toEqual(Array.from({ length: 1_000 }, (_, n) => [200, n, true]));
  });
});

describe('a client that goes away', () => {
  it.each([
    ['legacy', legacyCall],
    ['modern', modernCall],
  ] as const)('cancels its call (%s)', async (_, call) => {
    const { url, tiny } = await start();
    const leave = new AbortController();
    const { headers, body } = call('slow', { ms: 30_000 });
    const asked = fetch(url, { method: 'POST', headers, body, signal: leave.signal });
    await until(() => tiny.running() === 1);
    leave.abort();
    await expect(asked).rejects.toThrow();
    await until(() => tiny.running() === 0);
  });

  it('but only slowly is cut off: one that sends its headers byte by byte', async () => {
    const { serving } = await start();
    const socket = connect(serving.port, '127.0.0.1');
    const drip = setInterval(() => socket.write('x'), 200);
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => {}).on('data', () => {});
    socket.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    await closed;
    clearInterval(drip);
  });

  it('in the middle of its body, or after half a header, harms nobody', async () => {
    const { url, serving } = await start();
    for (const text of [
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"jsonrpc"',
      'POST /mcp HT',
      'nonsense\r\n\r\n',
    ])
      await new Promise<void>((resolve) => {
        const socket = connect(serving.port, '127.0.0.1', () => socket.write(text, () => socket.destroy()));
        socket.on('close', () => resolve());
      });
    expect((await raw(url, legacyCall('whoami'))).status).toBe(200);
  });
});

/** Waits for it; the test's own time limit ends it. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}
