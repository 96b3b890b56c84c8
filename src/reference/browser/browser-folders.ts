import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createExclusive } from '../../kit/stores/exclusive-file.ts';
import { namesIn } from '../../kit/stores/leftovers.ts';
import { isAlive, isOwner, owner } from '../../kit/stores/owner.ts';
import { readStored } from '../../kit/stores/stored-json.ts';
import { codeOf } from '../../model/error-code.ts';
import { Fault } from '../../model/fault.ts';
import { endProcessesOf, groupGone } from './browser-processes.ts';

/** Read once: while a browser is being started, the variable behind it points elsewhere. */
const TMP = tmpdir();
const OWNER = 'owner.json';
/** A folder without owner is one that is being made, or that its maker died over. */
const MAKING_MS = 60_000;
const MAX_FOLDERS = 1_000;

/**
 * A new folder for the files of one browser: `<tmp>/mcp-adapter-<user>/<id>`, 0700, with the process in it that it belongs to. Short, because
 * Chromium puts sockets there, whose paths have 108 bytes at most.
 * @throws Fault when `<tmp>/mcp-adapter-<user>` is somebody else's
 */
export async function openBrowserFolder(tmp: string = TMP): Promise<string> {
  const root = await ownRoot(tmp);
  const id = randomBytes(4).toString('hex');
  const making = join(root, `.${id}`);
  await mkdir(making, { mode: 0o700 });
  await createExclusive(join(making, OWNER), owner());
  const folder = join(root, id);
  await rename(making, folder);
  return folder;
}

/**
 * Ends the browser that still runs in the folder, and removes it. Repeating it is no error.
 * @param leader of the browser's process group, where it is known: all of that has ended then
 */
export async function removeBrowserFolder(folder: string, leader?: number): Promise<void> {
  await endProcessesOf(folder);
  if (leader !== undefined) await groupGone(leader);
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Removes the folders of processes that have died, and ends browsers that outlived them; tells how many folders. */
export async function sweepBrowserFolders(tmp: string = TMP): Promise<number> {
  const root = rootIn(tmp);
  let looked = 0;
  let removed = 0;
  for await (const name of namesIn(root)) {
    if (looked++ >= MAX_FOLDERS) break;
    const folder = join(root, name);
    if (!(await isLeft(folder))) continue;
    await removeBrowserFolder(folder);
    removed++;
  }
  return removed;
}

async function isLeft(folder: string): Promise<boolean> {
  const stored = await readStored(join(folder, OWNER), 4_096).catch(() => null);
  if (stored?.kind === 'json' && isOwner(stored.value)) return !isAlive(stored.value);
  const made = await stat(folder).catch(() => null);
  return made !== null && Date.now() - made.mtimeMs > MAKING_MS;
}

function rootIn(tmp: string): string {
  return join(tmp, `mcp-adapter-${process.getuid?.() ?? userInfo().username}`);
}

/** The temporary folder is everybody's: whoever is first could have made ours. */
async function ownRoot(tmp: string): Promise<string> {
  const root = rootIn(tmp);
  await mkdir(root, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  const found = await lstat(root);
  const user = process.getuid?.();
  if (!found.isDirectory() || (user !== undefined && found.uid !== user))
    throw new Fault('config', `${root} is not ours`, 'remove it, or set TMPDIR to a folder of your own');
  if (user !== undefined && found.mode & 0o077) await chmod(root, 0o700);
  return root;
}
