import { lstat, mkdir, readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../model/error-code.ts';
import { Fault, messageOf } from '../model/fault.ts';
import type { SavedCase } from '../model/saved-case.ts';
import { quote, size } from '../model/text.ts';
import { createFile, replaceFile, SHARED } from '../model/whole-file.ts';
import { fileNameOf, folderOf, numberedId, ownId, shortOf } from './case-name.ts';
import { caseText } from './case-text.ts';
import { replaceAt } from './exact-text.ts';
import { type LoadedCase, MAX_BYTES, readCase } from './read-case.ts';

/** So many files of one failure that none of them can be read, and we give up. */
const MAX_NAMES = 100;

/** Where a case stands, under which id, and how often its failure was seen. */
export interface Stored {
  file: string;
  id: string;
  seen: number;
}

/**
 * Writes a case below `root`, or raises `seen` of the one of the same tool that tells of the same failure, which stays as it is otherwise.
 * A file that cannot be read is left alone. It is on disk when this resolves.
 * @throws Fault (usage) when it cannot be written: a full disk, a folder that is a link, a case larger than one may be
 */
export function saveCase(root: string, saved: SavedCase): Promise<Stored> {
  // One after the other, so that no two raise the same number.
  const turn = (turns.get(root) ?? Promise.resolve()).then(() => save(root, saved));
  const settled = turn.then(
    () => {},
    () => {},
  );
  turns.set(root, settled);
  void settled.then(() => turns.get(root) === settled && turns.delete(root));
  return turn;
}

const turns = new Map<string, Promise<void>>();

/** Changes these members of a case file, every other byte as it was. @throws Fault (usage) when it cannot be written */
export async function updateCase(file: string, change: Partial<Pick<SavedCase, 'state' | 'seen' | 'note'>>): Promise<void> {
  await written(file, async () => {
    const edits = Object.entries(change).map(([key, value]) => ({ at: `/${key}`, value }));
    const text = await readFile(file, 'utf8');
    await replaceFile(file, replaceAt(text, edits), SHARED);
  });
}

async function save(root: string, saved: SavedCase): Promise<Stored> {
  const { tool = '' } = saved.steps.at(-1) ?? {};
  const own = ownId(tool, saved.id, saved.actual.fingerprint);
  const folder = await written(root, () => folderIn(root, folderOf(tool)));
  const same = await written(folder, () => sameFailure(folder, saved));
  if (same) {
    const seen = same.case.seen + 1;
    await updateCase(same.file, { seen });
    return { file: same.file, id: same.case.id, seen };
  }
  for (let count = 1; count <= MAX_NAMES; count++) {
    const id = count === 1 ? own : numberedId(tool, own, count);
    const text = caseText({ ...saved, id });
    if (Buffer.byteLength(text) > MAX_BYTES) throw tooLarge(tool, text);
    const file = join(root, fileNameOf(tool, id));
    if (await written(file, () => createFile(file, text, SHARED))) return { file, id, seen: saved.seen };
  }
  throw new Fault('usage', `${folder} holds ${MAX_NAMES} files of one failure that cannot be read`, 'look at them, and delete them');
}

/** The folder of a tool, made if it is missing. @throws Fault when a link would lead out of the root */
async function folderIn(root: string, name: string): Promise<string> {
  const folder = join(root, name);
  await mkdir(root, { recursive: true });
  const stat = await lstat(folder).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
  if (stat?.isSymbolicLink()) throw new Fault('usage', `${folder} is a link: no case is written there`, 'put a folder in its place');
  if (!stat) await mkdir(folder, { recursive: true });
  if ((await realpath(folder)) !== join(await realpath(root), name))
    throw new Fault('usage', `${folder} leads out of ${root}: no case is written there`, 'put a folder in its place');
  return folder;
}

/** The case of the same tool that tells of the same failure, whatever its slug. */
async function sameFailure(folder: string, saved: SavedCase): Promise<(LoadedCase & { ok: true }) | undefined> {
  const ending = `--${shortOf(saved.actual.fingerprint)}${saved.id.endsWith('.min') ? '.min' : ''}.case.json`;
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending)).sort();
  for (const name of names) {
    const loaded = readCase(join(folder, name), name);
    if (loaded.ok && isSame(loaded.case, saved)) return loaded;
  }
  return undefined;
}

/**
 * What was kept as it was is no failure: another call of the tool that went as well is another case. Nor does the outcome of a generated call
 * say which bound it is about: that an invalid one was accepted looks the same for all of them.
 */
function tellsByFingerprint({ actual, gen }: SavedCase): boolean {
  return actual.failed.length > 0 && gen.source !== 'boundary' && gen.source !== 'fast-check';
}

function isSame(earlier: SavedCase, saved: SavedCase): boolean {
  const [before, now] = [earlier.steps.at(-1), saved.steps.at(-1)];
  const isSameCall = before?.wire_sha256 === now?.wire_sha256;
  return (
    before?.tool === now?.tool &&
    earlier.target.identity === saved.target.identity &&
    earlier.actual.fingerprint === saved.actual.fingerprint &&
    (tellsByFingerprint(saved) || isSameCall)
  );
}

function tooLarge(tool: string, text: string): Fault {
  const bytes = size(Buffer.byteLength(text));
  return new Fault('usage', `a failure of ${quote(tool)} is not kept: its case would have ${bytes}, and ${size(MAX_BYTES)} is the most`);
}

/** Tells in one sentence why the file system does not take it. */
async function written<T>(file: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new Fault('usage', `the case cannot be written to ${file}: ${messageOf(error)}`, 'make room or make the folder writable');
  }
}
