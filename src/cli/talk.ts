import type { LoadedConfig } from '../config/config.ts';
import { EXIT } from '../model/fault.ts';
import { emptyRun, type Run, summarise } from '../model/run.ts';
import { launchOf, type Target } from '../model/target.ts';
import { visible } from '../model/text.ts';
import type { RunOptions } from '../run/options.ts';
import { killAllAdapters } from '../wire/adapter-process.ts';
import { onExit } from './exit-hooks.ts';
import type { Io } from './io.ts';
import { loadReporters, report } from './report.ts';
import { prepare } from './session-options.ts';
import { targetsOf } from './target.ts';
import type { TargetFlags } from './target-options.ts';

/** What a command does with one adapter. */
export type Talk = (options: RunOptions, loaded: LoadedConfig | null) => Promise<Run>;

/**
 * The common course of every command that talks to an adapter: which one, with what limits, the work, the report. With `--era both` or
 * `--transport both` the work is done twice and the run holds both.
 * @returns the exit code
 */
export async function talk(
  flags: TargetFlags,
  launch: readonly string[] | null,
  io: Io,
  deadline: string,
  work: Talk,
  traced: string | null = null,
): Promise<number> {
  const named = launch !== null || flags.url !== undefined;
  const loaded = named && !flags.config ? null : await (await import('../config/load.ts')).loadConfig(io.cwd, flags.config ?? null);
  const targets = await targetsOf(flags, launch, loaded, io);
  return talkTo(targets, loaded, flags, io, deadline, work, { traced });
}

/** The same for adapters that are known already; `combine` makes one run of theirs. */
export async function talkTo(
  targets: readonly Target[],
  loaded: LoadedConfig | null,
  flags: TargetFlags,
  io: Io,
  deadline: string,
  work: Talk,
  more: { traced?: string | null; combine?: (runs: Run[]) => Run } = {},
): Promise<number> {
  onExit(killAllAdapters);
  const eras = flags.era === 'both' ? (['legacy', 'modern'] as const) : [null];
  const runs: Run[] = [];
  const masks: ((text: string) => string)[] = [];
  for (const target of targets) {
    for (const era of eras) {
      if (target.name) await announce(target, flags, io);
      const prepared = prepare(flags, target, loaded, io, deadline, more.traced);
      if (era) prepared.options.open.era = era;
      masks.push(prepared.mask);
      try {
        const working = work(prepared.options, loaded);
        // While the adapter starts.
        loadReporters(flags, io);
        runs.push(await working);
      } finally {
        await prepared.done();
      }
    }
  }
  const [only] = runs;
  const run = more.combine ? more.combine(runs) : runs.length === 1 && only ? only : together(runs);
  if (io.interrupted.aborted) {
    await io.stderr.write('interrupted; every adapter was ended\n');
    return EXIT.interrupted;
  }
  await report(run, flags, io, (text) => masks.reduce((masked, mask) => mask(masked), text));
  return run.exitCode;
}

/** A command that comes from a file is shown before it is started, because the file may be somebody else's. */
async function announce(target: Target, flags: TargetFlags, io: Io): Promise<void> {
  const launch = launchOf(target);
  if (launch && !flags.quiet) await io.stderr.write(`starting ${target.name}: ${visible([launch.command, ...launch.args].join(' '))}\n`);
}

/** Several runs of one command as one document: the worst exit code counts. */
export function together(runs: Run[]): Run {
  const run = emptyRun(runs[0]?.command ?? '');
  run.runs = runs;
  run.exitCode = Math.max(...runs.map((each) => each.exitCode));
  run.durationMs = runs.reduce((sum, each) => sum + each.durationMs, 0);
  run.summary = summarise(run);
  return run;
}
