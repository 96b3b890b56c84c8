import { join, resolve } from 'node:path';
import type { LoadedConfig } from '../config/config.ts';
import { isCi } from '../model/is-ci.ts';
import type { Keeping, RunOptions } from '../run/options.ts';
import type { Io } from './io.ts';
import type { TargetFlags } from './target-options.ts';
import { targetWords } from './target-words.ts';
import { version } from './version.ts';

/** Where failures are kept: `--out`, else beside the config or where we stand; in CI only the former. */
export function keepingOf(flags: TargetFlags & { out?: string }, options: RunOptions, loaded: LoadedConfig | null, io: Io): Keeping {
  const { out } = flags;
  const project = projectOf(loaded, io);
  return {
    folder: out ? resolve(io.cwd, out) : isCi(io.env) ? null : project,
    project,
    cwd: io.cwd,
    madeBy: `mcp-adapter/${version()}`,
    targetWords: targetWords(flags, options),
    env: io.env,
    refused: [],
  };
}

/** The folder whose `.mcp-adapter/` holds the key and the secrets. */
export function projectOf(loaded: LoadedConfig | null, io: Io): string {
  return loaded?.folder ?? io.cwd;
}

/** The folder of a command's trace; null in CI without --out. */
export function traceFolder(out: string | undefined, loaded: LoadedConfig | null, io: Io): string | null {
  if (out) return join(resolve(io.cwd, out), 'traces');
  return isCi(io.env) ? null : join(loaded?.folder ?? io.cwd, '.mcp-adapter', 'traces');
}
