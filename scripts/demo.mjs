// `npm start`: the main job, on a real server and on two broken ones. Their exit codes are part of the show; ours is 0 unless a
// command could not be run at all.
import { spawnSync } from 'node:child_process';

const CLI = 'dist/cli/main.js';
const EVERYTHING = ['--', 'node', 'node_modules/@modelcontextprotocol/server-everything/dist/index.js', 'stdio'];
const SHOW = [
  { args: ['list', ...EVERYTHING], says: 'what a server offers', exit: 0 },
  { args: ['check', ...EVERYTHING], says: 'what keeps an agent from using it', exit: 0 },
  { args: ['check', '--', 'node', 'fixtures/adapters/stray-banner.mjs'], says: 'a banner on stdout', exit: 1 },
  { args: ['check', '--', 'node', 'fixtures/adapters/dies-at-start.mjs'], says: 'an adapter that dies', exit: 3 },
];

for (const { args, says, exit } of SHOW) {
  console.log(`\n── ${says}\n$ mcp-adapter ${args.join(' ')}\n`);
  const { status } = spawnSync(process.execPath, [CLI, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  console.log(`\nexit code ${status}`);
  if (status !== exit) {
    console.error(`expected ${exit}`);
    process.exit(1);
  }
}
