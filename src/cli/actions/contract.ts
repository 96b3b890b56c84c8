import { randomInt } from 'node:crypto';
import type { LoadedConfig } from '../../config/config.ts';
import { Fault } from '../../model/fault.ts';
import type { Severity } from '../../model/finding.ts';
import { isCi } from '../../model/is-ci.ts';
import type { Run } from '../../model/run.ts';
import { quote } from '../../model/text.ts';
import { contract } from '../../run/contract/contract.ts';
import type { RunOptions } from '../../run/options.ts';
import { identitiesOf } from '../identities.ts';
import type { Io } from '../io.ts';
import { keepingOf } from '../keeping.ts';
import { withReference } from '../reference.ts';
import { ruleWishes } from '../rule-wishes.ts';
import { type SuiteWays, suiteWays } from '../suite-ways.ts';
import { configFor, talk } from '../talk.ts';
import type { TargetFlags } from '../target-options.ts';

const DEADLINE = '5m';
const MAX_RUNS = 10_000;
/** What fast-check takes as a seed. */
const MAX_SEED = 2 ** 31 - 1;

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
    const ways = await suiteWays(flags, loaded, place);
    const work = (options: RunOptions) => contractOf(options, { ...flags, runs, seed }, ways, loaded, place);
    return talk(flags, launch, place, DEADLINE, work, {
      traced: 'contract',
      out: flags.out,
      loaded,
      secrets: async () => [...ways.variables],
    });
  });
}

async function contractOf(
  options: RunOptions,
  flags: Omit<ContractFlags, 'runs' | 'seed'> & { runs: number; seed: number },
  { bases }: SuiteWays,
  loaded: LoadedConfig | null,
  io: Io,
): Promise<Run> {
  const { tool: tools, runs, seed, failOn } = flags;
  const run = await contract({
    ...options,
    tools,
    runs,
    seed,
    allowWrites: flags.allowWrites ?? false,
    settings: await ruleWishes(loaded, flags),
    failOn,
    bases,
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

function wholeNumber(text: string, option: string, max: number): number {
  const value = Number(text);
  if (/^\d{1,10}$/.test(text) && value <= max) return value;
  throw new Fault('usage', `${option} ${quote(text)} is no whole number from 0 to ${max}`, `write it in digits, such as ${option} 50`);
}
