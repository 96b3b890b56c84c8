import { execFile, spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contents, emptyFolder } from '../scaffold/folders.ts';

const PROGRAM = resolve('dist/cli/main.js');
const HAS_PYTHON = spawnSync('python3', ['-c', 'import pty']).status === 0;

describe.skipIf(!HAS_PYTHON && !process.env.CI)('at a real terminal (needs Python 3)', () => {
  test('the questions are answered and the project is made', () => {
    const cwd = emptyFolder();
    const { exitCode, screen } = atTerminal(cwd, [
      ['Which folder', 'shop\r'],
      ['Which template', '\u001b[B\u001b[B\r'],
    ]);
    expect(screen).toMatch(/made \d+ files in shop \(python-mcp\)/);
    expect(screen).toMatch(/next {7}cd shop\r\n {11}npm install\r\n {11}npx mcp-adapter smoke\r\n$/);
    expect(exitCode).toBe(0);
    expect(contents(join(cwd, 'shop'))).toHaveProperty('requirements.txt');
  });

  test.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
    ['Escape', '\u001b'],
  ])('%s ends it with a sentence and leaves nothing', (_name, keys) => {
    const cwd = emptyFolder();
    const { exitCode, screen } = atTerminal(cwd, [
      ['Which folder', 'shop\r'],
      ['Which template', keys],
    ]);
    expect(screen).toMatch(/error: stopped at a question; nothing was written\r\n$/);
    expect(exitCode).toBe(130);
    expect(contents(cwd)).toEqual({});
  });
});

test('of two processes in one folder one makes the whole project, and the other leaves it alone', async () => {
  const alone = emptyFolder();
  await init(alone, 'typescript');
  const expected = Object.keys(contents(alone));
  for (let round = 0; round < 5; round++) {
    const cwd = emptyFolder();
    const both = await Promise.all([init(cwd, 'typescript'), init(cwd, 'typescript')]);
    const [winner, loser] = both.sort((a, b) => a.exitCode - b.exitCode);
    expect([winner?.exitCode, loser?.exitCode]).toEqual([0, 2]);
    expect(loser?.stderr).toMatch(/^error: \d+ files? (is|are) in ".*shop" already/);
    expect(Object.keys(contents(cwd))).toEqual(expected);
  }
});

/** `init` as a process at a terminal: waits for each text, then types. */
function atTerminal(cwd: string, answers: [waited: string, keys: string][]): { exitCode: number; screen: string } {
  const { CI: _ci, GITHUB_ACTIONS: _actions, ...env } = process.env;
  const command = [resolve('test/cli/type-at-terminal.py'), JSON.stringify(answers), process.execPath, PROGRAM, 'init'];
  const { stdout } = spawnSync('python3', command, {
    cwd,
    encoding: 'utf8',
    env: { ...env, TERM: 'xterm', NO_COLOR: '1' },
    timeout: 55_000,
  });
  return JSON.parse(stdout);
}

function init(cwd: string, template: string): Promise<{ exitCode: number; stderr: string }> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [PROGRAM, 'init', 'shop', '--template', template],
      { cwd, timeout: 50_000 },
      (_error, _out, stderr) => done({ exitCode: child.exitCode ?? -1, stderr }),
    );
  });
}
