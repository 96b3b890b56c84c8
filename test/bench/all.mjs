// `npm run bench`: what the kit costs, what our commands cost, what cases and suites cost, what an environment costs, what generated calls cost and
// what making them costs. Fails when one is above a limit.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const failed = ['kit.mjs', 'run.mjs', 'cases.mjs', 'reference.mjs', 'boundary.mjs', 'contract.mjs'].filter((name) => {
  const file = fileURLToPath(new URL(name, import.meta.url));
  return spawnSync(process.execPath, [file, ...process.argv.slice(2)], { stdio: 'inherit' }).status !== 0;
});
process.exit(failed.length ? 1 : 0);
