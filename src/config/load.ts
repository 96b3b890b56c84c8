import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Fault } from '../model/fault.ts';
import { isObject } from '../model/json.ts';
import { quote } from '../model/text.ts';
import { problemWords } from '../schema/problem-words.ts';
import type { Config, LoadedConfig } from './config.ts';
import { CONFIG_SCHEMA, CONFIG_SCHEMA_WITHOUT_REFERENCE } from './config-schema.ts';
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
  const schema = isObject(value) && 'reference' in value ? CONFIG_SCHEMA : CONFIG_SCHEMA_WITHOUT_REFERENCE;
  const [problem] = validateValue(schema, value).problems;
  if (problem) {
    const { message, hint } = problemWords(problem, CONFIG_SCHEMA, 'the config');
    throw new Fault('config', `${place(problem.at)}: ${message}`, hint);
  }
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
