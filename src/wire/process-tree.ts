import { readFileSync, readlinkSync } from 'node:fs';
import { processEntry, processIds, processText } from '../model/process-table.ts';
import { RUN_MARK } from './environment.ts';

/** Sends a signal to a whole process group; false when there is none any more. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
    return true;
  } catch {
    return false;
  }
}

/**
 * The living processes that belong to an adapter: its group, and whatever carries the mark of this run in its environment, so that a
 * grandchild in a session of its own is found too. Linux only; elsewhere empty.
 */
export function processesOf(group: number, mark: string): number[] {
  if (process.platform !== 'linux') return [];
  const marked = `${RUN_MARK}=${mark}`;
  // What is older than we are is none of ours; most of a machine's processes are.
  const since = processEntry(process.pid)?.started ?? 0;
  const least = leastPid();
  return processIds().flatMap((pid) => {
    const entry = pid >= least ? processEntry(pid) : null;
    if (!entry || entry.state === 'Z' || entry.pid === process.pid || entry.started < since) return [];
    return entry.group === group || processText(entry.pid, 'environ').includes(marked) ? [entry.pid] : [];
  });
}

/** Process ids count upwards until they start over, so in a short run nothing of ours has one below our own: most of /proc need not be read. */
function leastPid(): number {
  const newest = Number(loadText().trim().split(' ').at(-1));
  return performance.now() < SHORT_RUN_MS && newest >= process.pid ? process.pid : 0;
}

/** In this time no machine gives out all its process ids. */
const SHORT_RUN_MS = 10_000;

/** CPU time of a process in milliseconds; null when it is gone or cannot be read. */
export function cpuMs(pid: number): number | null {
  const entry = process.platform === 'linux' ? processEntry(pid) : null;
  // 100 ticks a second on every Linux that Node runs on.
  return entry ? entry.ticks * 10 : null;
}

/** Processes other than `owner` that have the same stdin pipe open (Linux). */
export function sharersOfStdin(owner: number, among: readonly number[]): number[] {
  const link = linkOf(owner);
  return link ? among.filter((pid) => pid !== owner && linkOf(pid) === link) : [];
}

function linkOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/0`);
  } catch {
    return '';
  }
}

/** The id that was given out last stands at its end. */
function loadText(): string {
  try {
    return readFileSync('/proc/loadavg', 'latin1');
  } catch {
    return '';
  }
}
