import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findCases } from '../../cases/find-cases.ts';
import { type LoadedCase, readCase } from '../../cases/read-case.ts';
import type { LoadedConfig } from '../../config/config.ts';
import { identityNamed } from '../../config/identities.ts';
import { Fault } from '../../model/fault.ts';
import { isCi } from '../../model/is-ci.ts';
import { emptyRun } from '../../model/run.ts';
import { quote } from '../../model/text.ts';
import { secretsOfCases } from '../../run/case-secrets.ts';
import { replay } from '../../run/replay.ts';
import { targetsOfCases } from '../case-targets.ts';
import type { Io } from '../io.ts';
import { keepingOf, projectOf } from '../keeping.ts';
import { REFERENCE, withReference } from '../reference.ts';
import { report } from '../report.ts';
import { shard } from '../shard.ts';
import { configFor, talkTo } from '../talk.ts';
import type { TargetFlags } from '../target-options.ts';

const DEADLINE = '5m';
const MAX_RUNS = 100;

export interface ReplayFlags extends TargetFlags {
  runs: string;
  isolate: 'case' | 'none';
  minimise?: boolean;
  accept?: boolean;
  allowWrites?: boolean;
  allowFlaky?: boolean;
  sameTaskId?: boolean;
  shard?: string;
  out?: string;
}

/** The work of `replay`; returns the exit code. */
export async function replayWork(words: string[], flags: ReplayFlags, launch: readonly string[] | null, io: Io): Promise<number> {
  const runs = /^\d{1,3}$/.test(flags.runs) ? Number(flags.runs) : 0;
  if (runs < 1 || runs > MAX_RUNS) throw new Fault('usage', `--runs ${quote(flags.runs)} is out of bounds`, `write 1 to ${MAX_RUNS}`);
  if (flags.accept && isCi(io.env))
    throw new Fault('usage', '--accept changes case files, which a CI job must not', 'accept them where you work, and commit them');
  const named = words.filter((word) => word !== REFERENCE);
  const loaded = await configOf(named, flags, io);
  const found = await casesToRun(named, loaded, io);
  if (!found.length) return nothingToDo('there are no saved cases', flags, io);
  const cases = shard(found, flags.shard).map(({ file, shown }) => readCase(file, shown));
  if (!cases.length) return nothingToDo('this part has no cases', flags, io);
  const isBundled = words.length > named.length || (isOpen(flags, launch) && areOfBundled(cases));
  return withReference(isBundled ? [REFERENCE] : [], flags, launch, io, (_words, known, place) =>
    replayCases({ cases, named, runs, loaded }, known, launch, place),
  );
}

/** The command line does not say on which adapter. */
function isOpen(flags: ReplayFlags, launch: readonly string[] | null): boolean {
  return launch === null && flags.url === undefined && flags.server === undefined;
}

function areOfBundled(cases: readonly LoadedCase[]): boolean {
  const good = cases.filter((each) => each.ok);
  return good.length > 0 && good.every((each) => each.case.target.launch === REFERENCE);
}

async function replayCases(
  { cases, named, runs, loaded }: { cases: LoadedCase[]; named: string[]; runs: number; loaded: LoadedConfig | null },
  flags: ReplayFlags,
  launch: readonly string[] | null,
  io: Io,
): Promise<number> {
  const saved = cases.flatMap((each) => (each.ok ? [each.case] : []));
  const groups = await targetsOfCases(cases, flags, launch, loaded, io);
  const targets = [...groups.keys()];
  return talkTo(
    targets,
    loaded,
    flags,
    io,
    DEADLINE,
    async (options) => {
      const keeping = keepingOf(flags, options, loaded, io);
      const run = await replay({
        ...options,
        cases: groups.get(options.target) ?? [],
        runs,
        isolate: flags.isolate,
        minimise: flags.minimise ?? false,
        accept: flags.accept ?? false,
        allowWrites: flags.allowWrites ?? false,
        allowFlaky: flags.allowFlaky ?? false,
        sameTaskId: flags.sameTaskId ?? false,
        named: new Set(named.map((path) => resolve(io.cwd, path))),
        asIdentity: (name) => identityNamed(name, loaded, options.target, io.env),
        keeping,
      });
      if (flags.out) {
        const { writeOut } = await import('../out-folder.ts');
        await writeOut(flags.out, { target: flags.bundled ? null : options.target, suites: [], secrets: options.secrets, loaded }, io);
      }
      return run;
    },
    {
      traced: 'replay',
      out: flags.out,
      secrets: () => secretsOfCases(saved, { project: projectOf(loaded, io), env: io.env }),
    },
  );
}

/** The config here or above; where there is none, that of the cases: what `--out` has collected brings its own. */
async function configOf([first]: string[], flags: ReplayFlags, io: Io): Promise<LoadedConfig | null> {
  const here = await configFor(flags, io);
  return here ?? (first === undefined ? null : configFor(flags, { cwd: resolve(io.cwd, first) }));
}

/** The files and folders that were named, else `cases/` beside the config or where we stand; nothing there is nothing to do. */
async function casesToRun(named: string[], loaded: LoadedConfig | null, io: Io): Promise<{ file: string; shown: string }[]> {
  if (named.length) return findCases(named, io.cwd);
  const usual = join(loaded?.folder ?? io.cwd, 'cases');
  return existsSync(usual) ? findCases([usual], io.cwd) : [];
}

async function nothingToDo(why: string, flags: ReplayFlags, io: Io): Promise<number> {
  await io.stderr.write(`${why}: nothing to replay\n`);
  await report(emptyRun('replay'), flags, io, (text) => text);
  return 0;
}
