import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadedConfig } from '../../config/config.ts';
import { Fault } from '../../model/fault.ts';
import type { Severity } from '../../model/finding.ts';
import { isCi } from '../../model/is-ci.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Run } from '../../model/run.ts';
import { quote } from '../../model/text.ts';
import { contract } from '../../run/contract/contract.ts';
import { suiteBases } from '../../run/contract/suite-bases.ts';
import type { RunOptions } from '../../run/options.ts';
import { findSuites } from '../../suite/find-suites.ts';
import { readSuite } from '../../suite/read-suite.ts';
import { identitiesOf } from '../identities.ts';
import type { Io } from '../io.ts';
import { ruleSettings } from '../judging.ts';
import { keepingOf } from '../keeping.ts';
import { PACKAGE_ROOT } from '../package-root.ts';
import { withReference } from '../reference.ts';
import { configFor, talk } from '../talk.ts';
import type { TargetFlags } from '../target-options.ts';

const DEADLINE = '5m';
/** For each call, unless `--timeout` says otherwise: among thousands of calls one that hangs must not cost what it may cost elsewhere. */
const TIMEOUT = '10s';
const MAX_RUNS = 10_000;
/** What fast-check takes as a seed. */
const MAX_SEED = 2 ** 31 - 1;

/** The suite of the bundled adapter. */
const OWN_SUITE = join(PACKAGE_ROOT, 'fixtures/smoke/reference.yaml');

export interface ContractFlags extends TargetFlags {
  tool: string[];
  runs: string;
  seed?: string;
  allowWrites?: boolean;
  failOn: Severity | 'never';
  rule: string[];
  out?: string;
}

/** The work of `contract`; returns the exit code. */
export async function contractWork(
  word: string | undefined,
  given: ContractFlags,
  launch: readonly string[] | null,
  io: Io,
): Promise<number> {
  const runs = wholeNumber(given.runs, '--runs', MAX_RUNS);
  const seed = given.seed === undefined ? randomInt(MAX_SEED) : wholeNumber(given.seed, '--seed', MAX_SEED);
  return withReference(word === undefined ? [] : [word], given, launch, io, async ([other], flags, place) => {
    if (other !== undefined)
      throw new Fault('usage', `${quote(other)} is no adapter`, 'write its command after --, or --url, --server, or the word reference');
    const loaded = await configFor(flags, place);
    const limited = io.argv.some((each) => /^--timeout(?:=|$)/.test(each)) ? flags : { ...flags, timeout: TIMEOUT };
    const work = (options: RunOptions) => contractOf(options, { ...flags, runs, seed }, loaded, place);
    return talk(limited, launch, place, DEADLINE, work, { traced: 'contract', out: flags.out, loaded });
  });
}

async function contractOf(
  options: RunOptions,
  flags: Omit<ContractFlags, 'runs' | 'seed'> & { runs: number; seed: number },
  loaded: LoadedConfig | null,
  io: Io,
): Promise<Run> {
  const { tool: tools, runs, seed, failOn } = flags;
  const wishes = [...Object.entries(loaded?.config.rules ?? {}), ...flags.rule.map(ruleWish)];
  const run = await contract({
    ...options,
    tools,
    runs,
    seed,
    allowWrites: flags.allowWrites ?? false,
    settings: wishes.length ? await ruleSettings(wishes) : {},
    failOn,
    bases: await basesFrom(flags, options, loaded, io),
    identities: await identitiesOf(loaded, options.target, io),
    keeping: keepingOf(flags, options, loaded, io),
  });
  if (flags.out === undefined && isCi(io.env) && run.findings.length)
    await io.stderr.write('in CI failing calls are kept as cases only with --out DIR\n');
  if (flags.out) {
    const { writeOut } = await import('../out-folder.ts');
    await writeOut(flags.out, { target: flags.bundled ? null : options.target, suites: [], secrets: options.secrets, loaded }, io);
  }
  return run;
}

/** What the suites of the project know to work. One that cannot be read is no reason not to test: `smoke` tells what is wrong with it. */
async function basesFrom(
  { bundled }: TargetFlags,
  { site }: RunOptions,
  loaded: LoadedConfig | null,
  io: Io,
): Promise<Map<string, JsonObject>> {
  const hasSuites = bundled !== undefined || loaded?.config.suites !== undefined || existsSync(join(loaded?.folder ?? io.cwd, 'smoke'));
  if (!hasSuites) return new Map();
  try {
    const found = findSuites(bundled ? [OWN_SUITE] : [], loaded, io.cwd);
    return suiteBases(await Promise.all(found.map(({ file, shown }) => readSuite(file, shown, bundled !== undefined))), site);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    await io.stderr.write(`the arguments of the suites are not used: ${error.message}\n`);
    return new Map();
  }
}

function wholeNumber(text: string, option: string, max: number): number {
  const value = Number(text);
  if (/^\d{1,10}$/.test(text) && value <= max) return value;
  throw new Fault('usage', `${option} ${quote(text)} is no whole number from 0 to ${max}`, `write it in digits, such as ${option} 50`);
}

function ruleWish(text: string): [string, string] {
  const [id = '', severity = ''] = text.split('=');
  return [id, severity];
}
