import { syncNames } from '../../model/whole-file.ts';

const running = new Map<string, Promise<void>>();
const waiting = new Map<string, Promise<void>>();

/**
 * Puts the names in a folder on disk (fsync): what was linked, renamed or unlinked there before the call. Everybody who asks while a sync
 * is running shares the one that follows it.
 */
export function syncFolder(folder: string): Promise<void> {
  const shared = waiting.get(folder);
  if (shared) return shared;
  const next = syncAfter(folder, running.get(folder));
  waiting.set(folder, next);
  return next;
}

async function syncAfter(folder: string, earlier: Promise<void> | undefined): Promise<void> {
  // An earlier failure was told to those who asked then.
  await earlier?.catch(() => {});
  const turn = waiting.get(folder);
  waiting.delete(folder);
  if (turn) running.set(folder, turn);
  try {
    await syncNames(folder);
  } finally {
    if (running.get(folder) === turn) running.delete(folder);
  }
}
