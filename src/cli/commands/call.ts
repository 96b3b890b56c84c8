import { Command } from 'commander';
import type { CallFlags } from '../actions/call.ts';
import { collect, withCommonOptions, withTargetOptions } from '../target-options.ts';
import type { CommandFactory } from './command.ts';

/** `call`: one tool, once, step by step. */
export const callCommand: CommandFactory = (io, launch, done) => {
  const command = new Command('call')
    .helpGroup('Run cases:')
    .description('call one tool and show each step; exits 1 when the tool fails')
    .argument('[tool]', "the tool's name; with --from that of the case")
    .argument('[json]', 'its arguments as one JSON object')
    .option('--arg <path=value>', 'one argument, read as its schema says (repeatable)', collect, [])
    .option('--args-file <file>', 'the arguments from a file; - is standard input')
    .option('--from <case>', 'a saved case: its calls again, the arguments edited by --arg')
    .option('--task <id>', 'the task_id')
    .option('--save', 'keep the call as a regression case even when it goes well; a failure is kept anyway')
    .option('--raw', 'print the messages of the call exactly as they were sent and came');
  withCommonOptions(withTargetOptions(command));
  command.addHelpText(
    'after',
    '\nExamples:\n  $ mcp-adapter call find_order \'{"id": "A-1"}\' -- node server.js\n  $ mcp-adapter call find_order --arg id=A-1 --url http://127.0.0.1:5000/mcp\n  $ mcp-adapter call --from cases/find_order/erp_busy--3f9a1c02.case.json --arg order_id=A-2 -- node server.js',
  );
  return command.action(async (name: string | undefined, json: string | undefined, flags: CallFlags) => {
    const { callWork } = await import('../actions/call.ts');
    done(await callWork(name, json, flags, launch, io));
  });
};
