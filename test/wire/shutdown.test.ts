import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RUN_MARK } from '../../src/wire/environment.ts';
import { delay, until } from '../../src/wire/wait.ts';
import { fixture } from '../cli/run-cli.ts';
import { processesWith } from '../processes.mjs';

const onLinux = process.platform === 'linux';

/** The program as a process of its own: its command line holds `mark`, and so does the environment of whatever it starts as an adapter. */
function start(words: readonly string[], name: string) {
  const mark = `MARK=${mkdtempSync(join(tmpdir(), 'mcp-adapter-test-'))}`;
  const args = [resolve('dist/cli/main.js'), ...words, '--quiet', '--env', mark, '--', 'node', fixture('hostile.mjs'), name];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: tmpdir() });
  const ended = new Promise<number | string | null>((done) => child.on('exit', (code, signal) => done(signal ?? code)));
  return { child, ended, mark };
}

/** The ids of the program, of what watches over its adapter, and of the adapter and whatever that started. */
function alive({ child, mark }: Pick<ReturnType<typeof start>, 'child' | 'mark'>) {
  return {
    program: processesWith('cmdline', mark),
    watcher: processesWith('cmdline', `${RUN_MARK}=${child.pid}-`),
    adapter: processesWith('environ', mark),
  };
}

describe.runIf(onLinux)('our own death leaves no adapter behind, nor its child in a session of its own', () => {
  test.each([
    ['hangs', 'SIGINT', 1, 130],
    ['hangs', 'SIGTERM', 1, 130],
    ['hangs', 'SIGKILL', 1, 'SIGKILL'],
    ['detaches-and-hangs', 'SIGTERM', 1, 130],
    ['detaches-and-hangs', 'SIGINT', 2, 130],
    ['detaches-and-hangs', 'SIGKILL', 1, 'SIGKILL'],
  ] as const)('%s: after %s, sent %i times', async (name, signal, times, exit) => {
    const started = start(['check', '--no-hosts'], name);
    // The adapter alone, or with a shell and two that sleep, of which the shell may become the second.
    const sizes = name === 'hangs' ? [1] : [3, 4];
    // What the program starts has its command line until it has become another, so the numbers are right only after a moment.
    const there = ({ program, watcher, adapter }: ReturnType<typeof alive>) =>
      program.length === 1 && watcher.length === 1 && sizes.includes(adapter.length);
    expect(await until(() => there(alive(started)), 10_000)).toBe(true);
    for (let count = 0; count < times; count++) {
      started.child.kill(signal);
      await delay(20);
    }
    expect(await started.ended).toBe(exit);
    await until(() => Object.values(alive(started)).flat().length === 0, 5_000);
    expect(alive(started)).toEqual({ program: [], watcher: [], adapter: [] });
  });
});

test('a reader that goes away is no crash', async () => {
  const { child, ended } = start(['list', '--json'], 'many-tools');
  let stderr = '';
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  child.stdout.once('data', () => child.stdout.destroy());
  expect(await ended).toBe(0);
  expect(stderr).toBe('');
});

test('a report of megabytes arrives whole at a reader that is slow', async () => {
  const { child, ended } = start(['list', '--json'], 'many-tools');
  child.stdout.pause();
  let whole = false;
  void ended.then(() => {
    whole = true;
  });
  await delay(2_000);
  // It waits for us.
  expect(whole).toBe(false);
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk);
  expect(await ended).toBe(0);
  const { tools } = JSON.parse(Buffer.concat(chunks).toString());
  expect(tools).toHaveLength(50_000);
});
