import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findCases } from '../cases/find-cases.ts';
import type { LoadedConfig } from '../config/config.ts';
import { readAccepted } from '../lock/accept-file.ts';
import { Fault } from '../model/fault.ts';
import type { ChangeOptions } from '../run/changes.ts';
import type { CallFiles } from '../run/outdated-cases.ts';
import { findSuites } from '../suite/find-suites.ts';
import type { Io } from './io.ts';
import type { LockPlace } from './lock-place.ts';
import { ruleWishes } from './rule-wishes.ts';
import type { TargetFlags } from './target-options.ts';

/** What changes since a lock are judged by: rules, what was accepted beside it, and the saved calls of the project. */
export async function changeOptions(
  flags: Pick<TargetFlags, 'bundled'> & { rule: readonly string[] },
  loaded: LoadedConfig | null,
  { acceptFile, acceptShown }: LockPlace,
  io: Io,
): Promise<ChangeOptions> {
  return {
    settings: await ruleWishes(loaded, flags),
    accepted: readAccepted(acceptFile, acceptShown),
    // The project that we stand in says nothing of the bundled adapter.
    files: flags.bundled ? null : callFiles(loaded, io),
  };
}

function callFiles(loaded: LoadedConfig | null, io: Io): CallFiles {
  const cases = join(loaded?.folder ?? io.cwd, 'cases');
  return { cases: existsSync(cases) ? findCases([cases], io.cwd) : [], suites: suitesOf(loaded, io) };
}

/** None where nobody has written any; one that the config names has to be there. */
function suitesOf(loaded: LoadedConfig | null, io: Io): CallFiles['suites'] {
  try {
    return findSuites([], loaded, io.cwd);
  } catch (error) {
    if (error instanceof Fault && !loaded?.config.suites?.length) return [];
    throw error;
  }
}
