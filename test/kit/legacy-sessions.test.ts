import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, expect, test } from 'vitest';
import { defineResource } from '../../src/kit/resource.ts';
import { type Serving, serveHttp } from '../../src/kit/serve/http.ts';
import type { Tool } from '../../src/kit/tool.ts';
import { adapterOf } from './harness.ts';
import { type Fields, readTool } from './tools.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** An adapter of these tools with two resources to subscribe to, over HTTP. */
async function serve(tools: readonly Tool[]) {
  const resource = (id: string) =>
    defineResource({ uri: `erp://orders/${id}`, name: id, title: id, description: `Order ${id}.`, read: () => ({ text: id }) });
  const adapter = adapterOf(tools, { resources: [resource('A-1'), resource('A-2')] });
  const serving = await serveHttp(adapter, { signals: false, log: () => {}, graceMs: 200 });
  open.push(() => serving.close());
  return { adapter, serving };
}

async function connect({ url }: Serving) {
  const transport = new StreamableHTTPClientTransport(new URL(url));
  const client = new Client({ name: 'a-host', version: '1' });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  open.push(() => client.close());
  return { client, transport };
}

/** A request as a client of an old revision sends it, within a session or not. */
const post = (url: string, body: object, session?: string) =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session ? { 'mcp-session-id': session } : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...body }),
  });

test('a client that cancels its call is heard, although that comes in a request of its own', async () => {
  let aborted = false;
  const { serving } = await serve([
    readTool(
      (_, { signal }) =>
        new Promise<Fields>((resolve) => {
          signal.addEventListener('abort', () => {
            aborted = true;
            resolve({});
          });
        }),
    ),
  ]);
  const { client } = await connect(serving);
  const stop = new AbortController();
  const call = client.callTool({ name: 'find_order', arguments: {} }, undefined, { signal: stop.signal });
  setTimeout(() => stop.abort('no longer wanted'), 100);
  await expect(call).rejects.toThrow();
  await expect.poll(() => aborted, { timeout: 5_000 }).toBe(true);
});

test('a subscriber is told of its resource, and of no other', async () => {
  const { adapter, serving } = await serve([readTool(() => ({}))]);
  const { client } = await connect(serving);
  const told: string[] = [];
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void told.push(params.uri));
  await client.subscribeResource({ uri: 'erp://orders/A-1' });
  // The stream for what the server sends by itself is opened after the handshake.
  await expect
    .poll(
      () => {
        adapter.changed({ kind: 'resource_updated', uri: 'erp://orders/A-2' });
        adapter.changed({ kind: 'resource_updated', uri: 'erp://orders/A-1' });
        return told.length > 0;
      },
      { timeout: 5_000 },
    )
    .toBe(true);
  expect(new Set(told)).toEqual(new Set(['erp://orders/A-1']));
});

test('a session that ended, or never was, is answered with 404; one without the header is served without a session', async () => {
  const { serving } = await serve([readTool(() => ({}))]);
  const { client, transport } = await connect(serving);
  const id = transport.sessionId ?? '';
  expect((await post(serving.url, { id: 1, method: 'ping' }, id)).status).toBe(200);
  await transport.terminateSession();
  await client.close();
  expect((await post(serving.url, { id: 2, method: 'ping' }, id)).status).toBe(404);
  expect((await post(serving.url, { id: 3, method: 'ping' }, 'made-up')).status).toBe(404);
  expect((await post(serving.url, { id: 4, method: 'tools/list' })).status).toBe(200);
});

test('a thousand sessions are kept, and the one used least lately goes first', async () => {
  const { serving } = await serve([readTool(() => ({}))]);
  const initialize = {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
  };
  const begin = async () => {
    const response = await post(serving.url, initialize);
    await response.text();
    return response.headers.get('mcp-session-id') ?? '';
  };
  const first = await begin();
  const second = await begin();
  expect((await post(serving.url, { id: 2, method: 'ping' }, first)).status).toBe(200);
  for (let begun = 2; begun < 1_001; begun += 50) await Promise.all(Array.from({ length: Math.min(50, 1_001 - begun) }, begin));
  expect((await post(serving.url, { id: 3, method: 'ping' }, second)).status).toBe(404);
  expect((await post(serving.url, { id: 4, method: 'ping' }, first)).status).toBe(200);
});

test('a stream that is refused does not keep its session for ever', async () => {
  const { serving } = await serve([readTool(() => ({}))]);
  const initialize = {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
  };
  const sessions: string[] = [];
  const begin = async () => {
    const response = await post(serving.url, initialize);
    await response.text();
    const id = response.headers.get('mcp-session-id') ?? '';
    sessions.push(id);
    const headers = { accept: 'text/event-stream', 'mcp-session-id': id, 'mcp-protocol-version': '1999-01-01' };
    expect((await fetch(serving.url, { headers })).status).toBe(400);
  };
  for (let begun = 0; begun < 1_020; begun += 60) await Promise.all(Array.from({ length: 60 }, begin));
  const alive = await Promise.all(sessions.map((id) => post(serving.url, { id: 2, method: 'ping' }, id)));
  const count = alive.filter(({ status }) => status === 200).length;
  expect(sessions.length).toBe(1_020);
  expect([count > 900, count <= 1_000]).toEqual([true, true]);
});

test('a call that was cancelled leaves no answer open', async () => {
  const { serving } = await serve([readTool(() => new Promise<Fields>(() => {}))]);
  const { transport, client } = await connect(serving);
  const session = transport.sessionId ?? '';
  const call = post(serving.url, { id: 77, method: 'tools/call', params: { name: 'find_order', arguments: {} } }, session);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await post(serving.url, { method: 'notifications/cancelled', params: { requestId: 77 } }, session);
  const ended = call.then((response) => response.text()).then(() => 'ended');
  expect(await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5_000, 'open'))])).toBe('ended');
  await client.close();
});
