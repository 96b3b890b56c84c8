import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, realpathSync, renameSync, rmdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '../model/error-code.ts';
import type { ScaffoldSummary } from '../model/run.ts';
import { checkPlan, checkUnchanged, refuseExisting, statOf } from './check-plan.ts';
import { pathFault } from './path-fault.ts';
import type { Plan, PlannedEdit, PlannedFile } from './plan.ts';

/** What takes back one step. */
type Undo = () => void;

/**
 * Writes a plan, or in a dry run only makes sure that it could be written.
 * @returns what was, or would be, made and changed
 * @throws Fault (usage) as `checkPlan` and `writePlan` do
 */
export function carryOut(plan: Plan, isDryRun: boolean): ScaffoldSummary['files'] {
  if (isDryRun) checkPlan(plan);
  else writePlan(plan);
  return [
    ...plan.files.map(({ path }) => ({ path, change: 'created' as const })),
    ...plan.edits.map(({ path }) => ({ path, change: 'changed' as const })),
  ];
}

/**
 * Writes a plan, whole or not at all: when something fails, every file and folder that was made is removed and every edit taken back. Synchronous,
 * so that Ctrl-C comes before or after it.
 * @throws Fault (usage) as `checkPlan` does, and for what the file system refuses
 */
export function writePlan(plan: Plan): void {
  checkPlan(plan);
  const undo: Undo[] = [];
  try {
    // What may fail for want of room comes first; after it names are only exchanged.
    const drafts = plan.edits.map((edit) => draft(plan.folder, edit, undo));
    for (const file of plan.files) create(plan.folder, file, undo);
    for (const [index, edit] of plan.edits.entries()) exchange(plan.folder, edit, drafts[index] ?? '', undo);
  } catch (error) {
    for (const step of undo.reverse()) attempt(step);
    throw pathFault(error, plan.folder);
  }
}

/** Makes a file; one that another process made since the check is left alone. */
function create(folder: string, { path, text }: PlannedFile, undo: Undo[]): void {
  const file = join(folder, path);
  makeFolder(dirname(file), undo);
  try {
    createFile(file, text, 0o666, undo);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') refuseExisting(folder, [path]);
    throw error;
  }
}

/** Makes a folder and those above it that are missing. Another process may make the same ones: these are not ours to remove. */
function makeFolder(folder: string, undo: Undo[]): void {
  if (statOf(folder)) return;
  makeFolder(dirname(folder), undo);
  try {
    mkdirSync(folder);
    // Refused when somebody else has put something there.
    undo.push(() => rmdirSync(folder));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Writes what a file is to read beside it, with its mode; returns the path. */
function draft(folder: string, { path, after }: PlannedEdit, undo: Undo[]): string {
  const file = realpathSync(join(folder, path));
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  createFile(temporary, after, statSync(file).mode & 0o777, undo);
  return temporary;
}

function exchange(folder: string, edit: PlannedEdit, temporary: string, undo: Undo[]): void {
  checkUnchanged(folder, edit);
  const file = realpathSync(join(folder, edit.path));
  renameSync(temporary, file);
  undo.push(() => writeFileSync(file, edit.before));
}

function createFile(file: string, text: string, mode: number, undo: Undo[]): void {
  const handle = openSync(file, 'wx', mode);
  undo.push(() => unlinkSync(file));
  try {
    writeFileSync(handle, text);
  } finally {
    closeSync(handle);
  }
}

/** The rest is taken back even where one step cannot be. */
function attempt(step: Undo): void {
  try {
    step();
  } catch {
    // A folder with the files of others stays; a draft has become the file.
  }
}
