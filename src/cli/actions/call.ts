import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Fault, messageOf } from '../../model/fault.ts';
import { call } from '../../run/call.ts';
import { argumentsFrom, type GivenArguments, parseObject } from '../arguments.ts';
import type { Io } from '../io.ts';
import { type Talk, talk } from '../talk.ts';
import type { TargetFlags } from '../target-options.ts';

const DEADLINE = '60s';

export interface CallFlags extends TargetFlags {
  arg: string[];
  argsFile?: string;
  task?: string;
  raw?: boolean;
}

/** The work of `call`; returns the exit code. */
export async function callWork(
  name: string,
  json: string | undefined,
  flags: CallFlags,
  launch: readonly string[] | null,
  io: Io,
): Promise<number> {
  const given = await read(json, flags, io);
  const raw = flags.raw ?? false;
  const work: Talk = (options) => call(name, (tool) => ({ name, ...argumentsFrom(given, tool) }), { ...options, raw });
  return talk(flags, launch, io, DEADLINE, work, 'call');
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
