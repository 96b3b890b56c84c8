import { resolve } from 'node:path';
import type { LoadedConfig } from '../../config/config.ts';
import { Fault } from '../../model/fault.ts';
import type { Change, Severity } from '../../model/finding.ts';
import { masker } from '../../model/secret.ts';
import { shellWord } from '../../model/shell-word.ts';
import { some, visible } from '../../model/text.ts';
import { readDeclared } from '../../run/declared-file.ts';
import { type DiffOptions, diff, diffFiles } from '../../run/diff.ts';
import type { RunOptions } from '../../run/options.ts';
import { changeOptions } from '../change-options.ts';
import { type Accepting, acceptChange, acceptingOf } from '../diff-accept.ts';
import { nextAfter } from '../diff-next.ts';
import type { Io } from '../io.ts';
import { lockAt, lockPlace } from '../lock-place.ts';
import { withReference } from '../reference.ts';
import { report } from '../report.ts';
import { sourceFolder } from '../source-folder.ts';
import { configFor, talk } from '../talk.ts';
import type { TargetFlags } from '../target-options.ts';
import { targetWords } from '../target-words.ts';

const DEADLINE = '60s';

export interface DiffFlags extends TargetFlags {
  frozen?: boolean;
  file?: string;
  reason?: string;
  until?: string;
  source?: string;
  failOn: Severity | 'never';
  rule: string[];
}

/** The work of `diff`; returns the exit code. */
export function diffWork(
  words: readonly (string | undefined)[],
  given: DiffFlags,
  launch: readonly string[] | null,
  io: Io,
): Promise<number> {
  const named = words.filter((word) => word !== undefined);
  const accepting = acceptingOf(named, given, io);
  if (given.era === 'both' || given.transport === 'both')
    throw new Fault('usage', '--era both and --transport both connect twice, and one list is compared', 'choose one');
  return withReference(accepting ? [] : named, given, launch, io, async (files, flags, place) => {
    const loaded = await configFor(flags, place);
    return files.length > 1
      ? compareFiles(files, flags, launch, loaded, place)
      : compareAdapter(files[0], flags, launch, loaded, place, accepting);
  });
}

/** A lock, or another file, against the adapter. */
async function compareAdapter(
  file: string | undefined,
  flags: DiffFlags,
  launch: readonly string[] | null,
  loaded: LoadedConfig | null,
  io: Io,
  accepting: Accepting | null,
): Promise<number> {
  const place = lockPlace(flags, loaded, io);
  const before = file === undefined ? lockAt(place) : readFile(file, io);
  const judging = await diffOptions(flags, loaded, io);
  const source = flags.source === undefined ? null : sourceFolder(resolve(io.cwd, flags.source));
  return talk(
    flags,
    launch,
    io,
    DEADLINE,
    async (options) => {
      // What was accepted before gives way to what is accepted now.
      const accepted = accepting ? [] : judging.accepted;
      const { run, left } = await diff(before, { ...options, ...judging, accepted, source });
      if (!flags.quiet) for (const line of left) await io.stderr.write(`${visible(line)}\n`);
      if (run.error) return run;
      if (accepting) return acceptChange(run, accepting, place, judging.accepted, io, masker(options.secrets));
      if (flags.verbose) await tellUnused(run.changes, judging, place.acceptShown, io);
      run.next = file === undefined && !flags.bundled ? nextAfter(run.changes, wordsFor(flags, options)) : null;
      return run;
    },
    { loaded },
  );
}

/** How the next command names lock and adapter. */
function wordsFor(flags: DiffFlags, options: RunOptions): string {
  return [...(flags.file === undefined ? [] : ['--file', shellWord(flags.file)]), targetWords(flags, options)].join(' ').trimEnd();
}

/** Two files; no adapter is started. */
async function compareFiles(
  [a = '', b = '', ...more]: string[],
  flags: DiffFlags,
  launch: readonly string[] | null,
  loaded: LoadedConfig | null,
  io: Io,
): Promise<number> {
  if (launch || flags.url || flags.server || flags.bundled || more.length)
    throw new Fault('usage', 'two files and an adapter are named', 'compare one file with the adapter, or two files with each other');
  if (flags.source !== undefined)
    throw new Fault('usage', '--source needs an adapter: of two files each declaration has its line already', 'leave it out');
  const run = await diffFiles(readFile(a, io), readFile(b, io), b, await diffOptions(flags, loaded, io));
  await report(run, flags, io, masker([]));
  return run.exitCode;
}

function readFile(name: string, io: Io): ReturnType<typeof readDeclared> {
  return readDeclared(resolve(io.cwd, name), name);
}

async function diffOptions(flags: DiffFlags, loaded: LoadedConfig | null, io: Io): Promise<DiffOptions> {
  const options = await changeOptions(flags, loaded, lockPlace(flags, loaded, io), io);
  return { ...options, failOn: flags.failOn, frozen: flags.frozen ?? false };
}

/** Acceptances that no change needs any more. */
async function tellUnused(changes: readonly Change[], { accepted }: DiffOptions, shown: string, io: Io): Promise<void> {
  const there = new Set(changes.map(({ fingerprint }) => fingerprint));
  const unused = accepted.filter(({ fingerprint }) => !there.has(fingerprint));
  if (unused.length)
    await io.stderr.write(
      `${shown}: nothing has the fingerprint ${some(unused.map((each) => visible(each.fingerprint)))} any more; remove it\n`,
    );
}
