import { randomBytes } from 'node:crypto';
import { link, mkdir, open, rename, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from './error-code.ts';

/** How a file is written. */
export interface Writing {
  /** Of the file, and of folders that are missing: `0o600` and `0o700` for what is nobody else's. */
  mode: number;
  folderMode: number;
  /** Puts the names in a folder on disk. */
  sync: (folder: string) => Promise<void>;
}

/** How files are written that everybody may read. */
export const SHARED: Writing = { mode: 0o644, folderMode: 0o755, sync: syncNames };

/** How files are written that are nobody else's. */
export const PRIVATE: Writing = { mode: 0o600, folderMode: 0o700, sync: syncNames };

/**
 * Makes a file that appears whole, with its content, to one of all processes that try; it is on disk when this resolves. The folder is made
 * if it is missing.
 * @returns false when the file exists
 * @throws the error of the file system; then nothing is left behind
 */
export async function createFile(file: string, content: string | Uint8Array, writing: Writing): Promise<boolean> {
  const temporary = await writeTemporary(file, content, writing);
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
    await writing.sync(dirname(file));
  } catch (error) {
    await discard(file);
    throw error;
  }
  return true;
}

/**
 * Replaces a file; it is on disk when this resolves.
 * @throws the error of the file system; then the file is as it was
 */
export async function replaceFile(file: string, content: string | Uint8Array, writing: Writing): Promise<void> {
  const temporary = await writeTemporary(file, content, writing);
  try {
    await rename(temporary, file);
  } catch (error) {
    await discard(temporary);
    throw error;
  }
  await writing.sync(dirname(file));
}

/** What cannot be removed harms nobody: its name begins with a dot and ends with `.tmp`. */
export async function discard(file: string): Promise<void> {
  await unlink(file).catch(() => {});
}

async function writeTemporary(file: string, content: string | Uint8Array, { mode, folderMode, sync }: Writing): Promise<string> {
  const folder = dirname(file);
  const temporary = join(folder, `.${basename(file)}.${randomBytes(12).toString('hex')}.tmp`);
  const write = () => writeFile(temporary, content, { flag: 'wx', mode, flush: true });
  try {
    await write().catch(async (error) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      await mkdir(folder, { recursive: true, mode: folderMode });
      await sync(dirname(folder));
      await write();
    });
  } catch (error) {
    await discard(temporary);
    throw error;
  }
  return temporary;
}

/** Puts the names in a folder on disk (fsync). */
export async function syncNames(folder: string): Promise<void> {
  // Windows has no sync of folders.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
