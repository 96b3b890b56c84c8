import { existsSync } from 'node:fs';
import { loadConfig } from '../config/load.ts';
import { clientFiles } from '../config/servers.ts';
import { Fault } from '../model/fault.ts';
import { findCommand } from '../wire/environment.ts';
import type { Io } from './io.ts';

/** One thing that was looked at. */
export interface Diagnosis {
  what: string;
  ok: boolean;
  /** Nothing works without it. */
  needed: boolean;
  seen: string;
  /** What else there is to know, a line each. */
  more?: string[];
  /** What to do when it is not ok. */
  todo: string;
}

const MIN_NODE = [20, 19] as const;

/** Looks at what commands rely on: Node, the SDK clients, the process table, a shell, a browser (which is started and ended), the config. */
export async function examine(io: Io): Promise<Diagnosis[]> {
  return [
    node(),
    ...(await Promise.all([
      sdk('@modelcontextprotocol/sdk', 'client/index.js', 'SDK 1.x'),
      sdk('@modelcontextprotocol/client', '', 'SDK 2.x'),
    ])),
    {
      what: 'process table',
      ok: existsSync('/proc/self/stat'),
      needed: false,
      seen: existsSync('/proc/self/stat') ? '/proc is there' : 'no /proc',
      todo: 'without it, grandchildren that leave the process group are not found; everything else works',
    },
    {
      what: 'watcher',
      ok: existsSync('/bin/sh'),
      needed: false,
      seen: existsSync('/bin/sh') ? '/bin/sh is there' : 'no /bin/sh',
      todo: 'without it, an adapter may outlive a mcp-adapter that was killed with SIGKILL',
    },
    ...['npx', 'uvx', 'python3'].map((command) => launcher(command, io)),
    await (await import('./doctor-browser.ts')).browserDiagnosis(io),
    await config(io),
  ];
}

function node(): Diagnosis {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const ok = major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1]);
  return { what: 'Node', ok, needed: true, seen: process.versions.node, todo: `install Node ${MIN_NODE.join('.')} or later` };
}

async function sdk(name: string, module: string, title: string): Promise<Diagnosis> {
  const { packageVersion } = await import('../hosts/package-version.ts');
  const version = installed(() => packageVersion(name, module ? `${name}/${module}` : name));
  const what = `${title} client`;
  return {
    what,
    ok: version !== null,
    needed: false,
    seen: version ?? 'not installed',
    todo: `npm install ${name}, or use check --no-hosts`,
  };
}

/** Asking for a package that is not there throws. */
function installed(ask: () => string | null): string | null {
  try {
    return ask();
  } catch {
    return null;
  }
}

function launcher(command: string, io: Io): Diagnosis {
  const { file } = findCommand(command, io.env.PATH ?? '', io.cwd);
  return {
    what: command,
    ok: file !== null,
    needed: false,
    seen: file ?? 'not in PATH',
    todo: `only adapters that are started with ${command} need it`,
  };
}

async function config(io: Io): Promise<Diagnosis> {
  const what = 'config';
  try {
    const loaded = await loadConfig(io.cwd, null);
    const seen = [...(loaded ? [loaded.file] : []), ...clientFiles(io.cwd)].join(', ') || 'none here; none is needed';
    return { what, ok: true, needed: false, seen, todo: '' };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { what, ok: false, needed: true, seen: error.message, todo: error.hint };
  }
}
