import { join } from 'node:path';
import { type Clock, msSince } from './clock.ts';
import { leftoverOf, removeVersion } from './exclusive-file.ts';
import { namesIn, removeLeftover } from './leftovers.ts';
import { readTask } from './task-record.ts';

/** Files that one sweep looks at. */
const MAX_FILES = 10_000;

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

/** True when the file was removed. */
async function forget(folder: string, name: string, ttlMs: number, clock: Clock): Promise<boolean> {
  const file = join(folder, name);
  if (leftoverOf(name)) return removeLeftover(folder, name, clock);
  if (!/^[0-9a-f]+\.json$/.test(name)) return false;
  const task = await readTask(file);
  if (typeof task === 'string' || !task.finished || msSince(task.finished, clock) <= ttlMs) return false;
  return removeVersion(file, task.id);
}
