import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { ProfileId } from '../../checks/limits/profiles.ts';
import type { LoadedConfig } from '../../config/config.ts';
import { Fault } from '../../model/fault.ts';
import type { Severity } from '../../model/finding.ts';
import { quote } from '../../model/text.ts';
import type { Checked } from '../../run/check.ts';
import type { CheckOptions, JudgeOptions, RunOptions } from '../../run/options.ts';
import { parseObject } from '../arguments.ts';
import type { Io } from '../io.ts';
import { talk, talkTo, together } from '../talk.ts';
import { type TargetFlags, withCommonOptions, withTargetOptions } from '../target-options.ts';
import type { CommandFactory } from './command.ts';

const DEADLINE = '5m';

interface CheckFlags extends TargetFlags {
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
}

const collect = (value: string, earlier: string[]) => [...earlier, value];

/** `check`: what keeps an agent from using this adapter. */
export const checkCommand: CommandFactory = (io, launch, done) => {
  const command = new Command('check')
    .helpGroup('Check:')
    .description('say what keeps an agent from using an adapter, and what each host makes of it')
    .argument('[tools.json]', 'a saved answer to tools/list instead of an adapter')
    .option('--all', 'every configured server: findings, total tokens, names that collide')
    .option('--strict', 'judge design rules as a project of our own would')
    .option(
      '--profile <name>',
      'whose limits are errors: spec, sdk-ts, anthropic, openai, openai-strict, gemini, bedrock, vscode, cursor, windsurf, portable (repeatable)',
      collect,
      [],
    )
    .addOption(new Option('--fail-on <severity>', 'exit 1 from this severity on').choices(['error', 'warning', 'never']).default('error'))
    .option('--rule <id=severity>', 'off, info, warning or error for one rule (repeatable)', collect, [])
    .option('--no-hosts', 'do not ask the SDK clients')
    .option('--call <tool[=json]>', 'call this tool too and judge its result (repeatable, in order)', collect, [])
    .option('--probe-args', 'call the named tools with an extra, a missing and a wrong argument too (read tools only)')
    .option('--allow-writes', 'probe tools of risk write and destructive as well')
    .option('--source <dir>', "find each declaration's file and line");
  withCommonOptions(withTargetOptions(command));
  command.addHelpText(
    'after',
    '\nExamples:\n  $ mcp-adapter check -- node server.js\n  $ mcp-adapter check --url http://127.0.0.1:5000/mcp --call \'find_order={"id": "A-1"}\'\n  $ mcp-adapter check tools.json --profile openai --reporter sarif=check.sarif',
  );
  return command.action(async (file: string | undefined, flags: CheckFlags) => {
    if (flags.probeArgs && !flags.call.length)
      throw new Fault('usage', '--probe-args needs a tool to probe', "name it: --call 'find_order={}'");
    if (file !== undefined && (launch || flags.url || flags.server))
      throw new Fault('usage', `both the file ${quote(file)} and an adapter are named`, 'check one at a time');
    if (file !== undefined) done(await checkFile(file, flags, io));
    else if (flags.all) done(await checkAll(flags, io));
    else
      done(
        await talk(
          flags,
          launch,
          io,
          DEADLINE,
          async (options, loaded) => checkOne(await checkOptions(options, flags, loaded, io)),
          flags.call.length ? 'check' : null,
        ),
      );
  });
};

async function checkOne(options: CheckOptions) {
  const { check } = await import('../../run/check.ts');
  return (await check(options)).run;
}

async function checkFile(file: string, flags: CheckFlags, io: Io): Promise<number> {
  const { loadConfig } = await import('../../config/load.ts');
  const { report } = await import('../report.ts');
  const { checkSaved } = await import('../../run/check-saved.ts');
  const loaded = await loadConfig(io.cwd, flags.config ?? null);
  const run = await checkSaved(file, resolve(io.cwd, file), flags.protocol ?? null, await judgeOptions(flags, loaded, null), flags.hosts);
  await report(run, flags, io, (text) => text);
  return run.exitCode;
}

/** Every configured server, and then what they are together: tokens, names that collide, limits that the sum breaks. */
async function checkAll(flags: CheckFlags, io: Io): Promise<number> {
  const { loadConfig } = await import('../../config/load.ts');
  const { allTargets } = await import('../target.ts');
  const { check } = await import('../../run/check.ts');
  const { checkTogether } = await import('../../run/check-together.ts');
  const loaded = await loadConfig(io.cwd, flags.config ?? null);
  const servers: Checked[] = [];
  const work = async (options: RunOptions) => {
    const checked = await check(await checkOptions(options, flags, loaded, io));
    servers.push(checked);
    return checked.run;
  };
  const judging = await judgeOptions(flags, loaded, null);
  return talkTo(allTargets(flags, loaded, io), loaded, flags, io, DEADLINE, work, {
    combine: (runs) => checkTogether(together(runs), servers, judging),
  });
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
    source: flags.source ? folder(resolve(io.cwd, flags.source)) : null,
  };
}

function folder(path: string): string {
  if (!existsSync(path) || !statSync(path).isDirectory())
    throw new Fault('usage', `--source ${quote(path)} is no folder`, 'name the folder that holds the tool declarations');
  return path;
}

/** Profiles, severities and strictness, from the flags on top of the config. The catalogue is loaded to check the names only if there are any. */
async function judgeOptions(flags: CheckFlags, loaded: LoadedConfig | null, serverName: string | null): Promise<JudgeOptions> {
  const config = loaded?.config;
  const names = [...(config?.profiles ?? []), ...flags.profile.flatMap((each) => each.split(','))];
  const wishes = [...Object.entries(config?.rules ?? {}), ...flags.rule.map(ruleWish)];
  const { profilesOrFault, ruleSettings } = await import('../judging.ts');
  const profiles: ProfileId[] = names.flatMap(profilesOrFault);
  return {
    strict: flags.strict ?? config?.strict ?? false,
    profiles,
    settings: wishes.length ? await ruleSettings(wishes) : {},
    failOn: flags.failOn,
    risks: config?.risks ?? {},
    serverName,
  };
}

function ruleWish(text: string): [string, string] {
  const [id = '', severity = ''] = text.split('=');
  return [id, severity];
}
