import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as ClientTwo, StreamableHTTPClientTransport as HttpTwo } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioTwo } from '@modelcontextprotocol/client/stdio';
import { Client as ClientOne } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioOne } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpOne } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFixture } from '../wire/http-server.ts';
import { grant } from './harness.ts';

const info = { name: 'a-host', version: '1.0.0' };
const launch = (state: string, faults = '') => ({
  command: process.execPath,
  args: ['fixtures/adapters/orders.mjs'],
  env: { PATH: process.env.PATH ?? '', MCP_ADAPTER_STATE: state, ORDERS_FAULT: faults },
  stderr: 'pipe' as const,
});
const two = (mode: 'legacy' | 'auto') => new ClientTwo(info, { versionNegotiation: { mode } });

const HOSTS = {
  'SDK 1.x': {
    client: () => new ClientOne(info),
    stdio: (state: string, faults?: string) => new StdioOne(launch(state, faults)),
    http: (url: string) => new HttpOne(new URL(url)),
  },
  'SDK 2.x, legacy': {
    client: () => two('legacy'),
    stdio: (state: string, faults?: string) => new StdioTwo(launch(state, faults)),
    http: (url: string) => new HttpTwo(new URL(url)),
  },
  'SDK 2.x, modern': {
    client: () => two('auto'),
    stdio: (state: string, faults?: string) => new StdioTwo(launch(state, faults)),
    http: (url: string) => new HttpTwo(new URL(url)),
  },
};
type HostName = keyof typeof HOSTS;

/** A client of this host, connected over this transport to an orders adapter that prints to stdout whatever it does. */
async function connect(host: HostName, transport: 'stdio' | 'http') {
  const state = mkdtempSync(join(tmpdir(), 'kit-clients-'));
  const faults = 'print';
  const { client: make, stdio, http } = HOSTS[host];
  const server = transport === 'http' ? await startFixture('orders.mjs', { MCP_ADAPTER_STATE: state, ORDERS_FAULT: faults }) : null;
  // The three clients have these methods in common; their types do not say so.
  const client = make() as ClientTwo;
  await client.connect((server ? http(server.url) : stdio(state, faults)) as HttpTwo);
  return {
    client,
    state,
    async [Symbol.asyncDispose]() {
      await client.close();
      await server?.[Symbol.asyncDispose]();
      rmSync(state, { recursive: true, force: true });
    },
  };
}

/** A call whose progress is told; the two SDKs take it at different places. */
function callTold(client: ClientTwo, host: HostName, call: { name: string; arguments: object }, tell: (text?: string) => void) {
  const options = { onprogress: ({ message }: { message?: string }) => tell(message) };
  const all = host === 'SDK 1.x' ? [call, undefined, options] : [call, options];
  return client.callTool(...(all as unknown as Parameters<ClientTwo['callTool']>));
}

describe.each(Object.keys(HOSTS) as HostName[])('%s', (host) => {
  describe.each(['stdio', 'http'] as const)('over %s', (transport) => {
    let session: Awaited<ReturnType<typeof connect>>;
    beforeAll(async () => {
      session = await connect(host, transport);
    });
    afterAll(() => session[Symbol.asyncDispose]());

    test('lists and calls tools', async () => {
      const { tools } = await session.client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['find_order', 'list_orders', 'prepare_return', 'create_return', 'cancel_order']);
      const found = await session.client.callTool({ name: 'find_order', arguments: { order_id: 'A-1001' } });
      expect(found.structuredContent).toMatchObject({ ok: true, order: { id: 'A-1001', status: 'shipped' } });
      expect(found.content).toEqual([{ type: 'text', text: JSON.stringify(found.structuredContent) }]);
      const refused = await session.client.callTool({ name: 'find_order', arguments: { order: 1 } });
      expect(refused).toMatchObject({ isError: true, structuredContent: { ok: false, code: 'invalid_arguments' } });
    });

    test('an unknown tool is a protocol error', async () => {
      await expect(session.client.callTool({ name: 'find_ordr', arguments: {} })).rejects.toMatchObject({ code: -32602 });
    });

    test('lists and reads resources, the templates too, and completes them', async () => {
      const { resources } = await session.client.listResources();
      expect(resources.map(({ uri }) => uri)).toEqual([
        'erp://policies/returns',
        'erp://orders/A-1001',
        'erp://orders/A-1002',
        'erp://orders/A-1003',
      ]);
      const { resourceTemplates } = await session.client.listResourceTemplates();
      expect(resourceTemplates).toMatchObject([{ uriTemplate: 'erp://orders/{id}', name: 'order' }]);
      const { contents } = await session.client.readResource({ uri: 'erp://orders/A-1002' });
      expect(contents).toMatchObject([{ uri: 'erp://orders/A-1002', mimeType: 'application/json' }]);
      const { completion } = await session.client.complete({
        ref: { type: 'ref/resource', uri: 'erp://orders/{id}' },
        argument: { name: 'id', value: 'A-1' },
      });
      expect(completion.values).toEqual(['A-1001', 'A-1002', 'A-1003']);
    });

    test('what is no resource, and what is somebody else’s, are answered alike', async () => {
      const failures = await Promise.allSettled(
        ['erp://orders/Z-9', 'erp://orders/B-2001'].map((uri) => session.client.readResource({ uri })),
      );
      const [none, others] = failures.map((each) =>
        each.status === 'rejected' ? String(each.reason.message).replaceAll(/[A-Z]-\d+/g, 'ID') : 'read',
      );
      expect(none).toBe(others);
      expect(none).not.toBe('read');
    });

    test('lists and gets prompts', async () => {
      const { prompts } = await session.client.listPrompts();
      expect(prompts).toMatchObject([{ name: 'handle_return', arguments: [{ name: 'order_id', required: true }] }]);
      const { messages } = await session.client.getPrompt({ name: 'handle_return', arguments: { order_id: 'A-1001' } });
      expect(messages).toMatchObject([{ role: 'user', content: { type: 'text', text: expect.stringContaining('A-1001') } }]);
      await expect(session.client.getPrompt({ name: 'handle_return', arguments: {} })).rejects.toMatchObject({ code: -32602 });
    });

    test('writes only with a grant, and is told of each step', async () => {
      const call = {
        name: 'create_return',
        arguments: { task_id: 't1', step_id: 's1', order_id: 'A-1001', quantity: 1, reason: 'broken' },
      };
      expect((await session.client.callTool(call)).structuredContent).toMatchObject({ code: 'write_not_enabled' });
      await grant(session.state, 't1', ['create_return']);
      const told: (string | undefined)[] = [];
      const done = await callTold(session.client, host, call, (text) => void told.push(text));
      expect(done.structuredContent).toMatchObject({ ok: true, return_id: expect.stringMatching(/^R-/) });
      expect(done._meta).toMatchObject({
        'mcp-adapter/steps': [
          { name: 'check_order', code: 'ok' },
          { name: 'book', code: 'ok' },
        ],
      });
      // In their order; a client may drop what comes just before the answer.
      expect(['check_order', 'book'].slice(0, told.length)).toEqual(told);
    });

    test('what a tool prints never reaches the client', async () => {
      const errors: unknown[] = [];
      session.client.onerror = (error) => void errors.push(error);
      expect((await session.client.callTool({ name: 'find_order', arguments: { order_id: 'A-1001' } })).structuredContent).toMatchObject({
        ok: true,
      });
      expect(errors).toEqual([]);
    });
  });
});
