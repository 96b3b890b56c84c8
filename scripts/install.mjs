import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

/** When a file or folder was changed last, in milliseconds; 0 when it is missing. */
export const changed = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Runs a command with its output on stderr; ends this process when it fails. */
export function run(command, args, { why, cwd = '.' }) {
  console.error(`${why}: ${command} ${args.join(' ')}`);
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}

/** Installs the packages of a folder when its node_modules is missing or older than its lock file. */
export function install(folder) {
  if (changed(join(folder, 'node_modules/.package-lock.json')) < changed(join(folder, 'package-lock.json')))
    run('npm', ['ci', '--no-audit', '--no-fund'], { why: 'installing', cwd: folder });
}
