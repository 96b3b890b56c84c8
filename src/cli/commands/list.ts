import { Command } from 'commander';
import type { ListFlags } from '../actions/list.ts';
import { withCommonOptions, withTargetOptions } from '../target-options.ts';
import type { CommandFactory } from './command.ts';

/** `list`: what an adapter offers. */
export const listCommand: CommandFactory = (io, launch, done) => {
  const command = new Command('list')
    .helpGroup('Check:')
    .description('tools, resources and prompts of an adapter, with risk, bytes and tokens')
    .argument('[reference]', 'the bundled adapter, by that word')
    .option('--json', 'the same as --reporter json');
  withCommonOptions(withTargetOptions(command));
  command.addHelpText(
    'after',
    '\nExamples:\n  $ mcp-adapter list -- node server.js\n  $ mcp-adapter list --json --url http://127.0.0.1:5000/mcp',
  );
  return command.action(async (named: string | undefined, flags: ListFlags) => {
    const { listWork } = await import('../actions/list.ts');
    done(await listWork(named, flags, launch, io));
  });
};
