import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { codeOf } from '../../model/error-code.ts';
import { grantFlaw, isGrant, isGrantId } from './grant-record.ts';
import type { Grant } from './grant-store.ts';
import { readStored } from './stored-json.ts';

/** Grant files that are looked at, and how many names are put in order to find the newest. */
const MAX_GRANTS = 1_000;
const MAX_NAMES = 20_000;
const MAX_BYTES = 64 * 1024;

/** A file in the folder of grants: a grant, or why it is none that counts. Such a file is never deleted. */
export type GrantFile = { file: string; grant: Grant } | { file: string; grant: null; why: string };

/** The file of a grant in a state folder. */
export function grantFile(state: string, id: string): string {
  return join(state, 'grants', `${id}.json`);
}

/** The folder of the uses of a grant. */
export function usesFolder(state: string, id: string): string {
  return join(state, 'grants', `${id}.uses`);
}

/**
 * The grants of a state folder, the newest 1,000; none when it has none.
 * @throws the error of the file system when the folder cannot be read
 */
export async function readGrants(state: string): Promise<GrantFile[]> {
  const files = await grantFiles(join(state, 'grants'));
  const read = await Promise.all(files.map(readGrantFile));
  return read.filter((each) => each !== null);
}

/** One grant; null when there is no file for it. */
export async function readGrant(state: string, id: string): Promise<GrantFile | null> {
  return isGrantId(id) ? readGrantFile(grantFile(state, id)) : null;
}

async function readGrantFile(file: string): Promise<GrantFile | null> {
  const ignored = (why: string) => ({ file, grant: null, why });
  try {
    const seen = await readStored(file, MAX_BYTES);
    if (seen.kind === 'missing') return null;
    if (seen.kind === 'damaged') return ignored(seen.why);
    if (!isGrant(seen.value)) return ignored(grantFlaw(seen.value) ?? '');
    return `${seen.value.id}.json` === basename(file) ? { file, grant: seen.value } : ignored('its name is not its id');
  } catch (error) {
    return ignored(`it cannot be read (${codeOf(error) ?? error})`);
  }
}

async function grantFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter((name) => /^[^.].*\.json$/.test(name)).map((name) => join(folder, name));
  if (files.length <= MAX_GRANTS) return files;
  const aged = await Promise.all(files.slice(0, MAX_NAMES).map(async (file) => ({ file, ms: await changedMs(file) })));
  return aged
    .sort((a, b) => b.ms - a.ms)
    .slice(0, MAX_GRANTS)
    .map(({ file }) => file);
}

async function changedMs(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
