import { unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../../model/error-code.ts';
import { member } from '../../model/json.ts';
import { createFile, discard, replaceFile, type Writing } from '../../model/whole-file.ts';
import { syncFolder } from './folder-sync.ts';
import { readStored } from './stored-json.ts';

/** Nobody else reads what stands in a state folder; many who write there share one sync. */
const OURS: Writing = { mode: 0o600, folderMode: 0o700, sync: syncFolder };

/** Longer than any file here may be: what is longer is none of ours. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Makes a file of JSON as `createWhole` makes one of bytes. */
export async function createExclusive(file: string, value: unknown): Promise<boolean> {
  return createWhole(file, textOf(value));
}

/**
 * Makes a file that appears whole, with its content, to one of all processes that try; it is on disk when this resolves. Mode 0600; the
 * folder is made (0700) if it is missing.
 * @returns false when the file exists
 * @throws the error of the file system; then nothing is left behind
 */
export function createWhole(file: string, content: string | Uint8Array): Promise<boolean> {
  return createFile(file, content, OURS);
}

/**
 * Replaces a file that nobody else may change; it is on disk when this resolves.
 * @throws the error of the file system; then the file is as it was
 */
export function replaceOwned(file: string, value: unknown): Promise<void> {
  return replaceFile(file, textOf(value), OURS);
}

/**
 * Replaces the version of a file whose member `id` was read, if it is still that one.
 * @param id safe in a file name
 * @returns false when another process is changing that version or has changed it. One that died in the middle of it keeps all others out:
 * nobody can tell how far it got
 */
export function takeOver(file: string, id: string, value: unknown): Promise<boolean> {
  return changing(file, id, () => replaceOwned(file, value));
}

/** Removes the version of a file whose member `id` was read, as `takeOver` replaces it. A loss of power may bring it back. */
export function removeVersion(file: string, id: string): Promise<boolean> {
  return changing(file, id, () => unlink(file));
}

/** Removes a file that nobody else may change; it is gone from the disk when this resolves. */
export async function removeOwned(file: string): Promise<void> {
  await unlink(file).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
  await syncFolder(dirname(file));
}

/** What `takeOver` and the writing of a file leave in its folder when a process dies in the middle of it. */
export function leftoverOf(name: string): { kind: 'temporary' } | { kind: 'marker'; file: string; id: string } | null {
  if (/^\..+\.[0-9a-f]{24}\.tmp$/.test(name)) return { kind: 'temporary' };
  const [, file, id] = /^\.(.+)\.(\w+)\.taken$/.exec(name) ?? [];
  return file && id ? { kind: 'marker', file, id } : null;
}

/** Makes the change if no other process is at this version of the file: the marker named after it has one maker, who looks again. */
async function changing(file: string, id: string, change: () => Promise<void>): Promise<boolean> {
  const marker = join(dirname(file), `.${basename(file)}.${id}.taken`);
  try {
    await writeFile(marker, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    const seen = await readStored(file, MAX_BYTES);
    if (seen.kind !== 'json' || member(seen.value, 'id') !== id) return false;
    await change();
    return true;
  } finally {
    await discard(marker);
  }
}

function textOf(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
