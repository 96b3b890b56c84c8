import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createWhole } from '../stores/exclusive-file.ts';
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
  try {
    return (await createWhole(file, key)) ? key : await readFile(file);
  } catch {
    return null;
  }
}
