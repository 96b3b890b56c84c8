import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../stores/error-code.ts';
import { syncFolder } from '../stores/folder-sync.ts';
import { auditFolder } from './layout.ts';

const BYTES = 32;

/**
 * The key of the hashes in parameter summaries: `audit/key` in the state folder (0600), made once by the first of all processes. Where it
 * can neither be read nor made, one that lives as long as this process; its hashes are then good within it only.
 */
export async function auditKey(state: string): Promise<Buffer> {
  const file = join(auditFolder(state), 'key');
  const fresh = randomBytes(BYTES);
  const stored = await readFile(file).catch(() => make(file, fresh));
  return stored?.length === BYTES ? stored : fresh;
}

/** Null when it cannot be made. */
async function make(file: string, key: Buffer): Promise<Buffer | null> {
  const folder = dirname(file);
  const temporary = `${file}.${randomBytes(8).toString('hex')}.tmp`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(key);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // Unlike a file opened exclusively, a link is whole as soon as others see it.
    await link(temporary, file);
    await syncFolder(folder);
    return key;
  } catch (error) {
    return codeOf(error) === 'EEXIST' ? readFile(file).catch(() => null) : null;
  } finally {
    await rm(temporary, { force: true }).catch(() => {});
  }
}
