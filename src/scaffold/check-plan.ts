import { accessSync, constants, lstatSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { codeOf } from '../model/error-code.ts';
import { Fault } from '../model/fault.ts';
import { plural, quote, some } from '../model/text.ts';
import { pathFault } from './path-fault.ts';
import type { Plan, PlannedEdit } from './plan.ts';

/**
 * Makes sure that a plan can be carried out, and changes nothing.
 * @throws Fault (usage) when a file is there already, a file or a link is where a folder must be, a file that is to be changed does not read as
 * it did, or nothing may be written there
 */
export function checkPlan({ folder, files, edits }: Plan): void {
  try {
    const base = nearestFolder(folder);
    accessSync(base, constants.W_OK | constants.X_OK);
    for (const path of foldersOf([...files, ...edits])) checkFolder(folder, path);
    refuseExisting(
      folder,
      files.map(({ path }) => path).filter((path) => statOf(join(folder, path))),
    );
  } catch (error) {
    throw pathFault(error, folder);
  }
  for (const edit of edits) checkUnchanged(folder, edit);
}

/** @throws Fault (usage) when there are files that a plan would make */
export function refuseExisting(folder: string, paths: readonly string[]): void {
  if (!paths.length) return;
  const [what, them] = paths.length === 1 ? ['is', 'it'] : ['are', 'them'];
  throw new Fault(
    'usage',
    `${plural(paths.length, 'file')} ${what} in ${quote(folder, 300)} already: ${some(paths)}`,
    `nothing is ever overwritten: move ${them} away, or choose another folder (for a tool, another name)`,
  );
}

/** @throws Fault (usage) when the file is gone, or reads other than it did when the edit was planned */
export function checkUnchanged(folder: string, { path, before }: PlannedEdit): void {
  try {
    if (readFileSync(join(folder, path), 'utf8') === before) return;
  } catch (error) {
    throw pathFault(error, join(folder, path));
  }
  throw new Fault('usage', `${quote(join(folder, path), 300)} was changed meanwhile`, 'run the command again');
}

/** What stands at a path, links not followed; undefined where nothing does. */
export function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    // ENOTDIR: something above it is a file.
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** The folder, or the one above it that exists. */
function nearestFolder(folder: string): string {
  if (statOf(folder)) {
    refuseUnlessFolder(folder);
    return folder;
  }
  return dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

/** Every folder that files at these paths stand in, those above first. */
function foldersOf(planned: readonly { path: string }[]): Set<string> {
  const folders = planned.flatMap(({ path }) => {
    const words = path.split('/').slice(0, -1);
    return words.map((_, index) => words.slice(0, index + 1).join('/'));
  });
  return new Set(folders);
}

/** Refuses a folder of the project that is a file, or a link to somewhere else: what is written there would be outside of the project. */
function checkFolder(folder: string, path: string): void {
  const place = join(folder, path);
  if (!statOf(place)) return;
  refuseUnlessFolder(place);
  if (!realpathSync(place).startsWith(`${realpathSync(folder)}${sep}`))
    throw new Fault('usage', `${quote(place, 300)} is a link that leads out of the project`, 'remove it, or choose another folder');
}

function refuseUnlessFolder(place: string): void {
  const what = statSync(place, { throwIfNoEntry: false });
  if (what?.isDirectory()) return;
  const seen = what ? 'is a file' : 'is a link to nothing';
  throw new Fault('usage', `${quote(place, 300)} ${seen}, and a folder must be there`, 'move it away, or choose another folder');
}
