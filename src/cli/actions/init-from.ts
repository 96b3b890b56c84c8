import { statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { LoadedConfig } from '../../config/config.ts';
import { configuredTargets } from '../../config/servers.ts';
import { EXIT, Fault } from '../../model/fault.ts';
import type { Run } from '../../model/run.ts';
import { shellWord } from '../../model/shell-word.ts';
import { quote } from '../../model/text.ts';
import { check } from '../../run/check.ts';
import type { CheckOptions, RunOptions } from '../../run/options.ts';
import { freshState } from '../../run/place.ts';
import { checkPlan, statOf } from '../../scaffold/check-plan.ts';
import { targetWords } from '../../scaffold/existing/existing-config.ts';
import { existingName } from '../../scaffold/existing/existing-name.ts';
import { FIXED_FILES, planExisting } from '../../scaffold/existing/plan-existing.ts';
import { projectName } from '../../scaffold/project/project-name.ts';
import { carryOut } from '../../scaffold/write-plan.ts';
import { folderWord } from '../folder-word.ts';
import type { Io } from '../io.ts';
import { keepingOf } from '../keeping.ts';
import { PACKAGE_ROOT } from '../package-root.ts';
import { talk } from '../talk.ts';
import type { TargetFlags } from '../target-options.ts';
import { unlistedTools } from '../unlisted-tools.ts';
import { version } from '../version.ts';
import type { InitProjectFlags } from './init-project.ts';

const DEADLINE = '5m';

export interface InitFromFlags extends TargetFlags, Omit<InitProjectFlags, 'reporter'> {
  from?: boolean;
}

/**
 * The work of `init --from`: checks an adapter that exists, and writes what it needs to be checked and called again. Returns the exit code:
 * what was found does not fail it, because it has done its work; an adapter that could not be reached does.
 * @throws Fault (usage) before anything is started, where something is in the way
 */
export async function initFromWork(
  dir: string | undefined,
  flags: InitFromFlags,
  launch: readonly string[] | null,
  io: Io,
): Promise<number> {
  const folder = folderOf(dir, flags, io);
  if (!launch && !flags.url && !flags.server)
    throw new Fault(
      'usage',
      'no adapter is named',
      'write its command after --: mcp-adapter init --from -- node server.js; or use --url, --server NAME',
    );
  // The adapter leaves nothing behind either.
  const state = freshState();
  try {
    const place = { ...io, env: { ...io.env, MCP_ADAPTER_STATE: state.folder } };
    return await talk(flags, launch, place, DEADLINE, (options, loaded) => takeIn({ dir, folder }, options, flags, loaded, place));
  } finally {
    state.remove();
  }
}

/** Where it is written to; everything that can be known before the adapter is started is looked at. */
function folderOf(dir: string | undefined, flags: InitFromFlags, io: Io): string {
  const folder = resolve(io.cwd, dir ?? '.');
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Fault(
      'usage',
      `${quote(dir ?? '.')} is no folder`,
      'with --from it is the folder of the adapter; its command stands after --: mcp-adapter init --from -- node server.js',
    );
  if (flags.template)
    throw new Fault(
      'usage',
      `--template ${flags.template} makes a new project, and --from takes in one that exists`,
      'leave one of them out',
    );
  if (flags.era === 'both' || flags.transport === 'both')
    throw new Fault(
      'usage',
      '--era both and --transport both connect twice, init --from once',
      'choose one, and check the other afterwards',
    );
  if (flags.name !== undefined) projectName(flags.name);
  if (statOf(join(folder, 'mcp-adapter.json')))
    throw new Fault(
      'usage',
      `mcp-adapter.json is in ${quote(folder, 300)} already`,
      'what it describes is taken in: run mcp-adapter check and mcp-adapter smoke there; or move it away to begin anew',
    );
  checkPlan({ folder, files: FIXED_FILES.map((path) => ({ path, text: '' })), edits: [] });
  return folder;
}

/** Checks the adapter, and once everything has succeeded writes. */
async function takeIn(
  { dir = '.', folder }: { dir: string | undefined; folder: string },
  options: RunOptions,
  flags: InitFromFlags,
  loaded: LoadedConfig | null,
  io: Io,
): Promise<Run> {
  const named = {
    folder,
    target: options.target,
    bearerEnv: flags.bearerEnv ?? bearerOf(options, loaded),
    passed: [...flags.env.filter((each) => !each.includes('=')), ...filledIn(flags, loaded, io)],
  };
  // A secret in the command is refused before it is run.
  targetWords({ ...named, name: '' });
  const { run, evidence } = await check(checkOptions(options, flags, loaded, io));
  run.command = 'init';
  if (run.error || io.interrupted.aborted) return run;
  const unlisted = unlistedTools(evidence);
  if (unlisted) return Object.assign(run, unlisted);
  options.onEvent({ kind: 'phase', text: 'making the smallest arguments' });
  const name = flags.name ? projectName(flags.name) : existingName([options.target.name, evidence.server?.name, basename(folder)]);
  const contradicted = new Set(run.findings.flatMap(({ rule, tool }) => (rule === 'design/risk-contradiction' && tool ? [tool] : [])));
  const existing = { ...named, name, evidence, contradicted, templates: join(PACKAGE_ROOT, 'templates'), version: version() };
  const { plan, notes, options: more, hasSuite } = await planExisting(existing);
  if (io.interrupted.aborted) return run;
  const files = carryOut(plan, flags.dryRun ?? false);
  const word = folderWord(dir, folder, io.cwd);
  const commands = [...(hasSuite ? ['smoke'] : []), 'check'].map((command) => `mcp-adapter ${command}${more}`);
  const enter = word === '.' ? [] : [`cd ${shellWord(word)}`];
  const scaffold = { folder: word, template: null, dryRun: flags.dryRun ?? false, files, notes, commands: [...enter, ...commands] };
  return Object.assign(run, { scaffold, exitCode: EXIT.ok, next: [...enter, ...commands.slice(0, 1)].join(' && ') });
}

/** The variable of the token, where the adapter is one of a config. */
function bearerOf({ target }: RunOptions, loaded: LoadedConfig | null): string | null {
  return loaded?.config.targets?.[target.name ?? '']?.http?.bearerEnv ?? null;
}

/** The variables and headers that a client's file, such as `.mcp.json`, fills in from our environment: `${NAME}`. */
function filledIn(flags: InitFromFlags, loaded: LoadedConfig | null, io: Io): string[] {
  const { server, bundled, serversFile = null } = flags;
  if (!server || bundled) return [];
  const valuesIn = (env: NodeJS.ProcessEnv) => {
    const { stdio, http } = configuredTargets(loaded, io.cwd, serversFile, env).get(server) ?? {};
    return { ...http?.headers, ...stdio?.env };
  };
  const filled = valuesIn(io.env);
  const written = valuesIn(Object.fromEntries(Object.keys(io.env).map((name) => [name, `\${${name}}`])));
  return Object.keys(filled).filter((name) => filled[name] !== written[name]);
}

function checkOptions(options: RunOptions, flags: InitFromFlags, loaded: LoadedConfig | null, io: Io): CheckOptions {
  return {
    ...options,
    strict: false,
    profiles: [],
    settings: {},
    failOn: 'error',
    serverName: options.target.name ?? null,
    hosts: true,
    calls: [],
    probeArgs: false,
    allowWrites: false,
    keeping: keepingOf(flags, options, loaded, io),
    source: null,
  };
}
