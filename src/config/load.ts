import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Fault } from '../model/fault.ts';
import { isObject, member } from '../model/json.ts';
import { didYouMean } from '../model/nearest.ts';
import { quote } from '../model/text.ts';
import type { SchemaProblem } from '../schema/verdicts.ts';
import type { Config, LoadedConfig } from './config.ts';
import { CONFIG_SCHEMA } from './config-schema.ts';
import { readJsonFile } from './json-file.ts';

const FILE = 'mcp-adapter.json';

/**
 * Reads the config: the named file, else `mcp-adapter.json` in `cwd` or the folders above it; null when there is none.
 * @throws Fault (config) with file, line and column for what is wrong in it; an unknown key names the nearest known one
 */
export async function loadConfig(cwd: string, named: string | null): Promise<LoadedConfig | null> {
  const file = named ? resolve(cwd, named) : findConfig(cwd);
  if (!file) return null;
  if (!existsSync(file)) throw new Fault('config', `there is no config ${quote(file)}`, 'name an existing file with --config');
  const { value, place } = readJsonFile(file);
  const { validateValue } = await import('../schema/validate.ts');
  const [problem] = validateValue(CONFIG_SCHEMA, value).problems;
  if (problem) throw new Fault('config', `${place(problem.at)}: ${wordsFor(problem)}`, hintFor(problem));
  return isConfig(value) ? { config: value, file, folder: dirname(file) } : null;
}

/** Validated against its schema just before. */
function isConfig(value: unknown): value is Config {
  return isObject(value);
}

/** The config in `cwd` or the folders above it; null when there is none. */
export function findConfig(cwd: string): string | null {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(resolve(folder, FILE))) return resolve(folder, FILE);
    if (dirname(folder) === folder) return null;
  }
}

function wordsFor({ at, keyword, message }: SchemaProblem): string {
  const key = at.split('/').at(-1) ?? '';
  if (keyword === 'additionalProperties') return `unknown key ${quote(key)}`;
  if (keyword === 'required') return `the key ${quote(key)} is missing`;
  return `${at || 'the config'} ${message}`;
}

function hintFor({ at, keyword }: SchemaProblem): string {
  if (keyword !== 'additionalProperties') return '';
  const known = keysAt(at.split('/').slice(1, -1));
  return didYouMean(at.split('/').at(-1) ?? '', known, `known keys here: ${known.join(', ')}`);
}

/** The keys that the schema knows at a path. */
function keysAt(path: readonly string[]): string[] {
  let schema: unknown = CONFIG_SCHEMA;
  for (const token of path) schema = member(member(schema, 'properties'), token) ?? member(schema, 'additionalProperties');
  return Object.keys(member(schema, 'properties') ?? {});
}
