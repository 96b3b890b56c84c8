import { resolve } from 'node:path';
import type { ProfileId } from '../../checks/limits/profiles.ts';
import type { LoadedConfig } from '../../config/config.ts';
import { loadConfig } from '../../config/load.ts';
import { Fault } from '../../model/fault.ts';
import type { Severity } from '../../model/finding.ts';
import { masker } from '../../model/secret.ts';
import { shellWord } from '../../model/shell-word.ts';
import { quote } from '../../model/text.ts';
import type { LockOptions } from '../../run/changes.ts';
import { type Checked, check } from '../../run/check.ts';
import type { CheckOptions, JudgeOptions, RunOptions } from '../../run/options.ts';
import { parseObject } from '../arguments.ts';
import type { Io } from '../io.ts';
import { profilesOrFault } from '../judging.ts';
import { keepingOf } from '../keeping.ts';
import { withReference } from '../reference.ts';
import { report } from '../report.ts';
import { ruleWishes } from '../rule-wishes.ts';
import { sourceFolder } from '../source-folder.ts';
import { talk, talkTo, together } from '../talk.ts';
import { allTargets } from '../target.ts';
import type { TargetFlags } from '../target-options.ts';

const DEADLINE = '5m';

export interface CheckFlags extends TargetFlags {
  all?: boolean;
  strict?: boolean;
  profile: string[];
  failOn: Severity | 'never';
  rule: string[];
  hosts: boolean;
  call: string[];
  probeArgs?: boolean;
  allowWrites?: boolean;
  source?: string;
  lock?: boolean;
}

/** The work of `check`, of one adapter, a saved list, or every configured server; returns the exit code. */
export function checkWork(named: string | undefined, given: CheckFlags, launch: readonly string[] | null, io: Io): Promise<number> {
  const words = named === undefined ? [] : [named];
  return withReference(words, given, launch, io, ([file], flags, place) => checkNamed(file, flags, launch, place));
}

async function checkNamed(file: string | undefined, flags: CheckFlags, launch: readonly string[] | null, io: Io): Promise<number> {
  if (flags.probeArgs && !flags.call.length)
    throw new Fault('usage', '--probe-args needs a tool to probe', "name it: --call 'find_order={}'");
  if (file !== undefined && (launch || flags.url || flags.server))
    throw new Fault('usage', `both the file ${quote(file)} and an adapter are named`, 'check one at a time');
  if (flags.lock && (file !== undefined || flags.all))
    throw new Fault(
      'usage',
      `--lock compares one adapter with its lock${file === undefined ? ', and --all checks several' : ''}`,
      file === undefined
        ? 'check them one at a time, with --server NAME'
        : `compare the file: mcp-adapter diff tools.lock.json ${shellWord(file)}`,
    );
  if (file !== undefined) return checkFile(file, flags, io);
  if (flags.all) return checkAll(flags, io);
  const lock = flags.lock ? await lockOptions(flags, io) : null;
  const checkOne = async (options: RunOptions, loaded: LoadedConfig | null) =>
    (await check(await checkOptions(options, flags, loaded, io), lock)).run;
  return talk(flags, launch, io, DEADLINE, checkOne, flags.call.length ? { traced: 'check' } : {});
}

async function checkFile(file: string, flags: CheckFlags, io: Io): Promise<number> {
  const { checkSaved } = await import('../../run/check-saved.ts');
  const loaded = await loadConfig(io.cwd, flags.config ?? null);
  const run = await checkSaved(file, resolve(io.cwd, file), flags.protocol ?? null, await judgeOptions(flags, loaded, null), flags.hosts);
  await report(run, flags, io, masker([]));
  return run.exitCode;
}

/** Every configured server, and then what they are together: tokens, names that collide, limits that the sum breaks. */
async function checkAll(flags: CheckFlags, io: Io): Promise<number> {
  const { checkTogether } = await import('../../run/check-together.ts');
  const loaded = await loadConfig(io.cwd, flags.config ?? null);
  const servers: Checked[] = [];
  const work = async (options: RunOptions) => {
    const checked = await check(await checkOptions(options, flags, loaded, io));
    servers.push(checked);
    return checked.run;
  };
  const judging = await judgeOptions(flags, loaded, null);
  return talkTo(await allTargets(flags, loaded, io), loaded, flags, io, DEADLINE, work, {
    combine: (runs) => checkTogether(together(runs), servers, judging),
  });
}

/** The lock, and what its changes are judged by. @throws Fault (config) where there is none */
async function lockOptions(flags: CheckFlags, io: Io): Promise<LockOptions> {
  const { changeOptions } = await import('../change-options.ts');
  const { lockAt, lockPlace } = await import('../lock-place.ts');
  const loaded = await loadConfig(io.cwd, flags.config ?? null);
  const place = lockPlace(flags, loaded, io);
  return { before: lockAt(place), ...(await changeOptions(flags, loaded, place, io)) };
}

async function checkOptions(options: RunOptions, flags: CheckFlags, loaded: LoadedConfig | null, io: Io): Promise<CheckOptions> {
  return {
    ...options,
    ...(await judgeOptions(flags, loaded, options.target.name ?? null)),
    hosts: flags.hosts,
    calls: flags.call.map((wish) => {
      const equals = wish.indexOf('=');
      const [name, text] = equals < 0 ? [wish, '{}'] : [wish.slice(0, equals), wish.slice(equals + 1)];
      return { name, arguments: parseObject(text, `the arguments of --call ${name}`), text };
    }),
    probeArgs: flags.probeArgs ?? false,
    allowWrites: flags.allowWrites ?? false,
    keeping: keepingOf(flags, options, loaded, io),
    source: flags.source ? sourceFolder(resolve(io.cwd, flags.source)) : null,
  };
}

/** Profiles, severities and strictness, from the flags on top of the config. The catalogue is loaded to check the names only if there are any. */
async function judgeOptions(flags: CheckFlags, loaded: LoadedConfig | null, serverName: string | null): Promise<JudgeOptions> {
  const config = loaded?.config;
  const names = [...(config?.profiles ?? []), ...flags.profile.flatMap((each) => each.split(','))];
  const profiles: ProfileId[] = names.flatMap(profilesOrFault);
  return {
    strict: flags.strict ?? config?.strict ?? false,
    profiles,
    settings: await ruleWishes(loaded, flags),
    failOn: flags.failOn,
    risks: config?.risks ?? {},
    serverName,
  };
}
