import { createHash, randomBytes } from 'node:crypto';
import { LOCAL } from '../../kit/caller.ts';

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
 * The folder of a task's files, one name: the task where it is the local user's and is safe as a name (`.` and `..` are tasks too), else with
 * a hash behind a `~`, which no task has in it.
 */
export function folderOf(principal: string, task: string): string {
  const safe = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/.test(task);
  if (safe && principal === LOCAL) return task;
  const hash = createHash('sha256')
    .update(JSON.stringify([principal, task]))
    .digest('hex')
    .slice(0, 24);
  return `${safe ? task : ''}~${hash}`;
}
