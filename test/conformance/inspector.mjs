// `npm run conformance`, third part: MCP Inspector's command line lists and calls an adapter on the kit, over both transports.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFixture } from '../start-fixture.mjs';
import { at, NODE_22 } from './suite.mjs';

const INSPECTOR = at('test/conformance/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
const ORDERS = at('fixtures/adapters/orders.mjs');
const state = mkdtempSync(join(tmpdir(), 'inspector-'));
const server = await startFixture(ORDERS);

const TARGETS = {
  stdio: [process.execPath, ORDERS, '-e', `MCP_ADAPTER_STATE=${state}`],
  http: [server.url, '--transport', 'http'],
};
const ASKED = [
  ['tools/list', [], (answer) => answer.tools?.length === 5],
  [
    'tools/call',
    ['--tool-name', 'find_order', '--tool-arg', 'order_id=A-1001'],
    (answer) => answer.structuredContent?.order?.id === 'A-1001',
  ],
  ['resources/read', ['--uri', 'erp://orders/A-1002'], (answer) => answer.contents?.[0]?.uri === 'erp://orders/A-1002'],
  ['prompts/get', ['--prompt-name', 'handle_return', '--prompt-args', 'order_id=A-1001'], (answer) => answer.messages?.length === 1],
];

let failed = 0;
for (const [transport, target] of Object.entries(TARGETS))
  for (const [method, words, isRight] of ASKED) {
    const { stdout, stderr, status } = spawnSync(NODE_22, [INSPECTOR, '--cli', ...target, '--method', method, ...words], {
      encoding: 'utf8',
      timeout: 60_000,
      env: { ...process.env, HOME: state },
    });
    const right = status === 0 && isRight(parsed(stdout));
    failed += right ? 0 : 1;
    console.log(`${right ? 'ok  ' : 'FAIL'} Inspector ${method} over ${transport}`);
    if (!right) console.log(`exit ${status}\n${stdout}\n${stderr}`.slice(0, 3000));
  }
await server.end();
rmSync(state, { recursive: true, force: true });
process.exitCode = failed ? 1 : 0;

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
