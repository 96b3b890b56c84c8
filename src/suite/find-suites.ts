import { readdirSync, type Stats, statSync } from 'node:fs';
import { isAbsolute, join, parse, relative, resolve } from 'node:path';
import { Fault } from '../model/fault.ts';
import { nearest } from '../model/nearest.ts';
import { quote } from '../model/text.ts';

/** Where suites are when nobody says it. */
const FOLDER = 'smoke';

export interface FoundSuite {
  /** Absolute. */
  file: string;
  /** As messages name it: relative to where the command runs when it lies below. */
  shown: string;
}

/**
 * The suites to run: the files and folders named, else the `suites` of the config, else `smoke/` beside the config or in `cwd`. In the order
 * named, those of a folder (*.yaml, *.yml, *.json) by name, each once.
 * @throws Fault (config) when there is none, or a named one is missing: it names the nearest
 */
export function findSuites(
  named: readonly string[],
  loaded: { folder: string; config: { suites?: readonly string[] } } | null,
  cwd: string,
): FoundSuite[] {
  const home = loaded?.folder ?? cwd;
  const usual = resolve(home, FOLDER);
  const configured = loaded?.config.suites ?? [];
  const wanted = named.length ? named.map((each) => resolve(cwd, each)) : configured.map((each) => resolve(home, each));
  const files = wanted.length ? wanted.flatMap((path) => filesAt(path, usual, cwd)) : suitesIn(usual);
  if (!files.length) throw new Fault('config', 'there is no suite', `write ${join(shownFrom(cwd, usual), 'NAME.yaml')}, or name one`);
  return [...new Set(files)].map((file) => ({ file, shown: shownFrom(cwd, file) }));
}

function filesAt(path: string, usual: string, cwd: string): string[] {
  const stats = statsOf(path);
  if (!stats) throw missing(path, usual, cwd);
  if (!stats.isDirectory()) return [path];
  const files = suitesIn(path);
  if (!files.length)
    throw new Fault('config', `there is no suite in ${quote(shownFrom(cwd, path))}`, 'a suite ends in .yaml, .yml or .json');
  return files;
}

function missing(path: string, usual: string, cwd: string): Fault {
  const there = [...suitesIn(resolve(path, '..')), ...suitesIn(usual)];
  const close = nearest(
    parse(path).name,
    there.map((file) => parse(file).name),
  );
  const meant = there.find((file) => parse(file).name === close);
  const hint = meant ? `did you mean ${quote(shownFrom(cwd, meant))}?` : 'name a suite, or a folder of suites';
  return new Fault('config', `there is no suite ${quote(shownFrom(cwd, path))}`, hint);
}

/** The suites of a folder, sorted; none when it is no folder. */
function suitesIn(folder: string): string[] {
  if (!statsOf(folder)?.isDirectory()) return [];
  const names = readdirSync(folder).filter((name) => /^[^.].*\.(?:yaml|yml|json)$/.test(name));
  return names.sort().map((name) => join(folder, name));
}

function statsOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function shownFrom(cwd: string, path: string): string {
  const short = relative(cwd, path);
  return !short || short.startsWith('..') || isAbsolute(short) ? path : short;
}
