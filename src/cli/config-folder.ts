import { dirname, resolve } from 'node:path';
import { findConfig } from '../config/load.ts';
import type { Io } from './io.ts';

/**
 * The folder of the config that `--config` names, else of the nearest; null when there is none. It is not read: a fault in it must not keep
 * anybody from what lies beside it.
 */
export function configFolder(named: string | undefined, io: Io): string | null {
  const file = named ? resolve(io.cwd, named) : findConfig(io.cwd);
  return file && dirname(file);
}
