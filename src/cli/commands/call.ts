import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { Fault } from '../../model/fault.ts';
import { argumentsFrom, type GivenArguments, parseObject } from '../arguments.ts';
import type { Io } from '../io.ts';
import { talk } from '../talk.ts';
import { type TargetFlags, withCommonOptions, withTargetOptions } from '../target-options.ts';
import type { CommandFactory } from './command.ts';

const DEADLINE = '60s';

interface CallFlags extends TargetFlags {
  arg: string[];
  argsFile?: string;
  task?: string;
  raw?: boolean;
}

/** `call`: one tool, once, step by step. */
export const callCommand: CommandFactory = (io, launch, done) => {
  const command = new Command('call')
    .helpGroup('Run cases:')
    .description('call one tool and show each step; exits 1 when the tool fails')
    .argument('<tool>', "the tool's name")
    .argument('[json]', 'its arguments as one JSON object')
    .option(
      '--arg <path=value>',
      'one argument, read as its schema says (repeatable)',
      (value: string, earlier: string[]) => [...earlier, value],
      [],
    )
    .option('--args-file <file>', 'the arguments from a file; - is standard input')
    .option('--task <id>', 'the task_id')
    .option('--raw', 'print the arguments as sent and the answer as it came');
  withCommonOptions(withTargetOptions(command));
  command.addHelpText(
    'after',
    '\nExamples:\n  $ mcp-adapter call find_order \'{"id": "A-1"}\' -- node server.js\n  $ mcp-adapter call find_order --arg id=A-1 --url http://127.0.0.1:5000/mcp',
  );
  return command.action(async (name: string, json: string | undefined, flags: CallFlags) => {
    const given = await read(json, flags, io);
    done(
      await talk(
        flags,
        launch,
        io,
        DEADLINE,
        async (options) => {
          const { call } = await import('../../run/call.ts');
          return call(name, (tool) => ({ name, ...argumentsFrom(given, tool) }), options);
        },
        'call',
      ),
    );
  });
};

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
    throw new Fault('usage', `--args-file ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
