import { list } from '../../run/list.ts';
import type { Io } from '../io.ts';
import { talk } from '../talk.ts';
import type { TargetFlags } from '../target-options.ts';

const DEADLINE = '60s';

export interface ListFlags extends TargetFlags {
  json?: boolean;
}

/** The work of `list`; returns the exit code. */
export function listWork(flags: ListFlags, launch: readonly string[] | null, io: Io): Promise<number> {
  const reporter = flags.json ? [...flags.reporter, 'json'] : flags.reporter;
  return talk({ ...flags, reporter }, launch, io, DEADLINE, list);
}
