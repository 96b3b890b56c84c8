import { rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn, sweepLeftovers } from '../../kit/stores/leftovers.ts';
import { codeOf } from '../../model/error-code.ts';
import { isName, ownerOf } from './name.ts';

/** However small they are: so many can be looked at for every file that is written. */
const MAX_FILES = 5_000;

/** A file that we wrote, whosever it is. */
interface Kept {
  folder: string;
  owner: string;
  file: string;
  bytes: number;
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * Removes files of all tasks until one of so many bytes, of this owner, fits below the total: each time the oldest of whoever has the most, so that
 * nobody drives out the files of others. What is not ours is neither counted nor removed.
 */
export async function makeRoom(root: string, { owner, bytes }: Pick<Kept, 'owner' | 'bytes'>, total: number): Promise<void> {
  const kept = await filesBelow(root);
  const shares = new Map<string, Share>([[owner, { bytes, files: [] }]]);
  for (const each of kept.sort((a, b) => a.at - b.at || (a.file < b.file ? -1 : 1))) {
    const share = shares.get(each.owner) ?? { bytes: 0, files: [] };
    share.bytes += each.bytes;
    share.files.push(each);
    shares.set(each.owner, share);
  }
  let [used, count] = [kept.reduce((sum, each) => sum + each.bytes, bytes), kept.length + 1];
  while (used > total || count > MAX_FILES) {
    const largest = largestOf([...shares.values()], used > total ? (share) => share.bytes : ({ files }) => files.length);
    const oldest = largest?.files.shift();
    if (!largest || !oldest) return;
    await rm(oldest.file, { force: true });
    largest.bytes -= oldest.bytes;
    [used, count] = [used - oldest.bytes, count - 1];
    // It stays where another file is in it.
    await rmdir(oldest.folder).catch(() => {});
  }
}

/** What one principal has: the file that is to be written counts, and is none of the files, the oldest of which comes first. */
interface Share {
  bytes: number;
  files: Kept[];
}

/** The first of those that are the largest and have something to give. */
function largestOf(shares: readonly Share[], sizeOf: (share: Share) => number): Share | undefined {
  return shares
    .filter(({ files }) => files.length)
    .reduce<Share | undefined>((most, each) => (most && sizeOf(most) >= sizeOf(each) ? most : each), undefined);
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
      if (seen?.isFile()) found.push({ folder, owner: ownerOf(task), file, bytes: seen.size, at: seen.mtimeMs });
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
