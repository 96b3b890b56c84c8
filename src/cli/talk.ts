import type { LoadedConfig } from '../config/config.ts';
import { EXIT } from '../model/fault.ts';
import { emptyRun, NO_PROCESS, type Run, summarise } from '../model/run.ts';
import { launchOf, type Secret, type Target } from '../model/target.ts';
import { visible } from '../model/text.ts';
import type { RunOptions } from '../run/options.ts';
import { killAllAdapters } from '../wire/adapter-process.ts';
import { onExit } from './exit-hooks.ts';
import type { Io } from './io.ts';
import { traceFolder } from './keeping.ts';
import { asTyped } from './reference.ts';
import { loadReporters, report } from './report.ts';
import { prepare } from './session-options.ts';
import { targetsOf } from './target.ts';
import type { TargetFlags } from './target-options.ts';

/** What a command does with one adapter. */
export type Talk = (options: RunOptions, loaded: LoadedConfig | null) => Promise<Run>;

/** What is special about one command. */
export interface Talking {
  /** The command whose conversation is written down. */
  traced?: string;
  /** Where everything that it writes goes. */
  out?: string | undefined;
  /** The config, where the command has read it already; else it is read only when it is needed to find the adapter. */
  loaded?: LoadedConfig | null;
  /** What is secret besides what is passed to the adapter. */
  secrets?: (loaded: LoadedConfig | null) => Promise<Secret[]>;
  /** Makes one run of several. */
  combine?: (runs: Run[]) => Run;
}

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
  more: Talking = {},
): Promise<number> {
  const named = launch !== null || flags.url !== undefined;
  const loaded = more.loaded !== undefined ? more.loaded : named && !flags.config ? null : await configFor(flags, io);
  const targets = await targetsOf(flags, launch, loaded, io);
  return talkTo(targets, loaded, flags, io, deadline, work, more);
}

/** The same for adapters that are known already; `combine` makes one run of theirs. */
export async function talkTo(
  targets: readonly Target[],
  loaded: LoadedConfig | null,
  flags: TargetFlags,
  io: Io,
  deadline: string,
  work: Talk,
  more: Talking = {},
): Promise<number> {
  onExit(killAllAdapters);
  const folder = more.traced ? traceFolder(more.out, loaded, io) : null;
  const traced = more.traced && folder ? { command: more.traced, folder } : null;
  const secrets = (await more.secrets?.(loaded)) ?? [];
  const eras = flags.era === 'both' ? (['legacy', 'modern'] as const) : [null];
  const runs: Run[] = [];
  const masks: ((text: string) => string)[] = [];
  for (const target of targets) {
    for (const era of eras) {
      if (io.interrupted.aborted) break;
      const prepared = prepare(flags, target, loaded, io, deadline, traced, secrets);
      if (target.name && !flags.bundled) await announce(target, flags, io, prepared.mask);
      if (era) prepared.options.open.era = era;
      masks.push(prepared.mask);
      try {
        const working = work(prepared.options, loaded);
        // While the adapter starts.
        loadReporters(flags, io);
        const run = await working;
        if (flags.bundled && run.target && run.target.kind !== 'file') run.target = asTyped(run.target);
        runs.push(run);
      } finally {
        await prepared.done();
      }
    }
  }
  const [only] = runs;
  const run = more.combine ? more.combine(runs) : runs.length === 1 && only ? only : together(runs);
  if (io.interrupted.aborted) {
    run.exitCode = EXIT.interrupted;
    run.error = { phase: 'usage', class: 'interrupted', message: 'interrupted; every adapter was ended', hint: '', ...NO_PROCESS };
    run.next = null;
  }
  await report(run, flags, io, (text) => masks.reduce((masked, mask) => mask(masked), text));
  return run.exitCode;
}

/** The config that a command line names, or the nearest. */
export async function configFor(flags: Pick<TargetFlags, 'config'>, io: Pick<Io, 'cwd'>): Promise<LoadedConfig | null> {
  return (await import('../config/load.ts')).loadConfig(io.cwd, flags.config ?? null);
}

/** A command that comes from a file is shown before it is started, because the file may be somebody else's. */
async function announce(target: Target, flags: TargetFlags, io: Io, mask: (text: string) => string): Promise<void> {
  const launch = launchOf(target);
  const command = launch && mask([launch.command, ...launch.args].join(' '));
  if (command && !flags.quiet) await io.stderr.write(`starting ${visible(`${target.name}: ${command}`)}\n`);
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
