import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConfiguredTarget } from '../config/config.ts';
import { Fault } from '../model/fault.ts';
import type { Launch, Target } from '../model/target.ts';
import { onExit } from './exit-hooks.ts';
import type { Io } from './io.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import type { TargetFlags } from './target-options.ts';

/** The name of the bundled adapter on the command line (contracts §1). */
export const REFERENCE = 'reference';

/** The bundled adapter, with the fixture world that was started for it. */
export interface Bundled {
  target: ConfiguredTarget;
  /** The URL of the world's site: `{{site}}` in suites and cases. */
  site: string;
  /** Makes the world's site as it was when it was started. */
  resetSite: () => void;
}

/** Variables that decide which browser is used and where it is unpacked; SDK clients would not pass them. */
const PASSED = ['MCP_ADAPTER_BROWSER', 'PLAYWRIGHT_BROWSERS_PATH', 'XDG_CACHE_HOME', 'TMPDIR'];

/**
 * Does the work of a command. Where its command line names the bundled adapter, by the word `reference` or by `--server reference`, the fixture
 * world is started for it, and ended afterwards in every case; the adapter's state is temporary then, unless MCP_ADAPTER_STATE says where it is.
 * @param words what the command takes as files
 * @throws Fault (usage) when another adapter is named too
 */
export async function withReference<Flags extends TargetFlags>(
  words: readonly string[],
  flags: Flags,
  launch: readonly string[] | null,
  io: Io,
  work: (words: string[], flags: Flags, io: Io) => Promise<number>,
): Promise<number> {
  const others = words.filter((word) => word !== REFERENCE);
  const isWord = others.length < words.length;
  const isOther = launch !== null || flags.url !== undefined || (flags.server ?? REFERENCE) !== REFERENCE;
  if (isWord && isOther)
    throw new Fault('usage', 'both the bundled adapter and another one are named', 'use one at a time; a file of that name is ./reference');
  const named = isWord ? { ...flags, server: REFERENCE } : flags;
  if (isOther || named.server !== REFERENCE || (await isConfigured(named, io))) return work(others, named, io);
  const { startWorld } = await import('./start-world.ts');
  const world = await startWorld();
  const folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-reference-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  onExit(remove);
  try {
    const bundled: Bundled = { target: targetOf(world.writeConfig(folder), io), site: world.url, resetSite: world.reset };
    const state = io.env.MCP_ADAPTER_STATE || join(folder, 'state');
    return await work(others, { ...named, bundled }, { ...io, env: { ...io.env, MCP_ADAPTER_STATE: state } });
  } finally {
    await world.close();
    remove();
    await removeBrowserFolders(io.env.TMPDIR || tmpdir());
  }
}

/** An adapter that was killed, by Ctrl-C or `--deadline`, has left the files of its browser. */
async function removeBrowserFolders(tmp: string): Promise<void> {
  const { sweepBrowserFolders } = await import('../reference/browser/browser-folders.ts');
  // What cannot be removed now the next adapter removes.
  await sweepBrowserFolders(tmp).catch(() => {});
}

/** A server that somebody has called like that is theirs. */
async function isConfigured(flags: TargetFlags, io: Io): Promise<boolean> {
  const { loadConfig } = await import('../config/load.ts');
  const { configuredTargets } = await import('../config/servers.ts');
  const loaded = await loadConfig(io.cwd, flags.config ?? null);
  return configuredTargets(loaded, io.cwd, flags.serversFile ?? null, io.env).has(REFERENCE);
}

/** The bundled adapter as a person would start it: of a temporary config nobody learns anything. */
export function asTyped(target: Target): Target {
  const typed = (launch: Launch, ...more: string[]) => ({ ...launch, command: 'mcp-adapter', args: ['serve', ...more] });
  if (target.kind === 'stdio') return { ...target, ...typed(target) };
  return target.start ? { ...target, start: typed(target.start, '--http', '{port}') } : target;
}

function targetOf(config: string, io: Io): ConfiguredTarget {
  const args = [join(PACKAGE_ROOT, 'dist/cli/main.js'), 'serve', '--config', config];
  const env = Object.fromEntries(PASSED.flatMap((name) => (io.env[name] ? [[name, io.env[name]]] : [])));
  const launch: Launch = { command: process.execPath, args, env, inheritEnv: false, cwd: io.cwd };
  return {
    name: REFERENCE,
    stdio: { kind: 'stdio', name: REFERENCE, ...launch },
    http: {
      kind: 'http',
      name: REFERENCE,
      url: 'http://127.0.0.1:{port}/mcp',
      headers: {},
      start: { ...launch, args: [...args, '--http', '{port}', '--until-stdin-ends'] },
    },
  };
}
