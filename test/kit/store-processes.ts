import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, afterEach } from 'vitest';
import type { Order } from './store-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'kit-processes-'));
const SCRIPT = join(folder, 'store-process.mjs');
const running: ChildProcess[] = [];

// From the sources, so that no build can be older than they are.
buildSync({ entryPoints: ['test/kit/store-process.ts'], outfile: SCRIPT, bundle: true, platform: 'node', format: 'esm' });
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** A process that works on a state folder. */
export interface StoreProcess {
  pid: number;
  ask(order: Order): Promise<unknown>;
  /** Ends it at once, as kill -9 does; resolves when it is gone. */
  kill(): Promise<void>;
}

/** So many processes, all of them ready to be asked; with `fileBlocks` each may write no file larger than that (of 512 bytes). */
export function startProcesses(count: number, fileBlocks?: number): Promise<StoreProcess[]> {
  return Promise.all(Array.from({ length: count }, () => startProcess(fileBlocks)));
}

async function startProcess(fileBlocks: number | undefined): Promise<StoreProcess> {
  const limit = fileBlocks === undefined ? '' : `ulimit -f ${fileBlocks}; `;
  const child = spawn('/bin/sh', ['-c', `${limit}exec "$0" "$1"`, process.execPath, SCRIPT], { stdio: ['ignore', 2, 2, 'ipc'] });
  running.push(child);
  await once(child, 'message');
  return {
    pid: child.pid ?? 0,
    async ask(order) {
      const answer = once(child, 'message');
      child.send(order);
      return (await answer)[0];
    },
    async kill() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
