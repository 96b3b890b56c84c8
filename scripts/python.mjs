// Makes `.venv` with what the Python templates and their tests need, when it is missing or older than the list. `.ci/run` wants it; without it
// `npm test` leaves those tests out and says so.
import { statSync, writeFileSync } from 'node:fs';
import { changed, run } from './install.mjs';

const REQUIREMENTS = 'test/templates/requirements.txt';
const STAMP = '.venv/.made';
const isWindows = process.platform === 'win32';
const python = isWindows ? '.venv/Scripts/python.exe' : '.venv/bin/python';

if (changed(STAMP) < changed(REQUIREMENTS)) {
  if (!statSync(python, { throwIfNoEntry: false })) run(isWindows ? 'python' : 'python3', ['-m', 'venv', '.venv'], { why: 'making .venv' });
  run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', REQUIREMENTS], { why: 'installing for Python' });
  writeFileSync(STAMP, '');
}
