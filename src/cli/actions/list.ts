import { Fault } from '../../model/fault.ts';
import { quote } from '../../model/text.ts';
import { list } from '../../run/list.ts';
import type { Io } from '../io.ts';
import { withReference } from '../reference.ts';
import { talk } from '../talk.ts';
import type { TargetFlags } from '../target-options.ts';

const DEADLINE = '60s';

export interface ListFlags extends TargetFlags {
  json?: boolean;
}

/** The work of `list`; returns the exit code. */
export function listWork(named: string | undefined, flags: ListFlags, launch: readonly string[] | null, io: Io): Promise<number> {
  const reporter = flags.json ? [...flags.reporter, 'json'] : flags.reporter;
  const words = named === undefined ? [] : [named];
  return withReference(words, { ...flags, reporter }, launch, io, ([word], known, place) => {
    if (word !== undefined)
      throw new Fault(
        'usage',
        `${quote(word)} is no adapter`,
        'write reference for the bundled one, --server NAME, --url, or a command after --',
      );
    return talk(known, launch, place, DEADLINE, list);
  });
}
