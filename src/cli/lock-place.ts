import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { LoadedConfig } from '../config/config.ts';
import { ACCEPT_FILE } from '../lock/accept-file.ts';
import { LOCK_FILE } from '../lock/lock.ts';
import { type ReadLock, readLock } from '../lock/read-lock.ts';
import { Fault } from '../model/fault.ts';
import type { Io } from './io.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import type { TargetFlags } from './target-options.ts';

/** The lock of the bundled adapter. */
const OWN_LOCK = join(PACKAGE_ROOT, 'fixtures/reference.lock.json');

/** Where a lock is, and what people have agreed to beside it: absolute, and as messages name it. */
export interface LockPlace {
  file: string;
  shown: string;
  acceptFile: string;
  acceptShown: string;
}

/** The lock that `--file` names, else that beside the config, else where we stand; of the bundled adapter its own. */
export function lockPlace(flags: Pick<TargetFlags, 'bundled'> & { file?: string }, loaded: LoadedConfig | null, io: Io): LockPlace {
  const usual = flags.bundled ? OWN_LOCK : join(loaded?.folder ?? io.cwd, LOCK_FILE);
  const file = flags.file === undefined ? usual : resolve(io.cwd, flags.file);
  const acceptFile = join(dirname(file), ACCEPT_FILE);
  return { file, shown: shownFrom(io, file), acceptFile, acceptShown: shownFrom(io, acceptFile) };
}

/** The lock there. @throws Fault (config) where there is none, or none that can be read */
export function lockAt({ file, shown }: LockPlace): ReadLock {
  const found = readLock(file, shown);
  if (found) return found;
  const place = shown === LOCK_FILE ? `there is no ${LOCK_FILE} here` : `there is no lock ${shown}`;
  throw new Fault('config', place, 'write it with mcp-adapter lock');
}

/** A file as messages name it: relative to where the command runs when it lies below. */
export function shownFrom({ cwd }: Io, file: string): string {
  const short = relative(cwd, file);
  return !short || short.startsWith('..') || isAbsolute(short) ? file : short.replaceAll('\\', '/');
}
