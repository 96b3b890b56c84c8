// Answers each tools/call with its arguments, those that came together in another order: the adapter that shows when answers are mixed up.
const tools = [
  { name: 'echo', description: 'Answers with its arguments.', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
];
const greeting = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'shuffles', version: '1.0.0' } };
const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

let held = [];
function release() {
  const calls = held.sort(() => Math.random() - 0.5);
  held = [];
  for (const { id, params } of calls) write({ id, result: { content: [{ type: 'text', text: JSON.stringify(params.arguments) }] } });
}

let rest = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) continue;
    if (method === 'tools/call') {
      if (held.push({ id, params }) === 1) setTimeout(release, Math.random() * 3);
    } else if (method === 'initialize') write({ id, result: greeting });
    else if (method === 'tools/list') write({ id, result: { tools } });
    else write({ id, error: { code: -32601, message: 'Method not found' } });
  }
});
