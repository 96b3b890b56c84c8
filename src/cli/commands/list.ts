import { Command } from 'commander';
import { talk } from '../talk.ts';
import { type TargetFlags, withCommonOptions, withTargetOptions } from '../target-options.ts';
import type { CommandFactory } from './command.ts';

const DEADLINE = '60s';

/** `list`: what an adapter offers. */
export const listCommand: CommandFactory = (io, launch, done) => {
  const command = new Command('list')
    .helpGroup('Check:')
    .description('tools, resources and prompts of an adapter, with risk, bytes and tokens')
    .option('--json', 'the same as --reporter json');
  withCommonOptions(withTargetOptions(command));
  command.addHelpText(
    'after',
    '\nExamples:\n  $ mcp-adapter list -- node server.js\n  $ mcp-adapter list --json --url http://127.0.0.1:5000/mcp',
  );
  return command.action(async (flags: TargetFlags & { json?: boolean }) => {
    const reporter = flags.json ? [...flags.reporter, 'json'] : flags.reporter;
    done(
      await talk({ ...flags, reporter }, launch, io, DEADLINE, async (options) => {
        const { list } = await import('../../run/list.ts');
        return list(options);
      }),
    );
  });
};
