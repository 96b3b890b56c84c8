import { Command, Option } from 'commander';
import type { ReplayFlags } from '../actions/replay.ts';
import { withCommonOptions, withTargetOptions } from '../target-options.ts';
import type { CommandFactory } from './command.ts';

/** `replay`: saved cases once more, each judged. */
export const replayCommand: CommandFactory = (io, launch, done) => {
  const command = new Command('replay')
    .helpGroup('Run cases:')
    .description('run saved cases again: fixed, still-fails, different-failure, flaky or unreplayable')
    .argument('[case...]', 'case files, or folders that hold some; else cases/; the word reference: on the bundled adapter')
    .option('--runs <n>', 'how often each is run: 1 to 100', '3')
    .addOption(new Option('--isolate <how>', 'case: an adapter and an empty state for each run').choices(['case', 'none']).default('case'))
    .option('--minimise', 'also look for the smallest call that fails in the same way, and keep it beside the case')
    .option('--accept', 'make a regression test of each case that is fixed')
    .option('--allow-writes', 'also run cases that nobody named whose tools write')
    .option('--allow-flaky', 'a flaky case does not fail the command')
    .option('--same-task-id', 'keep the task_id also where the state of the adapter is shared')
    .option('--shard <i/n>', 'the i-th of n parts of the cases')
    .option('--out <dir>', 'traces and new cases go here; in CI nothing is written elsewhere');
  withCommonOptions(withTargetOptions(command));
  command.addHelpText(
    'after',
    '\nExamples:\n  $ mcp-adapter replay -- node server.js\n  $ mcp-adapter replay cases/find_order/erp_busy--3f9a1c02.case.json --runs 10 --minimise -- node server.js',
  );
  return command.action(async (cases: string[], flags: ReplayFlags) => {
    const { replayWork } = await import('../actions/replay.ts');
    done(await replayWork(cases, flags, launch, io));
  });
};
