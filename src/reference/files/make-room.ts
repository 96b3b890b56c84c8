import { rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn, sweepLeftovers } from '../../kit/stores/leftovers.ts';
import { codeOf } from '../../model/error-code.ts';
import { isName } from './name.ts';

/** However small they are: so many can be looked at for every file that is written. */
const MAX_FILES = 5_000;

/** A file that we wrote, whosever it is. */
interface Kept {
  folder: string;
  file: string;
  bytes: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** Removes the oldest files of all tasks until one of so many bytes fits below the total. What is not ours is neither counted nor removed. */
export async function makeRoom(root: string, bytes: number, total: number): Promise<void> {
  const kept = (await filesBelow(root)).sort((a, b) => a.at - b.at || (a.file < b.file ? -1 : 1));
  let used = kept.reduce((sum, each) => sum + each.bytes, 0);
  for (const [index, { folder, file, bytes: freed }] of kept.entries()) {
    if (used + bytes <= total && kept.length - index < MAX_FILES) return;
    await rm(file, { force: true });
    used -= freed;
    // It stays where another file is in it.
    await rmdir(folder).catch(() => {});
  }
}

async function filesBelow(root: string): Promise<Kept[]> {
  const found: Kept[] = [];
  for await (const task of namesIn(root)) {
    const folder = join(root, task);
    if (!(await isFolder(folder))) continue;
    await sweepLeftovers(folder);
    for await (const name of namesIn(folder)) {
      if (!isName(name)) continue;
      const file = join(folder, name);
      const seen = await statOf(file);
      if (seen?.isFile()) found.push({ folder, file, bytes: seen.size, at: seen.mtimeMs });
    }
  }
  return found;
}

async function isFolder(path: string): Promise<boolean> {
  return (await statOf(path))?.isDirectory() ?? false;
}

/** Null for what another process has removed meanwhile. */
async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
