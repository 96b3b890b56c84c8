import { readdirSync, readFileSync } from 'node:fs';

/** One process of this machine, as /proc tells it (proc_pid_stat(5)). */
export interface ProcessEntry {
  pid: number;
  parent: number;
  group: number;
  /** `Z` and `X` have ended. */
  state: string;
  /** User and system time in clock ticks. */
  ticks: number;
  /** When it was started, in clock ticks since boot. */
  started: number;
}

/** The ids of all processes; none where there is no /proc. */
export function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Null when there is none of that id, or no /proc. */
export function processEntry(pid: number): ProcessEntry | null {
  const stat = processText(pid, 'stat');
  // The name in parentheses may hold anything, so count from its end: the state is field 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields.length < 20) return null;
  return {
    pid,
    parent: Number(fields[1]),
    group: Number(fields[2]),
    state: fields[0] ?? '',
    ticks: Number(fields[11]) + Number(fields[12]),
    started: Number(fields[19]),
  };
}

/** True for a process that has ended, one too whose parent has not asked for it yet. */
export function hasEnded(entry: ProcessEntry | null): boolean {
  return entry === null || entry.state === 'Z' || entry.state === 'X';
}

/** A file of a process, such as `environ`; empty when it cannot be read. */
export function processText(pid: number, name: string, encoding: 'latin1' | 'utf8' = 'latin1'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, encoding);
  } catch {
    return '';
  }
}
