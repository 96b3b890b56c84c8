import { Command } from 'commander';
import type { LockFlags } from '../actions/lock.ts';
import { withCommonOptions, withTargetOptions } from '../target-options.ts';
import type { CommandFactory } from './command.ts';

/** `lock`: writes down what the adapter declares, as the promise that `diff` holds it to. */
export const lockCommand: CommandFactory = (io, launch, done) => {
  const command = new Command('lock')
    .helpGroup('Check:')
    .description('write what the adapter declares to tools.lock.json, which diff compares with')
    .argument('[adapter]', 'the word reference: the bundled adapter')
    .option('--file <file>', 'the lock file; else tools.lock.json beside the config, or where you stand');
  withCommonOptions(withTargetOptions(command));
  command.addHelpText('after', '\nExamples:\n  $ mcp-adapter lock\n  $ mcp-adapter lock -- node server.js');
  return command.action(async (word: string | undefined, flags: LockFlags) => {
    const { lockWork } = await import('../actions/lock.ts');
    done(await lockWork(word, flags, launch, io));
  });
};
