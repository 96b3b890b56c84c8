import { Command, Option } from 'commander';
import type { CheckFlags } from '../actions/check.ts';
import { collect, withCommonOptions, withTargetOptions } from '../target-options.ts';
import type { CommandFactory } from './command.ts';

/** `check`: what keeps an agent from using this adapter. */
export const checkCommand: CommandFactory = (io, launch, done) => {
  const command = new Command('check')
    .helpGroup('Check:')
    .description('say what keeps an agent from using an adapter, and what each host makes of it')
    .argument('[tools.json]', 'a saved answer to tools/list instead of an adapter; the word reference: the bundled adapter')
    .option('--all', 'every configured server: findings, total tokens, names that collide')
    .option('--strict', 'judge design rules as a project of our own would')
    .option(
      '--profile <name>',
      'whose limits are errors: spec, sdk-ts, anthropic, openai, openai-strict, gemini, bedrock, vscode, cursor, windsurf, portable (repeatable)',
      collect,
      [],
    )
    .addOption(new Option('--fail-on <severity>', 'exit 1 from this severity on').choices(['error', 'warning', 'never']).default('error'))
    .option('--rule <id=severity>', 'off, info, warning or error for one rule (repeatable)', collect, [])
    .option('--no-hosts', 'do not ask the SDK clients')
    .option('--call <tool[=json]>', 'call this tool too and judge its result (repeatable, in order)', collect, [])
    .option('--probe-args', 'call the named tools with an extra, a missing and a wrong argument too (read tools only)')
    .option('--allow-writes', 'probe tools of risk write and destructive as well')
    .option('--source <dir>', "find each declaration's file and line")
    .option('--lock', 'compare with tools.lock.json too: what diff finds counts as well');
  withCommonOptions(withTargetOptions(command));
  command.addHelpText(
    'after',
    '\nExamples:\n  $ mcp-adapter check -- node server.js\n  $ mcp-adapter check --url http://127.0.0.1:5000/mcp --call \'find_order={"id": "A-1"}\'\n  $ mcp-adapter check tools.json --profile openai --reporter sarif=check.sarif',
  );
  return command.action(async (file: string | undefined, flags: CheckFlags) => {
    const { checkWork } = await import('../actions/check.ts');
    done(await checkWork(file, flags, launch, io));
  });
};
