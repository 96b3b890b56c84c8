import { expect, test } from 'vitest';
import { member } from '../../src/model/json.ts';
import { cli, run } from '../cli/run-cli.ts';
import { json, serve } from '../wire/http-server.ts';

const LIMITS = ['--no-hosts', '--quiet', '--timeout', '1s', '--start-timeout', '1s'];

test('a 403 about the host name is exit 3, because no credential would help', async () => {
  await using server = await serve((_request, _message, response) => {
    response.writeHead(403, { 'content-type': 'text/plain' }).end('Access is only allowed at localhost');
  });
  const { exitCode, error } = await run(['check', ...LIMITS, '--url', server.url]);
  expect(error?.class).toBe('http/host-rejected');
  expect(exitCode).toBe(3);
});

test('a 403 about nothing in particular is exit 4', async () => {
  await using server = await serve((_request, _message, response) => void response.writeHead(403).end('no'));
  expect((await run(['check', ...LIMITS, '--url', server.url])).exitCode).toBe(4);
});

test('a tool whose x-mcp-header is invalid is not called over HTTP, by check as little as by call', async () => {
  const called: string[] = [];
  const price = { type: 'number', 'x-mcp-header': 'Price' };
  const tools = [
    { name: 'by_price', description: 'Finds by price.', inputSchema: { type: 'object', properties: { price } } },
    { name: 'by_name', description: 'Finds by name.', inputSchema: { type: 'object' } },
  ];
  const cached = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
  const results: Record<string, object> = {
    'server/discover': {
      ...cached,
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
      serverInfo: { name: 's', version: '1' },
    },
    'tools/list': { ...cached, tools },
    'tools/call': { resultType: 'complete', content: [] },
  };
  await using server = await serve((_request, { id, method, params }, response) => {
    if (method === 'tools/call') called.push(String(member(params, 'name')));
    const result = results[String(method)];
    json(response, 200, result ? { jsonrpc: '2.0', id, result } : { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } });
  });
  const { findings } = await run(['check', ...LIMITS, '--call', 'by_price={}', '--call', 'by_name={}', '--url', server.url]);
  expect(findings).toContainEqual(expect.objectContaining({ rule: 'tool/header-parameter', tool: 'by_price' }));
  expect(called).toContain('by_name');
  expect(called).not.toContain('by_price');
  const { exitCode, stderr } = await cli(['call', 'by_price', '{}', '--url', server.url]);
  expect(stderr).toContain('must not call "by_price"');
  expect(exitCode).toBe(2);
  expect(called).not.toContain('by_price');
});
