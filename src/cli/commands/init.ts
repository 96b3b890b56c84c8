import { Command, Option } from 'commander';
import { Fault } from '../../model/fault.ts';
import { TEMPLATES } from '../../scaffold/templates.ts';
import type { InitFromFlags } from '../actions/init-from.ts';
import type { InitToolFlags } from '../actions/init-tool.ts';
import { withCommonOptions, withTargetOptions } from '../target-options.ts';
import type { CommandFactory } from './command.ts';

/** `init`: a project, one more tool in it, or what an adapter that exists needs. */
export const initCommand: CommandFactory = (io, launch, done) => {
  const command = new Command('init')
    .helpGroup('Start:')
    .description('makes an adapter project; with --from, adds checks, a smoke suite and CI to an adapter that exists')
    .argument('[dir]', 'the folder of the project; with --from, the folder of the adapter. Here unless said')
    .addOption(new Option('--template <name>', 'what the project is written in').choices(TEMPLATES))
    .option('--name <name>', 'of the project; that of its folder unless said')
    .option('--from', 'an adapter that exists, after -- or by --url: no file of it is touched')
    .option('--yes', 'ask nothing')
    .option('--dry-run', 'say what would be written, and write nothing');
  withTargetOptions(command.optionsGroup('With --from, the adapter:'));
  withCommonOptions(command.optionsGroup('Everywhere:'));
  command.addHelpText('after', '\nExamples:\n  $ mcp-adapter init shop\n  $ mcp-adapter init --from -- node server.js');
  command.action(async (dir: string | undefined, flags: InitFromFlags) => {
    if (flags.from || flags.url || flags.server || launch) {
      const { initFromWork } = await import('../actions/init-from.ts');
      return done(await initFromWork(dir, flags, launch, io));
    }
    refuseTargetOptions(command);
    const { initProjectWork } = await import('../actions/init-project.ts');
    done(await initProjectWork(dir, flags, io));
  });
  return command.addCommand(toolCommand(io, done));
};

/** @throws Fault (usage) for an option that says how to talk to an adapter: it would do nothing for a project that is to be made */
function refuseTargetOptions(command: Command): void {
  const { options } = withTargetOptions(new Command());
  const said = options.find((option) => command.getOptionValueSource(option.attributeName()) === 'cli');
  if (said)
    throw new Fault('usage', `${said.long} is for an adapter that exists`, 'name it too: init --from, with its command after -- or --url');
}

function toolCommand(io: Parameters<CommandFactory>[0], done: Parameters<CommandFactory>[2]): Command {
  const command = new Command('tool')
    .description('adds one tool to the project you stand in: declaration, handler, test and smoke step')
    .argument('<name>', 'such as find_order')
    .addOption(new Option('--risk <risk>', 'what a call may do').choices(['read', 'prepare', 'write', 'destructive']).default('read'))
    .option('--description <text>', 'what the tool does, for the model')
    .option('--dry-run', 'say what would be written, and write nothing');
  withCommonOptions(command);
  command.addHelpText(
    'after',
    '\nExamples:\n  $ mcp-adapter init tool find_customer\n  $ mcp-adapter init tool cancel_order --risk destructive',
  );
  return command.action(async (name: string) => {
    const flags = flagsOf(command);
    const { initToolWork } = await import('../actions/init-tool.ts');
    done(await initToolWork(name, flags, io));
  });
}

/** What was said to `init tool`: `init` takes the options that both have, wherever they stand. Those that only `init` has would do nothing. */
function flagsOf(command: Command): InitToolFlags {
  const { parent } = command;
  const own = command.options.map((option) => option.attributeName());
  const foreign = parent?.options.find((option) => {
    const name = option.attributeName();
    return parent.getOptionValueSource(name) === 'cli' && !own.includes(name);
  });
  if (foreign) throw new Fault('usage', `init tool has no option ${foreign.long}`, 'see mcp-adapter init tool --help');
  return command.optsWithGlobals<InitToolFlags>();
}
