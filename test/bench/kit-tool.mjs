// One read tool, on the kit (`node kit-tool.mjs kit stdio`) or on the bare SDK server (`node kit-tool.mjs bare http`): what the benchmark calls.
import { createServer } from 'node:http';
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio as serveBare } from '@modelcontextprotocol/server/stdio';
import { createAdapter, defineTool, serveHttp, serveStdio } from 'mcp-adapter/kit';
import { listen } from '../../fixtures/adapters/listen.mjs';

const tool = { name: 'find_order', title: 'Find an order', description: 'Finds one order by its number.' };
const input = {
  type: 'object',
  properties: { order_id: { type: 'string', minLength: 1, maxLength: 40 }, lines: { type: 'integer', minimum: 1, maximum: 100 } },
  required: ['order_id'],
  additionalProperties: false,
};
const order = {
  type: 'object',
  properties: { id: { type: 'string' }, status: { type: 'string' }, total_cents: { type: 'integer' } },
  required: ['id', 'status', 'total_cents'],
};
const output = { type: 'object', properties: { order }, required: ['order'] };
const run = ({ order_id }) => ({ order: { id: order_id, status: 'shipped', total_cents: 4200 } });

const [, , kind, transport] = process.argv;
const kit = () => createAdapter({ name: 'bench', version: '1.0.0', tools: [defineTool({ ...tool, risk: 'read', input, output, run })] });
const bare = () => {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  const { name, ...rest } = tool;
  server.registerTool(name, { ...rest, inputSchema: fromJsonSchema(input), outputSchema: fromJsonSchema(output) }, (args) => {
    const structuredContent = run(args);
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
  });
  return server;
};

if (transport === 'stdio') {
  if (kind === 'kit') serveStdio(kit());
  else serveBare(bare);
} else if (kind === 'kit') console.error(`LISTENING ${(await serveHttp(kit())).url}`);
else {
  const guards = [localhostHostValidation(), localhostOriginValidation()];
  const handle = toNodeHandler(createMcpHandler(bare));
  const listener = createServer((request, response) => {
    if (guards.every((guard) => guard(request, response))) void handle(request, response);
  });
  listen(listener);
}
