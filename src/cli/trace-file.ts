import { readdirSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { Fault, messageOf } from '../model/fault.ts';
import { visible } from '../model/text.ts';
import type { Io } from './io.ts';

/** A trace: where it is, and how messages name it. */
export interface TraceFile {
  file: string;
  shown: string;
}

/**
 * The trace that is meant: the named file; of a named folder, or else of `.mcp-adapter/traces` beside the config and here, the newest, which
 * is told on stderr.
 * @throws Fault (config) when there is none
 */
export async function traceFile(named: string | undefined, flags: { config?: string; quiet?: boolean }, io: Io): Promise<TraceFile> {
  const given = named === undefined ? null : resolve(io.cwd, named);
  if (given && !isFolder(given)) return traceAt(given, io);
  const folders = given ? [given] : await usualFolders(flags.config, io);
  const newest = newestIn(folders);
  if (!newest) {
    const where = folders.map((folder) => traceAt(folder, io).shown).join(' or ');
    throw new Fault('config', `there is no trace in ${where}`, 'call, check --call, smoke and replay write one there; or name a file');
  }
  const found = traceAt(newest, io);
  if (!flags.quiet) await io.stderr.write(`the newest trace: ${visible(found.shown)}\n`);
  return found;
}

function traceAt(file: string, { cwd }: Io): TraceFile {
  const near = relative(cwd, file);
  return { file, shown: near === '' || near.startsWith('..') || isAbsolute(near) ? file : near };
}

/** Where traces are written: beside the config, else, and for an adapter that the command line names, where we stand. */
async function usualFolders(config: string | undefined, io: Io): Promise<string[]> {
  const { configFolder } = await import('./config-folder.ts');
  return [...new Set([configFolder(config, io) ?? io.cwd, io.cwd])].map((folder) => join(folder, '.mcp-adapter', 'traces'));
}

/** The file `*.ndjson` that was written last; null when there is none. */
function newestIn(folders: readonly string[]): string | null {
  const files = folders.flatMap((folder) =>
    namesIn(folder)
      .filter((name) => name.endsWith('.ndjson'))
      .map((name) => ({ file: join(folder, name), stats: statSync(join(folder, name), { throwIfNoEntry: false }) })),
  );
  let newest: { file: string; at: number } | null = null;
  for (const { file, stats } of files) {
    if (!stats?.isFile()) continue;
    // Names begin with the time, which decides between two of the same moment.
    if (!newest || stats.mtimeMs > newest.at || (stats.mtimeMs === newest.at && file > newest.file)) newest = { file, at: stats.mtimeMs };
  }
  return newest?.file ?? null;
}

function namesIn(folder: string): string[] {
  if (!isFolder(folder)) return [];
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new Fault('config', `${folder} cannot be read: ${messageOf(error)}`);
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    // What stands there is told when it is read.
    return false;
  }
}
