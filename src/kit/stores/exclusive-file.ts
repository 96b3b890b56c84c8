import { randomBytes } from 'node:crypto';
import { link, mkdir, rename, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { member } from '../../model/json.ts';
import { codeOf } from './error-code.ts';
import { syncFolder } from './folder-sync.ts';
import { readStored } from './stored-json.ts';

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
export async function createWhole(file: string, content: string | Uint8Array): Promise<boolean> {
  const temporary = await writeTemporary(file, content);
  try {
    // Unlike rename, link never replaces.
    await link(temporary, file);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await discard(temporary);
  }
  try {
    await syncFolder(dirname(file));
  } catch (error) {
    await discard(file);
    throw error;
  }
  return true;
}

/**
 * Replaces a file that nobody else may change; it is on disk when this resolves.
 * @throws the error of the file system; then the file is as it was
 */
export async function replaceOwned(file: string, value: unknown): Promise<void> {
  const temporary = await writeTemporary(file, textOf(value));
  try {
    await rename(temporary, file);
  } catch (error) {
    await discard(temporary);
    throw error;
  }
  await syncFolder(dirname(file));
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

async function writeTemporary(file: string, content: string | Uint8Array): Promise<string> {
  const folder = dirname(file);
  const temporary = join(folder, `.${basename(file)}.${randomBytes(12).toString('hex')}.tmp`);
  const write = () => writeFile(temporary, content, { flag: 'wx', mode: 0o600, flush: true });
  try {
    await write().catch(async (error) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await syncFolder(dirname(folder));
      await write();
    });
  } catch (error) {
    await discard(temporary);
    throw error;
  }
  return temporary;
}

/** What cannot be removed harms nobody; the next sweep removes it. */
async function discard(file: string): Promise<void> {
  await unlink(file).catch(() => {});
}
