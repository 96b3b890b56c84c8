// Calls of the benchmark's read tool, on the kit or on the bare SDK server, over either transport.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startFixture } from '../start-fixture.mjs';
import { many } from './many.mjs';

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
};
const CALLS = 20_000;
const AGENT = new Agent({ keepAlive: true, maxSockets: 256 });

/** Milliseconds for all calls over stdio, on the kit or on the bare SDK server. */
export async function callsOverStdio(kind) {
  const state = mkdtempSync(join(tmpdir(), 'kit-bench-'));
  const child = spawn(process.execPath, [at('test/bench/kit-tool.mjs'), kind, 'stdio'], {
    env: { PATH: process.env.PATH, MCP_ADAPTER_STATE: state },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  const ask = (id, method, params) =>
    new Promise((resolve) => {
      waiting.set(id, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  await ask('init', 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } });
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  const call = (id) => ask(id, 'tools/call', { name: 'find_order', arguments: { order_id: `A-${id}`, lines: 5 } });
  await many(5_000, (index) => call(`warm-${index}`));
  const startedAt = performance.now();
  await many(CALLS, async (index) => {
    const { result } = await call(index);
    if (result?.structuredContent?.order?.id !== `A-${index}`) throw new Error(`${kind}: call ${index} was answered wrongly`);
  });
  const ms = performance.now() - startedAt;
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.stdin.end();
  await ended;
  rmSync(state, { recursive: true, force: true });
  return ms;
}

/** Milliseconds for all calls over HTTP, on the kit or on the bare SDK server. */
export async function callsOverHttp(kind) {
  const server = await startFixture(at('test/bench/kit-tool.mjs'), {}, [kind, 'http']);
  const call = async (index) => {
    const { result } = await post(server.url, index, { order_id: `A-${index}`, lines: 5 });
    if (result?.structuredContent?.order?.id !== `A-${index}`) throw new Error(`${kind}: call ${index} was answered wrongly`);
  };
  await many(1_000, call);
  const startedAt = performance.now();
  await many(3_000, call);
  const ms = performance.now() - startedAt;
  await server.end();
  return ms;
}

/** How many of so many calls at once over HTTP get no right answer. */
export async function lostOverHttp(count) {
  const server = await startFixture(at('fixtures/adapters/orders.mjs'));
  const answers = await Promise.allSettled(
    Array.from({ length: count }, async (_, id) => {
      const order_id = ['A-1001', 'A-1002', 'A-1003'][id % 3];
      const { id: answered, result } = await post(server.url, id, { order_id });
      return answered === id && result.structuredContent.order.id === order_id;
    }),
  );
  await server.end();
  return answers.filter((each) => each.value !== true).length;
}

/** One call of find_order in the modern revision; the answer parsed. */
function post(url, id, args) {
  const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'find_order', arguments: args, _meta: META } });
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'find_order',
  };
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'POST', headers, agent: AGENT });
    asked.on('error', reject).on('response', (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk)).on('end', () => resolve(JSON.parse(text)));
    });
    asked.end(body);
  });
}
