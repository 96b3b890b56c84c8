import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Launch } from '../model/target.ts';

/** What both official SDK clients pass to a server, on POSIX and on Windows. */
const SDK_DEFAULTS =
  process.platform === 'win32'
    ? [
        'APPDATA',
        'HOMEDRIVE',
        'HOMEPATH',
        'LOCALAPPDATA',
        'PATH',
        'PATHEXT',
        'PROCESSOR_ARCHITECTURE',
        'SYSTEMDRIVE',
        'SYSTEMROOT',
        'TEMP',
        'USERNAME',
        'USERPROFILE',
      ]
    : ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'];

/** Where a kit adapter keeps its state (contracts §1). */
const STATE = 'MCP_ADAPTER_STATE';

/** The mark by which a stray grandchild is recognised. */
export const RUN_MARK = 'MCP_ADAPTER_RUN';

/** The environment an adapter is started with: what SDK clients pass and where its state goes, or all of `ours`, then what the target sets. */
export function adapterEnvironment(launch: Launch, ours: NodeJS.ProcessEnv): Record<string, string> {
  const names = launch.inheritEnv ? Object.keys(ours) : [...SDK_DEFAULTS, STATE];
  const base = names.flatMap((name) => {
    const value = ours[name];
    // A function exported by bash would be run by the shell that reads it; SDK clients leave those out too.
    return value === undefined || value.startsWith('()') ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(base), ...launch.env };
}

/** Where a command stands in a PATH, and how many folders were searched. Commands with a slash are looked up as they are. */
export function findCommand(command: string, path: string, cwd: string): { file: string | null; searched: number } {
  if (command.includes('/') || command.includes('\\')) {
    const file = join(command.startsWith('/') ? '' : cwd, command);
    return { file: isFile(file) ? file : null, searched: 0 };
  }
  const folders = path.split(delimiter).filter(Boolean);
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : [''];
  for (const folder of folders)
    for (const ending of endings)
      if (isRunnable(join(folder, command + ending))) return { file: join(folder, command + ending), searched: folders.length };
  return { file: null, searched: folders.length };
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}

function isRunnable(file: string): boolean {
  if (!isFile(file)) return false;
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
