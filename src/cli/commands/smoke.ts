import { Command, Option } from 'commander';
import type { SmokeFlags } from '../actions/smoke.ts';
import { withCommonOptions, withTargetOptions } from '../target-options.ts';
import type { CommandFactory } from './command.ts';

/** `smoke`: fixture suites, step by step. */
export const smokeCommand: CommandFactory = (io, launch, done) => {
  const command = new Command('smoke')
    .helpGroup('Run cases:')
    .description('run fixture suites; every step that fails is kept as a case that replay runs again')
    .argument(
      '[suite...]',
      'files or folders; else the suites of the config, else smoke/*.yaml; the word reference: on the bundled adapter, with its own suite unless one is named',
    )
    .option('--only <text>', 'only steps with this in their name, and those that they need')
    .addOption(new Option('--isolate <how>', 'suite: an adapter and an empty state for each').choices(['none', 'suite']).default('none'))
    .option('--watch', 'run again when a suite, the config or --source changes')
    .option('--source <dir>', 'what --watch looks at too: the source of the adapter')
    .option('--shard <i/n>', 'the i-th of n parts of the suites')
    .option('--out <dir>', 'traces, failing cases and the config go here; in CI nothing is written elsewhere');
  withCommonOptions(withTargetOptions(command));
  command.addHelpText(
    'after',
    '\nExamples:\n  $ mcp-adapter smoke -- node server.js\n  $ mcp-adapter smoke smoke/orders.yaml --out artefacts --reporter junit=artefacts/smoke.xml -- node server.js',
  );
  return command.action(async (suites: string[], flags: SmokeFlags) => {
    const { smokeWork } = await import('../actions/smoke.ts');
    done(await smokeWork(suites, flags, launch, io));
  });
};
