import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../model/error-code.ts';

/** A file of the log: one UTC day of one lane. */
export interface DayFile {
  /** `2026-11-30`. No record in it is of a later day; after a clock was set back it may hold earlier ones. */
  day: string;
  lane: number;
  name: string;
  path: string;
}

/** The folder of the log in the state folder. */
export function auditFolder(state: string): string {
  return join(state, 'audit');
}

/** The file of a day: `2026-11-30.ndjson` of the first lane, `2026-11-30.2.ndjson` of the second. */
export function dayFile(folder: string, day: string, lane: number): DayFile {
  const name = lane === 1 ? `${day}.ndjson` : `${day}.${lane}.ndjson`;
  return { day, lane, name, path: join(folder, name) };
}

/** The files of the log among the names in its folder, oldest first. */
export function dayFiles(folder: string, names: readonly string[]): DayFile[] {
  const files = names.flatMap((name) => {
    const [, day, lane] = /^(\d{4}-\d\d-\d\d)(?:\.([2-9]|[1-9]\d))?\.ndjson$/.exec(name) ?? [];
    return day ? [{ day, lane: Number(lane ?? 1), name, path: join(folder, name) }] : [];
  });
  return files.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.lane - b.lane));
}

/** The files of the log in a state folder, oldest first; none when there is no log. @throws the error of the file system otherwise */
export async function logFiles(state: string): Promise<DayFile[]> {
  const folder = auditFolder(state);
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  });
  return dayFiles(folder, names);
}

/** True when a state folder holds an audit log. */
export async function hasAudit(state: string): Promise<boolean> {
  return (await logFiles(state)).length > 0;
}
