import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const GONE_MS = 2_000;

/**
 * Kills the browser whose profile lies in this folder, with its children, and waits until they are gone (2 s at most). It is known by its own
 * command line at that moment, so no other process can be meant, whatever became of ids that were written down. Without /proc nothing is
 * found: there the end of its pipe ends a browser.
 */
export async function endProcessesOf(folder: string): Promise<void> {
  const family = withDescendants(processesOf(folder));
  for (const pid of family) kill(pid);
  await gone(() => family.some(isRunning));
}

/** Waits until nothing of a process group runs any more, 2 s at most: the children of a browser outlive it by a moment, and still write files. */
export async function groupGone(leader: number): Promise<void> {
  await gone(() => processIds().some((pid) => statOf(pid)?.group === leader));
}

/** The processes that were told to keep their profile in this folder: the main one of a browser. */
export function processesOf(folder: string): number[] {
  const mark = `--user-data-dir=${folder}${sep}`;
  return processIds().filter((pid) => argumentsOf(pid).some((argument) => argument.startsWith(mark)));
}

async function gone(isThere: () => boolean): Promise<void> {
  const until = performance.now() + GONE_MS;
  while (isThere() && performance.now() < until) await sleep(10);
}

function withDescendants(pids: readonly number[]): number[] {
  if (!pids.length) return [];
  const parents = processIds().map((pid) => ({ pid, parent: statOf(pid)?.parent }));
  const family = [...pids];
  // The list grows while it is gone through.
  for (const member of family) for (const { pid, parent } of parents) if (parent === member && !family.includes(pid)) family.push(pid);
  return family;
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function argumentsOf(pid: number): string[] {
  return readText(pid, 'cmdline').split('\0');
}

function isRunning(pid: number): boolean {
  return statOf(pid) !== null;
}

/** Null for a process that has ended, a zombie too. */
function statOf(pid: number): { parent: number; group: number } | null {
  const stat = readText(pid, 'stat');
  // The name in parentheses may hold anything.
  const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return group === undefined || state === 'Z' || state === 'X' ? null : { parent: Number(parent), group: Number(group) };
}

function readText(pid: number, name: string): string {
  try {
    return readFileSync(join('/proc', String(pid), name), 'utf8');
  } catch {
    return '';
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended, or is another user's.
  }
}
