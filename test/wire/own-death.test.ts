import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Processes whose command line holds the mark (Linux). */
function alive(mark: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark);
    } catch {
      return false;
    }
  });
}

test.runIf(process.platform === 'linux').each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'our own death by %s leaves no adapter behind',
  async (signal) => {
    const mark = join(mkdtempSync(join(tmpdir(), 'mcp-adapter-test-')), 'mark');
    const args = [
      resolve('dist/cli/main.js'),
      'check',
      '--no-hosts',
      '--',
      'node',
      resolve('fixtures/adapters/hostile.mjs'),
      'hangs',
      mark,
    ];
    const child = spawn(process.execPath, args, { stdio: 'ignore', cwd: tmpdir() });
    const ended = new Promise((done) => child.on('exit', (code, by) => done(by ?? code)));
    // The command line of the child holds the mark as well.
    for (let waited = 0; waited < 10_000 && alive(mark).length < 2; waited += 50) await sleep(50);
    expect(alive(mark).length).toBe(2);
    child.kill(signal);
    expect(await ended).toBe(signal === 'SIGKILL' ? 'SIGKILL' : 130);
    for (let waited = 0; waited < 5_000 && alive(mark).length; waited += 50) await sleep(50);
    expect(alive(mark)).toEqual([]);
  },
);
