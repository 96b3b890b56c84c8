import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, msSince } from './clock.ts';
import { codeOf } from './error-code.ts';
import { leftoverOf, removeVersion } from './exclusive-file.ts';
import { readTask } from './task-record.ts';

/** Files that one sweep looks at. */
const MAX_FILES = 10_000;
/** A process that died in the middle of writing leaves files that nobody needs after this. */
const LEFTOVER_MS = 60 * 60_000;

/**
 * Makes the function that forgets finished keys older than `ttlMs`, and what dead processes left of writing; keys in doubt and damaged files
 * stay. A sweep looks at 10,000 files and the next goes on behind them.
 */
export function sweeper(folder: string, ttlMs: number, clock: Clock): () => Promise<void> {
  /** Files at the front of the folder that the last sweep has left there. */
  let kept = 0;
  return async () => {
    const from = kept;
    let position = 0;
    let left = 0;
    let isWhole = true;
    let failure: unknown;
    for await (const name of namesIn(folder)) {
      if (position++ < from) continue;
      isWhole = position <= from + MAX_FILES;
      if (!isWhole) break;
      // One file that cannot be read or removed does not keep the others.
      const gone = await forget(folder, name, ttlMs, clock).catch((error: unknown) => {
        failure ??= error;
      });
      if (!gone) left++;
    }
    kept = isWhole ? 0 : from + left;
    if (failure) throw failure;
  };
}

async function* namesIn(folder: string): AsyncGenerator<string> {
  try {
    for await (const { name } of await opendir(folder, { bufferSize: 256 })) yield name;
  } catch (error) {
    // Nothing has been reserved yet.
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** True when the file was removed. */
async function forget(folder: string, name: string, ttlMs: number, clock: Clock): Promise<boolean> {
  const file = join(folder, name);
  const leftover = leftoverOf(name);
  if (leftover) {
    if (!(await isOlder(file, LEFTOVER_MS, clock))) return false;
    // A marker keeps others off the version that its maker died over.
    if (leftover.kind === 'marker' && (await versionOf(join(folder, leftover.file))) === leftover.id) return false;
    await rm(file, { force: true });
    return true;
  }
  if (!/^[0-9a-f]+\.json$/.test(name)) return false;
  const task = await readTask(file);
  if (typeof task === 'string' || !task.finished || msSince(task.finished, clock) <= ttlMs) return false;
  return removeVersion(file, task.id);
}

async function versionOf(file: string): Promise<string | null> {
  const task = await readTask(file);
  return typeof task === 'string' ? null : task.id;
}

async function isOlder(file: string, ms: number, clock: Clock): Promise<boolean> {
  try {
    return clock.now() - (await stat(file)).mtimeMs > ms;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
