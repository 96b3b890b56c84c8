import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from '../../model/error-code.ts';
import { isObject } from '../../model/json.ts';
import { hasEnded, processEntry } from '../../model/process-table.ts';

/** The process that holds something, so that others can tell whether it still lives. */
export interface Owner {
  pid: number;
  /**
   * When it was started, to tell it from a later process of the same id: clock ticks since boot (`/proc/<pid>/stat`, field 22) and the
   * boot they count from. Null where there is no /proc.
   */
  started: string | null;
  /** The machine; on Linux with the pid namespace, as containers of one name count their processes apart. */
  host: string;
}

/** This process. */
export function owner(): Owner {
  self ??= { pid: process.pid, started: startOf(process.pid), host: HOST };
  return self;
}

let self: Owner | undefined;

/** False for a process of this host that has ended, a zombie too. What other hosts run cannot be known from here: it counts as alive. */
export function isAlive({ pid, started, host }: Owner): boolean {
  if (host !== HOST) return true;
  return started === null ? exists(pid) : startOf(pid) === started;
}

/** True when `isAlive` knows for certain: the same host, and a start time by which a reused id is recognised. */
export function isKnown({ started, host }: Owner): boolean {
  return host === HOST && started !== null;
}

export function isOwner(value: unknown): value is Owner {
  if (!isObject(value)) return false;
  const { pid, started, host } = value;
  return Number.isSafeInteger(pid) && (started === null || typeof started === 'string') && typeof host === 'string';
}

/** Names this run of the operating system; null where that cannot be told. */
export const BOOT: string | null = readText('/proc/sys/kernel/random/boot_id').trim() || null;

const HOST = [hostname(), pidNamespace()].filter(Boolean).join(' ');

function startOf(pid: number): string | null {
  const entry = processEntry(pid);
  return entry && !hasEnded(entry) ? `${entry.started} ${BOOT}` : null;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, but another user's.
    return codeOf(error) === 'EPERM';
  }
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
