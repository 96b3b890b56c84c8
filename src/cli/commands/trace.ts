import { Command } from 'commander';
import type { TraceFlags } from '../actions/trace.ts';
import { withCommonOptions } from '../target-options.ts';
import type { CommandFactory } from './command.ts';

/** `trace`: what was called, how long it took, and where it stalled. */
export const traceCommand: CommandFactory = (io, _launch, done) => {
  const command = new Command('trace')
    .helpGroup('Run cases:')
    .description('show the calls of a trace with their steps, and where time went; exits 0 whatever became of the calls')
    .argument('[file]', 'a trace, or a folder of them; else the newest in .mcp-adapter/traces')
    .option('--slow', 'the slowest calls first')
    .option('--task <id>', 'only calls with this task_id')
    .option('--tool <name>', 'only calls of this tool')
    .option('--frames', 'print the messages instead; without --task and --tool all of them, and stray lines of stdout');
  withCommonOptions(command);
  command.addHelpText(
    'after',
    '\nAt most 500 calls are shown. --verbose shows what arguments they had, and with --frames each message whole.\n\nExamples:\n  $ mcp-adapter trace\n  $ mcp-adapter trace .mcp-adapter/traces/smoke.ndjson --slow --tool open_page',
  );
  return command.action(async (file: string | undefined, flags: TraceFlags) => {
    const { traceWork } = await import('../actions/trace.ts');
    done(await traceWork(file, flags, io));
  });
};
