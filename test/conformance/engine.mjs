// node engine.mjs URL: our own engine as the client that the conformance suite judges: finds the era, lists the tools, calls each once.
import { headerFaults } from '../../dist/checks/tool/header-parameter.js';
import { isHttp } from '../../dist/wire/channel-kinds.js';
import { declarationsOf } from '../../dist/wire/declarations.js';
import { openAdapter } from '../../dist/wire/open-adapter.js';
import { listAll } from '../../dist/wire/paging.js';

const url = process.argv.at(-1);
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');
const version = process.env.MCP_CONFORMANCE_PROTOCOL_VERSION ?? null;

const { session, channel, failure, era } = await openAdapter(
  { kind: 'http', url, headers: {} },
  {
    info: { name: 'mcp-adapter', version: '0.1.0' },
    era: 'auto',
    protocol: version,
    capabilities: [],
    startTimeoutMs: 10_000,
    timeoutMs: 20_000,
    env: process.env,
    signal: AbortSignal.timeout(60_000),
  },
);
if (failure) {
  console.error(`no conversation: ${JSON.stringify(failure)}`);
  process.exit(1);
}
console.error(`${scenario}: ${era}, ${session.revision}`);
const tools = declarationsOf(await listAll(session, 'tools/list', 'tools'));
if (isHttp(channel)) channel.setToolHeaders(tools);
// A client over HTTP must not call a tool whose x-mcp-header breaks a rule.
const usable = session.modern ? tools.filter((tool) => !headerFaults(tool).length) : tools;
for (const call of context.toolCalls ?? usable.map((tool) => ({ name: tool.name, arguments: sample(tool.raw.inputSchema) }))) {
  const { outcome, answer } = await session.request(
    'tools/call',
    { name: call.name, arguments: call.arguments ?? {} },
    { tool: call.name },
  );
  console.error(`${call.name}: ${outcome} ${JSON.stringify(answer)?.slice(0, 200)}`);
}
await channel.close();

/** Arguments that fit a schema, every property given. */
function sample(schema = {}) {
  if (schema.enum) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'string') return 'text';
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  if (type === 'array') return schema.items ? [sample(schema.items)] : [];
  if (type === 'object' || schema.properties)
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, each]) => [name, sample(each)]));
  return 'text';
}
