import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../model/error-code.ts';
import { member } from '../../model/json.ts';
import { CLOCK, type Clock } from './clock.ts';
import { leftoverOf } from './exclusive-file.ts';
import { readStored } from './stored-json.ts';

/** A process that died in the middle of writing leaves files that nobody needs after this. */
const LEFTOVER_MS = 60 * 60_000;
const MAX_FILES = 10_000;
const MAX_BYTES = 2 * 1024 * 1024;

/** Removes what dead processes left of writing in a folder; looks at 10,000 files at most. */
export async function sweepLeftovers(folder: string, clock: Clock = CLOCK): Promise<void> {
  let looked = 0;
  for await (const name of namesIn(folder)) {
    if (looked++ >= MAX_FILES) return;
    if (leftoverOf(name)) await removeLeftover(folder, name, clock);
  }
}

/** True when the file was removed: it is a leftover, and old enough that its maker is not at it. */
export async function removeLeftover(folder: string, name: string, clock: Clock): Promise<boolean> {
  const leftover = leftoverOf(name);
  const file = join(folder, name);
  if (!leftover || !(await isOlder(file, LEFTOVER_MS, clock))) return false;
  // A marker keeps others off the version that its maker died over.
  if (leftover.kind === 'marker' && (await versionOf(join(folder, leftover.file))) === leftover.id) return false;
  await rm(file, { force: true });
  return true;
}

/** The names in a folder; none when there is no such folder. */
export async function* namesIn(folder: string): AsyncGenerator<string> {
  try {
    for await (const { name } of await opendir(folder, { bufferSize: 256 })) yield name;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

async function versionOf(file: string): Promise<unknown> {
  const stored = await readStored(file, MAX_BYTES);
  return stored.kind === 'json' ? member(stored.value, 'id') : null;
}

async function isOlder(file: string, ms: number, clock: Clock): Promise<boolean> {
  try {
    return clock.now() - (await stat(file)).mtimeMs > ms;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
