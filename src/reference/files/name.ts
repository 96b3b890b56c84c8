import { createHash, randomBytes } from 'node:crypto';
import { LOCAL } from '../../kit/caller.ts';
import { isDeviceName } from '../../model/device-name.ts';

const TYPES = { png: 'image/png', jpeg: 'image/jpeg', json: 'application/json' } as const;
const NAME = /^(?:screenshot|list)-\d{8}T\d{9}Z-[0-9a-f]{12}\.(png|jpeg|json)$/;

/** `screenshot-20261130T145800123Z-1f2e3d4c5b6a.jpeg`: sorted by name they are sorted by time, and nobody guesses one. */
export function newName(kind: string, extension: keyof typeof TYPES): string {
  const time = new Date().toISOString().replace(/[-:.]/g, '');
  return `${kind}-${time}-${randomBytes(6).toString('hex')}.${extension}`;
}

/** True for a name that `newName` makes: it leads to no other folder. */
export function isName(name: string): boolean {
  return NAME.test(name);
}

/** The media type of a file that `newName` named. */
export function typeOf(name: string): string {
  const extension = NAME.exec(name)?.[1];
  return extension === 'png' || extension === 'jpeg' ? TYPES[extension] : TYPES.json;
}

/**
 * The folder of a task's files, one name: the task where that is safe as a name (`.` and `..` are tasks too, and Windows has names of its own), else
 * a hash of it; and behind a `~`, which no task has in it, a hash of whose it is, but for the local user.
 */
export function folderOf(principal: string, task: string): string {
  const owner = principal === LOCAL ? '' : hashOf(principal);
  if (!isSafe(task)) return `~${owner}~${hashOf(task)}`;
  return owner ? `${task}~${owner}` : task;
}

/** Whose files a folder holds, as a name that says nothing: the same for all tasks of one principal. */
export function ownerOf(folder: string): string {
  return folder.split('~')[1] ?? '';
}

function isSafe(task: string): boolean {
  return /^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/.test(task) && !isDeviceName(task) && !task.endsWith('.');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}
