import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { LoadedConfig } from '../../config/config.ts';
import { Fault } from '../../model/fault.ts';
import { isCi } from '../../model/is-ci.ts';
import { quote } from '../../model/text.ts';
import { differences } from '../../run/differences.ts';
import { freshState } from '../../run/place.ts';
import { smoke } from '../../run/smoke.ts';
import { findSuites } from '../../suite/find-suites.ts';
import { readSuite } from '../../suite/read-suite.ts';
import type { Suite } from '../../suite/suite.ts';
import type { SuiteVariable } from '../../suite/suite-variables.ts';
import type { Io } from '../io.ts';
import { keepingOf, projectOf } from '../keeping.ts';
import { PACKAGE_ROOT } from '../package-root.ts';
import { withReference } from '../reference.ts';
import { reportFiles } from '../report.ts';
import { stateOf } from '../session-options.ts';
import { shard } from '../shard.ts';
import { configFor, talk, together } from '../talk.ts';
import type { TargetFlags } from '../target-options.ts';

const DEADLINE = '5m';

/** The suite of the bundled adapter. */
const OWN_SUITE = join(PACKAGE_ROOT, 'fixtures/smoke/reference.yaml');

export interface SmokeFlags extends TargetFlags {
  only?: string;
  isolate: 'none' | 'suite';
  watch?: boolean;
  source?: string;
  shard?: string;
  out?: string;
}

/** The work of `smoke`; returns the exit code. */
export function smokeWork(words: string[], given: SmokeFlags, launch: readonly string[] | null, io: Io): Promise<number> {
  return withReference(words, given, launch, io, (named, flags, place) => {
    const suites = flags.bundled && !named.length ? [OWN_SUITE] : named;
    return smokeSuites(suites, flags, launch, place);
  });
}

async function smokeSuites(named: string[], flags: SmokeFlags, launch: readonly string[] | null, io: Io): Promise<number> {
  const loaded = await configFor(flags, io);
  if (!flags.watch) return runOnce(named, flags, launch, loaded, io);
  const { watch } = await import('../watch.ts');
  const files = findSuites(named, loaded, io.cwd).map(({ file }) => file);
  const paths = [...files, ...(loaded ? [loaded.file] : []), ...(flags.source ? [folder(resolve(io.cwd, flags.source))] : [])];
  let code = await runOnce(named, flags, launch, loaded, io);
  const again = async () => runOnce(named, flags, launch, await configFor(flags, io), io);
  const onChange = async () => {
    // What is wrong with a suite or the config now may be right after the next change.
    code = await again().catch((error: unknown) => told(error, io));
  };
  const written = [...(flags.out ? [resolve(io.cwd, flags.out)] : []), ...reportFiles(flags, io)];
  await watch(paths, io, onChange, written);
  return code;
}

async function runOnce(
  named: string[],
  flags: SmokeFlags,
  launch: readonly string[] | null,
  loaded: LoadedConfig | null,
  io: Io,
): Promise<number> {
  const found = shard(findSuites(named, loaded, io.cwd), flags.shard);
  const suites: Suite[] = await Promise.all(found.map(({ file, shown }) => readSuite(file, shown, flags.bundled !== undefined)));
  const variables = await variablesOf(suites, loaded, io);
  // In CI nothing is left behind, so the adapter's state goes where it is removed.
  const own = isCi(io.env) ? freshState() : null;
  try {
    return await talk(
      flags,
      launch,
      io,
      DEADLINE,
      async (options) => {
        const { only = null, isolate } = flags;
        const keeping = keepingOf(flags, options, loaded, io);
        const state = own?.folder ?? stateOf(loaded, io);
        const run = await smoke({ ...options, suites, only, isolate, keeping, state, variables });
        if (flags.out === undefined && isCi(io.env) && run.steps.some(({ status }) => status === 'failed'))
          await io.stderr.write('in CI failing steps are kept as cases only with --out DIR\n');
        if (flags.out) {
          const { writeOut } = await import('../out-folder.ts');
          await writeOut(flags.out, { target: flags.bundled ? null : options.target, suites, secrets: options.secrets, loaded }, io);
        }
        return run;
      },
      {
        traced: 'smoke',
        out: flags.out,
        loaded,
        secrets: async () => variables,
        combine: (runs) => {
          const [only] = runs;
          if (only && runs.length === 1) return only;
          const run = together(runs);
          run.findings = differences(runs);
          if (run.findings.length) run.exitCode = Math.max(run.exitCode, 1);
          return run;
        },
      },
    );
  } finally {
    own?.remove();
  }
}

/** What the suites take from the environment, or from `.mcp-adapter/secrets.env`. */
async function variablesOf(suites: readonly Suite[], loaded: LoadedConfig | null, io: Io): Promise<SuiteVariable[]> {
  // Most suites take none.
  if (!JSON.stringify(suites).includes('env:')) return [];
  const { suiteVariables } = await import('../../suite/suite-variables.ts');
  const { lookupIn } = await import('../../cases/repository-key.ts');
  return suiteVariables(suites, lookupIn(projectOf(loaded, io), io.env));
}

function folder(path: string): string {
  if (!existsSync(path)) throw new Fault('usage', `--source ${quote(path)} is not there`, 'name the folder of the source of the adapter');
  return path;
}

async function told(error: unknown, io: Io): Promise<number> {
  const { failedRun } = await import('../failed-run.ts');
  return failedRun(error, io, io.argv);
}
