import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { buildSync } from 'esbuild';
import { afterAll } from 'vitest';
import type { ProviderConfig } from '../../../src/reference/config/reference-config.ts';
import type { Held } from './holder.ts';

const folder = mkdtempSync(join(tmpdir(), 'holders-'));
const SCRIPT = join(folder, 'holder.mjs');
const running = new Set<ChildProcess>();

// From the sources, so that no build can be older than they are.
symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
buildSync({
  entryPoints: ['test/reference/providers/holder.ts'],
  outfile: SCRIPT,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
});
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** An adapter process that holds one browser. */
export interface Holder extends Held {
  /** Ends the process at once, as kill -9 does. */
  kill(): Promise<void>;
}

/** @param tmp the temporary folder of that process */
export async function startHolder(config: ProviderConfig, state: string, tmp: string): Promise<Holder> {
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(config), state], {
    env: { ...process.env, TMPDIR: tmp },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const gone = once(child, 'exit');
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return {
    ...JSON.parse(line),
    async kill() {
      child.kill('SIGKILL');
      await gone;
      running.delete(child);
    },
  };
}
