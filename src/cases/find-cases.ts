import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { Fault, messageOf } from '../model/fault.ts';
import { didYouMean } from '../model/nearest.ts';
import { grouped, quote, some } from '../model/text.ts';
import { type LoadedCase, readCase } from './read-case.ts';

const ENDING = '.case.json';
const MAX_FILES = 10_000;

/** A file that is said to be a case. */
export interface CaseFile {
  file: string;
  /** As seen from the folder we stand in. */
  shown: string;
}

/**
 * The case files that the paths name, sorted, each once: a file as it is, a folder with all in it and below; links to folders are not
 * followed, and what begins with a dot is no case.
 * @param cwd what the paths are relative to
 * @throws Fault (usage) for a path that is not there, and for more than 10,000 files
 */
export function findCases(paths: readonly string[], cwd: string): CaseFile[] {
  const files = new Set<string>();
  for (const path of paths) {
    const named = resolve(cwd, path);
    const stat = statOf(named);
    if (!stat) throw missing(path, named);
    if (stat.isDirectory()) addFolder(named, files);
    else files.add(named);
  }
  return [...files].sort().map((file) => ({ file, shown: relative(cwd, file) || file }));
}

/**
 * One case by its file, its id, or the beginning of one id.
 * @param folder where ids are looked for, as in `findCases`
 * @throws Fault (usage) when there is none, or more than one
 */
export function findCase(word: string, folder: string, cwd: string): LoadedCase {
  if (statOf(resolve(cwd, word))?.isFile()) {
    const file = resolve(cwd, word);
    return readCase(file, relative(cwd, file));
  }
  const all = statOf(resolve(cwd, folder)) ? findCases([folder], cwd) : [];
  const loaded = all.map(({ file, shown }) => readCase(file, shown)).filter((each) => each.ok);
  const exact = loaded.filter((each) => each.case.id === word);
  const [found, ...more] = exact.length ? exact : loaded.filter((each) => each.case.id.startsWith(word));
  const ids = (cases: typeof loaded) => cases.map((each) => each.case.id);
  if (!found)
    throw new Fault('usage', `there is no case ${quote(word)}: no file, and no id`, didYouMean(word, ids(loaded), hintFor(ids(loaded))));
  if (more.length)
    throw new Fault('usage', `${quote(word)} begins more than one id`, `name a file: ${some([found, ...more].map(({ shown }) => shown))}`);
  return found;
}

function hintFor(ids: readonly string[]): string {
  return ids.length ? `there is ${some(ids.map((id) => quote(id, 60)))}` : 'mcp-adapter cases list shows what there is';
}

function addFolder(folder: string, files: Set<string>): void {
  for (const entry of entriesOf(folder)) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) addFolder(path, files);
    else if (entry.name.endsWith(ENDING)) files.add(path);
    if (files.size > MAX_FILES) throw new Fault('usage', `there are more than ${grouped(MAX_FILES)} cases`, 'name some of the folders');
  }
}

/** What is there with the nearest name: in the nearest folder that exists. */
function missing(path: string, named: string): Fault {
  let [folder, name] = [dirname(named), basename(named)];
  while (!statOf(folder)?.isDirectory() && dirname(folder) !== folder) [folder, name] = [dirname(folder), basename(folder)];
  const names = entriesOf(folder).flatMap(({ name: each }) => (each.startsWith('.') ? [] : [each]));
  const hint = names.length ? `${folder} holds ${some(names.map((each) => quote(each, 80)))}` : `${folder} is empty`;
  // A long name is told apart by what stands before its hash.
  const short = (each: string) => each.replace(/(?:--[0-9a-f]{8})?(?:\.min)?\.case\.json$/, '');
  const near = names.find((each) => short(each) === short(name));
  return new Fault('usage', `there is no case ${quote(path)}`, near ? `did you mean ${quote(near)}?` : didYouMean(name, names, hint));
}

/** Nothing for a path that leads nowhere. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw new Fault('usage', `the folder ${folder} cannot be read: ${messageOf(error)}`);
  }
}
