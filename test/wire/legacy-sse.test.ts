import { expect, test } from 'vitest';
import { resultOf } from '../../src/model/exchange.ts';
import { detectLegacySse } from '../../src/wire/legacy-sse.ts';
import { notification, request, serve, startFixture } from './http-server.ts';

const EVENTS = { 'content-type': 'text/event-stream' };

test('an adapter of 2024-11-05 is found by its endpoint event and answers on its stream', async () => {
  await using fixture = await startFixture('legacy-sse-http.mjs');
  const channel = await detectLegacySse(fixture.url, {}, 2_000);
  expect(channel?.endpoint?.pathname).toBe('/messages');
  if (!channel) return;
  const initialize = await channel.exchange(request('initialize', { protocolVersion: '2024-11-05' }));
  expect(resultOf(initialize)?.protocolVersion).toBe('2024-11-05');
  expect((await channel.exchange(notification('notifications/initialized'))).outcome).toBe('accepted');
  const lists = await Promise.all([1, 2, 3].map(() => channel.exchange(request('tools/list'))));
  expect(lists.map((list) => list.outcome)).toEqual(['answered', 'answered', 'answered']);
  await channel.close();
  expect((await channel.exchange(request('tools/list', {}, { timeoutMs: 500 }))).outcome).not.toBe('answered');
});

test.each([
  ['a page', { 'content-type': 'text/html' }, '<html>'],
  ['a stream without an endpoint event', EVENTS, 'data: {}\n\n'],
  ['an endpoint on another origin', EVENTS, 'event: endpoint\ndata: http://127.0.0.9:1/messages\n\n'],
  ['a stream that says nothing', EVENTS, ''],
])('%s is no such adapter', async (_title, headers, text) => {
  await using server = await serve((_, _message, response) => {
    response.writeHead(200, headers);
    response.flushHeaders();
    response.write(text || ':\n');
  });
  expect(await detectLegacySse(server.url, {}, 300)).toBeNull();
});

test('a stream that ends before the answer is gone, not silent', async () => {
  await using server = await serve((incoming, _message, response) => {
    if (incoming.method === 'POST') {
      response.writeHead(202).end();
      return stream?.end();
    }
    stream = response.writeHead(200, EVENTS);
    return stream.write('event: endpoint\ndata: /messages\n\n');
  });
  let stream: import('node:http').ServerResponse | undefined;
  const channel = await detectLegacySse(server.url, {}, 2_000);
  expect(await channel?.exchange(request('tools/list'))).toMatchObject({
    outcome: 'gone',
    reason: 'the event stream ended without a response',
  });
  await channel?.close();
});
