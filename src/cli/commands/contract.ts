import { Command, Option } from 'commander';
import type { ContractFlags } from '../actions/contract.ts';
import { collect, withCommonOptions, withTargetOptions } from '../target-options.ts';
import type { CommandFactory } from './command.ts';

/** `contract`: the declaration is a promise; generated calls try it. */
export const contractCommand: CommandFactory = (io, launch, done) => {
  const command = new Command('contract')
    .helpGroup('Check:')
    .description('call each tool with generated valid, boundary and invalid arguments, and say where it breaks its own declaration')
    .argument('[adapter]', 'the word reference: the bundled adapter')
    .option('--tool <name>', 'only this tool (repeatable)', collect, [])
    .option('--runs <n>', 'random calls of each tool after the boundary cases: 0 to 10000', '50')
    .option('--seed <n>', 'what the random calls are made from; the same seed makes the same calls')
    .option('--allow-writes', 'call tools of risk write and destructive too, on an adapter with a state of its own')
    .addOption(new Option('--fail-on <severity>', 'exit 1 from this severity on').choices(['error', 'warning', 'never']).default('error'))
    .option('--rule <id=severity>', 'off, info, warning or error for one rule (repeatable)', collect, [])
    .option('--out <dir>', 'collect failing cases and the trace there (in CI nothing is kept without it)');
  // Among thousands of calls one that hangs must not cost what it may cost elsewhere.
  withCommonOptions(withTargetOptions(command, { timeout: '10s' }));
  command.addHelpText(
    'after',
    '\nExamples:\n  $ mcp-adapter contract -- node server.js\n  $ mcp-adapter contract --tool find_order --runs 500 --seed 7 --reporter junit=contract.xml -- node server.js',
  );
  return command.action(async (word: string | undefined, flags: ContractFlags) => {
    const { contractWork } = await import('../actions/contract.ts');
    done(await contractWork(word, flags, launch, io));
  });
};
