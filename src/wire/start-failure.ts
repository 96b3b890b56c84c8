import { statSync } from 'node:fs';
import type { StartFailure } from '../model/process.ts';
import type { Launch } from '../model/target.ts';
import { findCommand } from './environment.ts';

/** A failure of this kind of which nothing else is known yet. */
export function noFailure(kind: StartFailure['kind'], over: Partial<StartFailure> = {}): StartFailure {
  return { kind, waitingFor: null, limitMs: null, limitOption: null, detail: '', afterwards: null, environment: null, path: null, ...over };
}

/** Node blames the command when the folder is missing, so the folder is looked at first. */
export function folderFailure(cwd: string): StartFailure | null {
  const stats = statSync(cwd, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return null;
  return noFailure(stats ? 'cwd-not-a-folder' : 'cwd-missing', { detail: cwd });
}

/**
 * Why the system refused to start a command, and where it would have been found.
 * @param code of the system error, such as `ENOENT`
 */
export function spawnFailure(code: string, launch: Launch, places: { adapterPath: string; ourPath: string; cwd: string }): StartFailure {
  const search = findCommand(launch.command, places.adapterPath, places.cwd);
  // A script that exists but names an interpreter that does not is ENOENT too.
  const missing = code === 'ENOENT' && !search.file;
  const kind = missing ? 'command-not-found' : ['EACCES', 'ENOEXEC', 'ENOENT'].includes(code) ? 'command-not-executable' : 'spawn-failed';
  const elsewhere = search.file ? null : findCommand(launch.command, places.ourPath, places.cwd).file;
  return noFailure(kind, { detail: code, path: { searched: search.searched, elsewhere } });
}
