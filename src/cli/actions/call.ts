import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LoadedConfig } from '../../config/config.ts';
import { Fault, messageOf } from '../../model/fault.ts';
import type { SavedCase } from '../../model/saved-case.ts';
import type { Secret } from '../../model/target.ts';
import { quote } from '../../model/text.ts';
import { type Calling, call } from '../../run/call.ts';
import type { Keeping, RunOptions } from '../../run/options.ts';
import { argumentsFrom, type GivenArguments, parseObject } from '../arguments.ts';
import type { Io } from '../io.ts';
import { keepingOf, projectOf } from '../keeping.ts';
import { withReference } from '../reference.ts';
import { type Talk, talk } from '../talk.ts';
import type { TargetFlags } from '../target-options.ts';

const DEADLINE = '60s';

export interface CallFlags extends TargetFlags {
  arg: string[];
  argsFile?: string;
  from?: string;
  task?: string;
  raw?: boolean;
  save?: boolean;
}

/** The work of `call`; returns the exit code. */
export function callWork(
  name: string | undefined,
  json: string | undefined,
  given: CallFlags,
  launch: readonly string[] | null,
  io: Io,
): Promise<number> {
  return withReference([], given, launch, io, (_words, flags, place) => callOn(name, json, flags, launch, place));
}

async function callOn(
  name: string | undefined,
  json: string | undefined,
  flags: CallFlags,
  launch: readonly string[] | null,
  io: Io,
): Promise<number> {
  const given = await read(json, flags, io);
  const from = flags.from ? await caseIn(flags.from, name, given, io) : null;
  const tool = name ?? from?.case.steps.at(-1)?.tool;
  if (!tool)
    throw new Fault('usage', 'no tool is named', 'write its name: mcp-adapter call find_order \'{"id": "A-1"}\' -- node server.js');
  const { raw = false, save = false } = flags;
  const work: Talk = async (options, loaded: LoadedConfig | null) => {
    const keeping = keepingOf(flags, options, loaded, io);
    const calling: Calling = from
      ? { name: tool, play: await again(from, given, keeping, options) }
      : { name: tool, wish: (declared) => ({ name: tool, ...argumentsFrom(given, declared) }) };
    return call(calling, { ...options, raw, save, keeping });
  };
  return talk(flags, launch, io, DEADLINE, work, {
    traced: 'call',
    ...(from ? { secrets: (loaded) => secretsIn(from.case, loaded, io) } : {}),
  });
}

async function secretsIn(saved: SavedCase, loaded: LoadedConfig | null, io: Io): Promise<Secret[]> {
  const { secretsOfCases } = await import('../../run/case-secrets.ts');
  return secretsOfCases([saved], { project: projectOf(loaded, io), env: io.env });
}

/** The calls of a case once more, the last with its arguments edited. */
async function again(
  from: { file: string; case: SavedCase },
  given: GivenArguments,
  keeping: Keeping,
  options: RunOptions,
): Promise<CallPlay> {
  const { callFrom } = await import('../../run/call-from.ts');
  const edit = (text: string, tool: Parameters<typeof argumentsFrom>[1]) => argumentsFrom({ ...given, text }, tool).text;
  return callFrom(from.case, from.file, keeping, options, edit, given.task);
}

type CallPlay = Extract<Calling, { play: unknown }>['play'];

async function caseIn(path: string, name: string | undefined, given: GivenArguments, io: Io): Promise<{ file: string; case: SavedCase }> {
  if (given.text !== null)
    throw new Fault('usage', 'the arguments are given twice: by --from and as JSON', 'change them with --arg path=value');
  const { readCase } = await import('../../cases/read-case.ts');
  const loaded = readCase(resolve(io.cwd, path), path);
  if (!loaded.ok) throw new Fault('config', `${path}: ${loaded.why}`, 'mcp-adapter cases list shows what there is');
  const tool = loaded.case.steps.at(-1)?.tool ?? '';
  if (name !== undefined && name !== tool)
    throw new Fault('usage', `${path} is a call of ${quote(tool)}, not of ${quote(name)}`, 'leave the name out');
  return { file: loaded.file, case: loaded.case };
}

async function read(json: string | undefined, flags: CallFlags, io: Io): Promise<GivenArguments> {
  if (json !== undefined && flags.argsFile)
    throw new Fault('usage', 'the arguments are given twice: as JSON and by --args-file', 'leave one out');
  const text = flags.argsFile === '-' ? await io.readStdin() : flags.argsFile ? readArguments(resolve(io.cwd, flags.argsFile)) : json;
  // Before the adapter is started: what is wrong with the arguments is known already.
  if (text !== undefined) parseObject(text, 'the arguments');
  return { text: text ?? null, args: flags.arg, task: flags.task ?? null };
}

function readArguments(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    throw new Fault('usage', `--args-file ${file} cannot be read: ${messageOf(error)}`);
  }
}
