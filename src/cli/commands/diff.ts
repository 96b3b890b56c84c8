import { Command, Option } from 'commander';
import type { DiffFlags } from '../actions/diff.ts';
import { collect, withCommonOptions, withTargetOptions } from '../target-options.ts';
import type { CommandFactory } from './command.ts';

/** `diff`: what has changed in the declarations, and what that breaks. */
export const diffCommand: CommandFactory = (io, launch, done) => {
  const command = new Command('diff')
    .helpGroup('Check:')
    .description('say what has changed since tools.lock.json, or between two files, and whom it breaks')
    .argument('[a]', 'a lock or a saved answer to tools/list to compare with, instead of tools.lock.json; or the words accept, reference')
    .argument('[b]', 'what it is compared with, instead of the adapter; after accept: the fingerprint of a change')
    .option('--frozen', 'any change that nobody accepted fails, whatever its severity (for CI)')
    .option('--file <file>', 'the lock file; else tools.lock.json beside the config, or where you stand')
    .option('--reason <text>', 'with accept: why it may be')
    .option('--until <date>', 'with accept: to which day, such as 2027-01-31')
    .option('--source <dir>', "find each declaration's file and line")
    .addOption(new Option('--fail-on <severity>', 'exit 1 from this severity on').choices(['error', 'warning', 'never']).default('error'))
    .option('--rule <id=severity>', 'off, info, warning or error for one rule (repeatable)', collect, []);
  withCommonOptions(withTargetOptions(command));
  command.addHelpText(
    'after',
    '\nExamples:\n  $ mcp-adapter diff --frozen\n  $ mcp-adapter diff before.json after.json --reporter markdown=diff.md\n  $ mcp-adapter diff accept 3f9a1c02b7d4 --reason "asked for by the shop" --until 2027-01-31',
  );
  return command.action(async (a: string | undefined, b: string | undefined, flags: DiffFlags) => {
    const { diffWork } = await import('../actions/diff.ts');
    done(await diffWork([a, b], flags, launch, io));
  });
};
