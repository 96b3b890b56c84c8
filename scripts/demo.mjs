// `npm start`: the main job, on a real server, on two broken ones, and on an adapter that is written with the kit, which then gets a bug. The exit
// codes are part of the show; ours is 0 unless one is not as expected.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CLI = 'dist/cli/main.js';
const EVERYTHING = ['--', 'node', 'node_modules/@modelcontextprotocol/server-everything/dist/index.js', 'stdio'];
const ORDERS = ['--', 'node', 'fixtures/adapters/orders.mjs'];
const RETURN = JSON.stringify({ task_id: 't-91', step_id: 'book', order_id: 'A-1001', quantity: 1, reason: 'arrived broken' });
const SUITE = 'fixtures/smoke/orders.yaml';
// Not in git, so a clone stays as it was.
const OUT = '.mcp-adapter/start';
const BUG = { ORDERS_FAULT: 'throw@find_order' };
const SHOW = [
  { args: ['list', ...EVERYTHING], says: 'what a server offers', exit: 0 },
  { args: ['check', ...EVERYTHING], says: 'what keeps an agent from using it', exit: 0 },
  { args: ['check', '--', 'node', 'fixtures/adapters/stray-banner.mjs'], says: 'a banner on stdout', exit: 1 },
  { args: ['check', '--', 'node', 'fixtures/adapters/dies-at-start.mjs'], says: 'an adapter that dies', exit: 3 },
  { args: ['check', '--strict', '--profile', 'portable', ...ORDERS], says: 'an adapter written with the kit', exit: 0 },
  // As in CI: no case of it is kept in the clone.
  { args: ['call', 'create_return', RETURN, ...ORDERS], says: 'it writes only with a grant', env: { CI: 'true' }, exit: 1 },
  { args: ['grant', 'add', '--task', 't-91', '--tools', 'create_return'], says: 'a person grants it', exit: 0 },
  { args: ['call', 'create_return', RETURN, ...ORDERS], says: 'now it is done', exit: 0 },
  { args: ['call', 'create_return', RETURN, ...ORDERS], says: 'and once only: the answer is replayed', exit: 0 },
  { args: ['audit', 'usage'], says: 'who called what', exit: 0 },
  { args: ['smoke', SUITE, ...ORDERS], says: 'its suite: every tool once well, once refused', exit: 0 },
  {
    args: ['smoke', SUITE, '--only', 'an order is found', '--out', OUT, '--env', 'ORDERS_FAULT', '--quiet', ...ORDERS],
    says: 'a bug comes in: the suite fails, and the failing call is a file',
    env: BUG,
    exit: 1,
  },
  {
    args: ['replay', OUT, '--env', 'ORDERS_FAULT', '--quiet', ...ORDERS],
    says: 'the file runs it again: it still fails',
    env: BUG,
    exit: 1,
  },
  { args: ['replay', OUT, ...ORDERS], says: 'the bug is gone: fixed', exit: 0 },
  { args: ['trace', `${OUT}/traces`], says: 'where the time went', exit: 0 },
];

const state = mkdtempSync(join(tmpdir(), 'mcp-adapter-start-'));
process.on('exit', () => rmSync(state, { recursive: true, force: true }));
rmSync(OUT, { recursive: true, force: true });
for (const { args, says, exit, env: more = {} } of SHOW) {
  console.log(`\n── ${says}\n$ mcp-adapter ${args.map((word) => (/[{ ]/.test(word) ? `'${word}'` : word)).join(' ')}\n`);
  const env = { ...process.env, MCP_ADAPTER_STATE: state, ...more };
  const { status } = spawnSync(process.execPath, [CLI, ...args], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  console.log(`\nexit code ${status}`);
  if (status !== exit) {
    console.error(`expected ${exit}`);
    process.exit(1);
  }
}
