import { parseJson, readText } from '../../lock/read-json.ts';
import { isLock, lockIn, type ReadLock } from '../../lock/read-lock.ts';
import { Fault } from '../../model/fault.ts';
import { isCi } from '../../model/is-ci.ts';
import { plural, quote, visible } from '../../model/text.ts';
import { type Locked, type LockFile, lock } from '../../run/lock.ts';
import type { Io } from '../io.ts';
import { lockPlace } from '../lock-place.ts';
import { REFERENCE, withReference } from '../reference.ts';
import { configFor, talk } from '../talk.ts';
import type { TargetFlags } from '../target-options.ts';

const DEADLINE = '60s';

export interface LockFlags extends TargetFlags {
  file?: string;
}

/** The work of `lock`; returns the exit code. */
export function lockWork(named: string | undefined, given: LockFlags, launch: readonly string[] | null, io: Io): Promise<number> {
  // A job that writes its own promise notices nothing.
  if (isCi(io.env) && given.file === undefined)
    throw new Fault(
      'usage',
      'in a CI job the lock is only compared with, never written',
      'run mcp-adapter diff --frozen there; write the lock where you work, and commit it (--file FILE writes another one)',
    );
  if (given.era === 'both' || given.transport === 'both')
    throw new Fault('usage', '--era both and --transport both connect twice, and one list is locked', 'choose one');
  const words = named === undefined ? [] : [named];
  return withReference(words, given, launch, io, async ([word], flags, place) => {
    if (word !== undefined)
      throw new Fault(
        'usage',
        `${quote(word)} is no adapter`,
        `write ${REFERENCE} for the bundled one, --server NAME, --url, or a command after --`,
      );
    if (flags.bundled && flags.file === undefined)
      throw new Fault('usage', 'the bundled adapter has its lock already', 'name a file for another one: --file reference.lock.json');
    const loaded = await configFor(flags, place);
    const file = await formerOf(lockPlace(flags, loaded, place), place);
    return talk(
      flags,
      launch,
      place,
      DEADLINE,
      async (options) => {
        const { run, locked } = await lock(file, options);
        if (locked && !flags.quiet) await tell(locked, file, place);
        return run;
      },
      { loaded },
    );
  });
}

/**
 * What the file holds until now: a lock, what was left of one, or nothing.
 * @throws Fault (config) for another kind of file, and a lock that a newer version has written: neither is overwritten
 */
async function formerOf({ file, shown }: { file: string; shown: string }, io: Io): Promise<LockFile> {
  const text = readText(file, shown);
  if (text === null || !text.trim()) return { file, shown, former: null };
  let former: ReadLock | null = null;
  let value: unknown;
  try {
    value = parseJson(text, shown, '');
    former = lockIn(value, shown);
  } catch (error) {
    const isNewer = isLock(value) && !text.includes('mcp-adapter/lock@1"');
    if (!(error instanceof Fault) || isNewer) throw error;
    if (!text.includes('"mcp-adapter/lock@'))
      throw new Fault('config', `${shown} is no lock, and is not overwritten`, 'name another file with --file');
    await io.stderr.write(`${visible(error.message)}: it is written anew\n`);
  }
  return { file, shown, former };
}

async function tell({ tools, isWritten, left }: Locked, { shown }: LockFile, io: Io): Promise<void> {
  const lines = [...left, `${shown}: ${plural(tools, 'tool')} locked${isWritten ? '' : ', nothing has changed'}`];
  await io.stderr.write(lines.map((line) => `${visible(line)}\n`).join(''));
}
