import { sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasEnded, type ProcessEntry, processEntry, processIds, processText } from '../../model/process-table.ts';

const GONE_MS = 2_000;

/**
 * Kills the browser whose profile lies in this folder, with its children, and waits until they are gone (2 s at most). It is known by its own
 * command line at that moment, so no other process can be meant, whatever became of ids that were written down. Without /proc nothing is
 * found: there the end of its pipe ends a browser.
 */
export async function endProcessesOf(folder: string): Promise<void> {
  const family = withDescendants(processesOf(folder));
  for (const pid of family) kill(pid);
  await gone(() => family.some(living));
}

/** Waits until nothing of a process group runs any more, 2 s at most: the children of a browser outlive it by a moment, and still write files. */
export async function groupGone(leader: number): Promise<void> {
  await gone(() => processIds().some((pid) => living(pid)?.group === leader));
}

/** The processes that were told to keep their profile in this folder: the main one of a browser. */
export function processesOf(folder: string): number[] {
  const mark = `--user-data-dir=${folder}${sep}`;
  return processIds().filter((pid) =>
    processText(pid, 'cmdline', 'utf8')
      .split('\0')
      .some((argument) => argument.startsWith(mark)),
  );
}

async function gone(isThere: () => boolean): Promise<void> {
  const until = performance.now() + GONE_MS;
  while (isThere() && performance.now() < until) await sleep(10);
}

function withDescendants(pids: readonly number[]): number[] {
  if (!pids.length) return [];
  const parents = processIds().map((pid) => ({ pid, parent: living(pid)?.parent }));
  const family = [...pids];
  // The list grows while it is gone through.
  for (const member of family) for (const { pid, parent } of parents) if (parent === member && !family.includes(pid)) family.push(pid);
  return family;
}

/** Null for a process that has ended. */
function living(pid: number): ProcessEntry | null {
  const entry = processEntry(pid);
  return hasEnded(entry) ? null : entry;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended, or is another user's.
  }
}
