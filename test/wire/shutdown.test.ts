import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixture } from '../cli/run-cli.ts';

const onLinux = process.platform === 'linux';
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** The program as a process of its own. What its adapter starts holds `mark` in its environment. */
function start(words: readonly string[], name: string) {
  const mark = `MARK=${mkdtempSync(join(tmpdir(), 'mcp-adapter-test-'))}`;
  const args = [resolve('dist/cli/main.js'), ...words, '--quiet', '--env', mark, '--', 'node', fixture('hostile.mjs'), name];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: tmpdir() });
  const ended = new Promise<number | string | null>((done) => child.on('exit', (code, signal) => done(signal ?? code)));
  return { child, ended, mark };
}

function alive(mark: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark);
    } catch {
      return false;
    }
  });
}

async function until(condition: () => boolean, ms: number): Promise<void> {
  for (let waited = 0; waited < ms && !condition(); waited += 50) await sleep(50);
}

describe.runIf(onLinux)('a child of the adapter in a session of its own does not outlive us', () => {
  test.each([
    ['SIGTERM', 1, 130],
    ['SIGINT', 2, 130],
    ['SIGKILL', 1, 'SIGKILL'],
  ] as const)('after %s, sent %i times', async (signal, times, exit) => {
    const { child, ended, mark } = start(['check', '--no-hosts'], 'detaches-and-hangs');
    // The adapter, a shell and two that sleep.
    await until(() => alive(mark).length >= 3, 10_000);
    expect(alive(mark).length).toBeGreaterThanOrEqual(3);
    for (let count = 0; count < times; count++) {
      child.kill(signal);
      await sleep(20);
    }
    expect(await ended).toBe(exit);
    await until(() => alive(mark).length === 0, 5_000);
    expect(alive(mark)).toEqual([]);
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
  await sleep(2_000);
  // It waits for us.
  expect(whole).toBe(false);
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk);
  expect(await ended).toBe(0);
  const { tools } = JSON.parse(Buffer.concat(chunks).toString());
  expect(tools).toHaveLength(50_000);
});
