import { createHash } from 'node:crypto';
import { constants, open, readdir, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ToolError } from '../../kit/tool-error.ts';
import { codeOf } from '../../model/error-code.ts';
import { size } from '../../model/text.ts';
import { PRIVATE, replaceFile } from '../../model/whole-file.ts';
import type { ReferenceLimits } from '../config/reference-config.ts';
import { Queue } from '../queue.ts';
import { makeRoom } from './make-room.ts';
import { folderOf, isName, newName, ownerOf, typeOf } from './name.ts';
import type { TaskFile, TaskFiles } from './task-files.ts';

/** What to do when a file is too large to be kept. */
const ADVICE = {
  screenshot: 'ask for format jpeg, for full_page false or for a smaller max_width',
  list: 'ask for fewer items at a time (max_items)',
};

/** Neither a link to somewhere else nor a pipe that never ends is a file of ours. Windows knows no such flags. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * The files of tasks below `<state>/files`, made when the first is written. One is written at a time, so that the caps hold within a process;
 * several processes on one state folder may go beyond the total by what they write at the same moment, until the next write.
 * @param write replaced in tests, for disks that are full
 */
export function createTaskFiles(
  state: string,
  limits: Pick<ReferenceLimits, 'fileBytes' | 'filesBytes'>,
  write: (file: string, bytes: Uint8Array) => Promise<void> = (file, bytes) => replaceFile(file, bytes, PRIVATE),
): TaskFiles {
  const root = resolve(state, 'files');
  const most = Math.min(limits.fileBytes, limits.filesBytes);
  const queue = new Queue();
  return {
    write(principal, task, kind, extension, bytes) {
      return queue.run(null, () => add(principal, task, { kind, extension }, bytes));
    },
    async read(principal, task, name) {
      if (!isName(name)) return null;
      const bytes = await readRegular(join(root, folderOf(principal, task), name));
      return bytes && { bytes, mimeType: typeOf(name) };
    },
  };

  async function add(principal: string, task: string, { kind, extension }: Kind, bytes: Uint8Array): Promise<TaskFile> {
    if (bytes.length > most)
      throw new ToolError('file_too_large', {
        message: `the file would have ${size(bytes.length)}, and at most ${size(most)} are kept: ${ADVICE[kind]}`,
        data: { bytes: bytes.length, max_bytes: most },
      });
    const folder = folderOf(principal, task);
    // Who looks again and sees the same is given the same file.
    const known = await sameAs(join(root, folder), { kind, extension }, bytes);
    const name = known ?? newName(kind, extension);
    const file = join(root, folder, name);
    try {
      if (known === null) {
        await makeRoom(root, { owner: ownerOf(folder), bytes: bytes.length }, limits.filesBytes);
        await write(file, bytes);
      }
    } catch (error) {
      throw unwritten(error);
    }
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { file, resource_uri: `adapter-files://${task}/${name}`, sha256, bytes: bytes.length };
  }
}

interface Kind {
  kind: 'screenshot' | 'list';
  extension: 'png' | 'jpeg' | 'json';
}

/** The name of the last file of a kind in a folder, if it holds just this: it is then as new as if it were written now. */
async function sameAs(folder: string, { kind, extension }: Kind, bytes: Uint8Array): Promise<string | null> {
  const names = await readdir(folder).catch(() => []);
  const alike = names.filter((name) => isName(name) && name.startsWith(`${kind}-`) && name.endsWith(`.${extension}`));
  const newest = alike.sort().at(-1);
  const there = newest === undefined ? null : await readRegular(join(folder, newest));
  if (newest === undefined || !there || Buffer.compare(there, bytes) !== 0) return null;
  const now = new Date();
  // Another process may just have removed it.
  return utimes(join(folder, newest), now, now).then(
    () => newest,
    () => null,
  );
}

/** What the system says may name a folder of this machine, so it goes to the log only. */
function unwritten(cause: unknown): ToolError {
  const code = codeOf(cause);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new ToolError('output_full', { message: 'the disk of the state folder is full: a person must make room there', cause });
  return new ToolError('state_unavailable', {
    retryable: true,
    message: 'the file cannot be written: a person must make the state folder writable',
    cause,
  });
}

async function readRegular(file: string): Promise<Uint8Array | null> {
  try {
    const handle = await open(file, READ);
    try {
      return (await handle.stat()).isFile() ? await handle.readFile() : null;
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ELOOP') return null;
    throw error;
  }
}
