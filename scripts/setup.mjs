// What a fresh clone needs before `npm start` or `npm test`: installs when node_modules is missing or older than the
// lock file, builds when src is newer than dist. No dependency, because nothing may be installed yet.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { changed, install, run } from './install.mjs';

const newest = (path) =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? Math.max(changed(path), ...readdirSync(path).map((name) => newest(join(path, name))))
    : changed(path);

install('.');
const sources = Math.max(...['src', 'scripts/build.mjs', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json'].map(newest));
if (changed('dist/cli/main.js') < sources) run(process.execPath, ['scripts/build.mjs'], { why: 'building' });
