// What a fresh clone needs before `npm start` or `npm test`: installs when node_modules is missing or older than the
// lock file, builds when src is newer than dist. No dependency, because nothing may be installed yet.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const changed = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const newest = (path) =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? Math.max(changed(path), ...readdirSync(path).map((name) => newest(join(path, name))))
    : changed(path);

function run(command, args, why) {
  console.error(`${why}: ${command} ${args.join(' ')}`);
  const { status } = spawnSync(command, args, { stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}

if (changed('node_modules/.package-lock.json') < changed('package-lock.json')) run('npm', ['ci', '--no-audit', '--no-fund'], 'installing');
const sources = Math.max(...['src', 'scripts/build.mjs', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json'].map(newest));
if (changed('dist/cli/main.js') < sources) run(process.execPath, ['scripts/build.mjs'], 'building');
