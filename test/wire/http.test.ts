import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { resultOf } from '../../src/model/exchange.ts';
import { member } from '../../src/model/json.ts';
import { MODERN } from '../../src/model/protocol.ts';
import { HttpChannel } from '../../src/wire/http.ts';
import { delay } from '../../src/wire/wait.ts';
import { event, json, notification, request, serve, startFixture } from './http-server.ts';

const EVENTS = { 'content-type': 'text/event-stream' };
const META = { 'io.modelcontextprotocol/protocolVersion': MODERN, 'io.modelcontextprotocol/clientCapabilities': {} };

/** The result of one request to a server that answers like this. */
async function ask(
  answer: Parameters<typeof serve>[0],
  out = request('tools/list'),
  headers: Record<string, string> = {},
): Promise<Awaited<ReturnType<HttpChannel['exchange']>>> {
  await using server = await serve(answer);
  const channel = new HttpChannel({ url: server.url, headers });
  const exchange = await channel.exchange(out);
  await channel.close();
  return exchange;
}

describe.each(['json', 'sse'])('answers as %s', (answer) => {
  test('a legacy adapter is spoken to with its session and version, and the session is ended', async () => {
    await using fixture = await startFixture('legacy-http.mjs', { ANSWER: answer });
    const channel = new HttpChannel({ url: fixture.url });
    const initialize = await channel.exchange(request('initialize', { protocolVersion: '2025-11-25' }));
    expect(resultOf(initialize)?.protocolVersion).toBe('2025-11-25');
    channel.setEra({ revision: '2025-11-25', modern: false });
    expect((await channel.exchange(notification('notifications/initialized'))).outcome).toBe('accepted');
    const stream = await channel.openStream();
    expect(stream.http).toMatchObject({ status: 200, contentType: 'text/event-stream' });
    const list = await channel.exchange(request('tools/list'));
    expect(resultOf(list)?.tools).toHaveLength(1);
    expect(list.http?.contentType).toBe(answer === 'sse' ? 'text/event-stream' : 'application/json');
    const session = channel.sessionId ?? '';
    expect(session).not.toBe('');
    await channel.close();
    const later = new HttpChannel({ url: fixture.url, headers: { 'Mcp-Session-Id': session } });
    expect((await later.exchange(request('tools/list'))).http?.status).toBe(404);
    await later.close();
  });

  test('a modern adapter gets the headers that its body asks for', async () => {
    await using fixture = await startFixture('modern-http.mjs', { ANSWER: answer });
    const channel = new HttpChannel({ url: fixture.url });
    const discover = await channel.exchange(request('server/discover', { _meta: META }));
    expect(resultOf(discover)?.supportedVersions).toEqual([MODERN]);
    channel.setEra({ revision: MODERN, modern: true });
    const list = await channel.exchange(request('tools/list', { _meta: META }));
    const raw = resultOf(list)?.tools;
    channel.setToolHeaders([
      { index: 0, name: 'find_order', raw: Array.isArray(raw) ? raw[0] : null, bytes: 0, numbers: {}, source: null },
    ]);
    const call = { name: 'find_order', arguments: { number: '4711', region: 'Köln' }, _meta: META };
    expect(resultOf(await channel.exchange(request('tools/call', call)))?.content).toHaveLength(1);
    const mismatched = await channel.exchange(request('tools/call', call, { headers: { 'mcp-param-region': 'Bonn' } }));
    expect(member(mismatched.answer?.error, 'code')).toBe(-32020);
    await channel.close();
  });
});

test('the response is found among notifications, requests and other answers of one stream', async () => {
  const replies: unknown[] = [];
  await using server = await serve((_, message, response) => {
    if (!message.method) {
      replies.push(message);
      return response.writeHead(202).end();
    }
    response.writeHead(200, EVENTS);
    response.write(event({ jsonrpc: '2.0', method: 'notifications/message', params: { data: 'hello' } }));
    response.write(event({ jsonrpc: '2.0', id: 'r1', method: 'roots/list' }));
    response.write(event({ jsonrpc: '2.0', id: 'of-nobody', result: {} }));
    return response.end(event({ jsonrpc: '2.0', id: message.id, result: { tools: [] } }));
  });
  const channel = new HttpChannel({ url: server.url });
  channel.onServerRequest(({ id }) => ({ jsonrpc: '2.0', id, result: { roots: [] } }));
  const exchange = await channel.exchange(request('tools/list'));
  await channel.close();
  expect(exchange).toMatchObject({ outcome: 'answered', answer: { result: { tools: [] } } });
  expect(exchange.notifications.map((each) => each.method)).toEqual(['notifications/message']);
  expect(channel.unsolicited.map(({ message }) => member(message, 'id'))).toEqual(['r1', 'of-nobody']);
  expect(replies).toEqual([{ jsonrpc: '2.0', id: 'r1', result: { roots: [] } }]);
});

test.each([
  ['a text for a number', (id: unknown) => String(id)],
  ['null', () => null],
  ['another id', () => 'server-error'],
  ['a list of the right one', (id: unknown) => [id]],
])('an answer whose id is %s is still the answer', async (_title, idFor) => {
  const exchange = await ask((_, { id }, response) => json(response, 200, { jsonrpc: '2.0', id: idFor(id), result: { tools: [] } }));
  expect(exchange.outcome).toBe('answered');
});

test('an id that cannot be made a text belongs to nothing, and the right answer after it is found', async () => {
  const exchange = await ask((_, { id }, response) => {
    response.writeHead(200, EVENTS);
    response.write(event({ jsonrpc: '2.0', id: { toString: 1 }, result: {} }));
    response.end(event({ jsonrpc: '2.0', id, result: { tools: [] } }));
  });
  expect(exchange).toMatchObject({ outcome: 'answered', answer: { result: { tools: [] } } });
});

test('progress restarts the time limit', async () => {
  const out = request('tools/list', { _meta: { progressToken: 'p' } }, { timeoutMs: 300 });
  const progress = (at: number) =>
    event({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'p', progress: at } });
  const exchange = await ask((_, { id }, response) => {
    response.writeHead(200, EVENTS);
    setTimeout(() => response.write(progress(1)), 200);
    setTimeout(() => response.write(progress(2)), 400);
    setTimeout(() => response.end(event({ jsonrpc: '2.0', id, result: {} })), 600);
  }, out);
  expect(exchange.outcome).toBe('answered');
  expect(exchange.notifications).toHaveLength(2);
  expect(exchange.http?.longestGapMs).toBeGreaterThanOrEqual(150);
});

test('no progress extends the total of a request', async () => {
  const out = request('tools/list', { _meta: { progressToken: 'p' } }, { timeoutMs: 300, totalMs: 500 });
  let writing: NodeJS.Timeout | undefined;
  const exchange = await ask((_, _message, response) => {
    response.writeHead(200, EVENTS);
    const told = event({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } });
    writing = setInterval(() => response.write(told), 100);
  }, out);
  clearInterval(writing);
  expect(exchange.outcome).toBe('silent');
  expect(exchange.notifications.length).toBeGreaterThan(0);
});

test('silence after the head of an answer is told from silence before it', async () => {
  const after = await ask(
    (_, _message, response) => response.writeHead(200, EVENTS).flushHeaders(),
    request('tools/list', {}, { timeoutMs: 200 }),
  );
  expect(after).toMatchObject({ outcome: 'silent', http: { status: 200, firstByteMs: null } });
  const before = await ask(() => {}, request('tools/list', {}, { timeoutMs: 200 }));
  expect(before).toMatchObject({ outcome: 'silent', http: null });
});

test('a stream that was closed before its response is taken up again where it ended', async () => {
  const asked: (string | undefined)[] = [];
  let id: unknown;
  const exchange = await ask((incoming, message, response) => {
    response.writeHead(200, EVENTS);
    if (incoming.method === 'POST') {
      id = message.id;
      return response.end('retry: 20\nid: e1\ndata: \n\n');
    }
    asked.push(String(incoming.headers['last-event-id']));
    return response.end(`id: e2\n${event({ jsonrpc: '2.0', id, result: {} })}`);
  });
  expect(asked).toEqual(['e1']);
  expect(exchange.outcome).toBe('answered');
});

test('an event without its closing empty line is read, and marked', async () => {
  const exchange = await ask((_, { id }, response) => {
    response.writeHead(200, EVENTS);
    response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: {} })}\n`);
  });
  expect(exchange).toMatchObject({ outcome: 'answered', http: { unfinishedEvent: true } });
});

describe('redirects', () => {
  test('within the origin a 307 is followed once, noted, and remembered', async () => {
    const asked: string[] = [];
    await using server = await serve((incoming, { id }, response) => {
      asked.push(`${incoming.url} ${incoming.headers.authorization}`);
      if (incoming.url === '/mcp') return response.writeHead(307, { location: '/mcp/' }).end();
      return json(response, 200, { jsonrpc: '2.0', id, result: {} });
    });
    const channel = new HttpChannel({ url: server.url, headers: { Authorization: 'Bearer t' } });
    const first = await channel.exchange(request('tools/list'));
    await channel.exchange(request('tools/list'));
    await channel.close();
    expect(first.http?.followed).toEqual({ status: 307, url: server.url, location: `${server.url}/` });
    expect(asked).toEqual(['/mcp Bearer t', '/mcp/ Bearer t', '/mcp/ Bearer t']);
  });

  test('another origin is never asked', async () => {
    let reached = 0;
    await using other = await serve((_, _message, response) => {
      reached++;
      response.end();
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const exchange = await ask((_, _message, response) => response.writeHead(status, { location: `${other.origin}/mcp` }).end());
      expect(exchange).toMatchObject({ outcome: 'refused', http: { status, location: `${other.origin}/mcp` } });
    }
    expect(reached).toBe(0);
  });

  test('a loop ends', async () => {
    let asked = 0;
    const exchange = await ask((_, _message, response) => response.writeHead(308, { location: `/${++asked}` }).end());
    expect(exchange).toMatchObject({ outcome: 'refused', http: { status: 308 } });
    expect(asked).toBe(2);
  });
});

test.each([
  [401, '{"error":"Unauthorized"}', 'refused'],
  [403, '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"no"}}', 'refused'],
  [404, '{"error":"Not found"}', 'refused'],
  [404, '{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no"}}', 'answered'],
  [500, '<html><h1>Internal Server Error</h1></html>', 'refused'],
  [202, '', 'refused'],
  [200, 'null', 'refused'],
  [200, '[]', 'refused'],
  [200, '\ufeff{"jsonrpc":"2.0","id":null,"result":{}}', 'answered'],
  [200, '[{"jsonrpc":"2.0","id":null,"result":{}}]', 'answered'],
])('%i with %s is %s', async (status, body, outcome) => {
  const exchange = await ask((_, _message, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(body));
  expect(exchange).toMatchObject({ outcome, http: { status } });
});

test('a refused notification is no answered one', async () => {
  const answer = { jsonrpc: '2.0', error: { code: -32600, message: 'no' } };
  const refused = await ask((_, _message, response) => json(response, 400, answer), notification('notifications/x'));
  expect(refused).toMatchObject({ outcome: 'refused', answer: null });
  const answered = await ask((_, _message, response) => json(response, 200, answer), notification('notifications/x'));
  expect(answered).toMatchObject({ outcome: 'answered', answer });
});

test('what cannot be reached says why, and what breaks off is gone', async () => {
  const channel = new HttpChannel({ url: 'http://127.0.0.1:1/mcp' });
  expect(await channel.exchange(request('tools/list'))).toMatchObject({
    outcome: 'unreachable',
    reason: expect.stringContaining('ECONNREFUSED'),
  });
  await channel.close();
  expect(await ask((incoming) => incoming.socket.destroy())).toMatchObject({ outcome: 'gone', http: null });
  const cut = await ask((incoming, _message, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    response.write('{"jsonrpc"');
    setTimeout(() => incoming.socket.destroy(), 20);
  });
  expect(cut).toMatchObject({ outcome: 'gone', http: { status: 200 } });
});

test('a kept connection that was closed meanwhile costs no request', async () => {
  let requests = 0;
  await using server = await serve((incoming, { id }, response) => {
    requests++;
    json(response, 200, { jsonrpc: '2.0', id, result: {} });
    // Closed a moment after the answer, as servers with a short keep-alive do.
    response.on('finish', () => setTimeout(() => incoming.socket.destroy(), 30));
  });
  const channel = new HttpChannel({ url: server.url });
  for (let round = 0; round < 5; round++) {
    expect((await channel.exchange(request('tools/list'))).outcome).toBe('answered');
    await delay(29);
  }
  await channel.close();
  expect(requests).toBe(5);
});

describe('sizes', () => {
  test('an error page is read up to 64 KiB, a compressed one too', async () => {
    const page = `<html>${'x'.repeat(40 * 1024 * 1024)}`;
    const plain = await ask((_, _message, response) => response.writeHead(500, { 'content-type': 'text/html' }).end(page));
    expect(plain.outcome).toBe('refused');
    expect(plain.http?.body).toHaveLength(64 * 1024);
    const zipped = gzipSync(page);
    const bomb = await ask((_, _message, response) => response.writeHead(500, { 'content-encoding': 'gzip' }).end(zipped));
    expect(bomb.http?.bodyBytes).toBeLessThan(1024 * 1024);
  });

  test('an answer of 5 MiB is parsed, one of 20 MiB is not', async () => {
    const answer = (bytes: number) =>
      ask((_, { id }, response) => json(response, 200, { jsonrpc: '2.0', id, result: { text: 'x'.repeat(bytes) } }));
    expect((await answer(5 * 1024 * 1024)).outcome).toBe('answered');
    expect(await answer(20 * 1024 * 1024)).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('larger') });
  });
});

test('numbers that JavaScript cannot hold keep their text', async () => {
  const exchange = await ask((_, { id }, response) => response.end(`{"jsonrpc":"2.0","id":${id},"result":{"n":9223372036854775807}}`));
  expect(exchange.numbers).toEqual({ '/result/n': '9223372036854775807' });
});

test('a probe may set any header, and a GET stream is left after its head', async () => {
  await using server = await serve((incoming, _message, response) => {
    response.writeHead(200, { ...EVENTS, 'x-seen': `${incoming.headers.host} ${incoming.rawHeaders.includes('X-UPPER')}` }).flushHeaders();
  });
  const channel = new HttpChannel({ url: server.url });
  const exchange = await channel.raw({ httpMethod: 'GET', headers: { Host: 'evil.example', 'X-UPPER': '1' }, timeoutMs: 2_000 });
  await channel.close();
  expect(exchange.http?.headers['x-seen']).toBe('evil.example true');
  expect(exchange.ms).toBeLessThan(1_000);
});

test('aborting the signal ends the wait', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 50);
  const exchange = await ask(() => {}, request('tools/list', {}, { timeoutMs: 10_000, signal: controller.signal }));
  expect(exchange).toMatchObject({ outcome: 'silent' });
  expect(exchange.ms).toBeLessThan(2_000);
});

test('closing ends what is still open', async () => {
  await using server = await serve((_, _message, response) => response.writeHead(200, EVENTS).flushHeaders());
  const channel = new HttpChannel({ url: server.url });
  const stream = await channel.openStream();
  expect(stream.outcome).toBe('accepted');
  const started = performance.now();
  await channel.close();
  expect(performance.now() - started).toBeLessThan(1_000);
});
