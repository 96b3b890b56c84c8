import { Command } from 'commander';
import type { GrantAddFlags, GrantFlags } from '../actions/grant.ts';
import { collect } from '../target-options.ts';
import type { CommandFactory } from './command.ts';

/** `grant`: a person's temporary permission for an adapter to write. */
export const grantCommand: CommandFactory = (io, _launch, done) => {
  const command = new Command('grant')
    .helpGroup('Operate:')
    .helpCommand(false)
    .description('temporary permission for a task to call tools that write; a running adapter sees it at once');
  command.addHelpText(
    'after',
    '\nExamples:\n  $ mcp-adapter grant add --task t-91 --tools click,submit --ttl 10m\n  $ mcp-adapter grant list',
  );

  const add = part('add', 'allow a task to call these tools')
    .requiredOption('--task <task>', 'the task_id that it is for')
    .requiredOption('--tools <names>', 'the tools, separated by commas (repeatable)', collect, [])
    .option('--origins <origins>', 'only on these, such as https://shop.example (repeatable)', collect, [])
    .option('--ttl <duration>', 'how long: 90s, 10m; at most a day', '15m')
    .option('--max-calls <number>', 'how many calls: 1 to 1000', '10')
    .option('--principal <principal>', "whose calls: a token's subject; local is the person at this machine", 'local');
  add.addHelpText(
    'after',
    '\nExamples:\n  $ mcp-adapter grant add --task t-91 --tools click,submit --ttl 10m --max-calls 5\n  $ mcp-adapter grant add --task t-91 --tools submit --origins https://shop.example --state ./state',
  );
  add.action(async (flags: GrantAddFlags) => {
    const { addWork } = await import('../actions/grant.ts');
    done(await addWork(flags, io));
  });

  const list = part('list', 'every grant, those that count first');
  list.addHelpText('after', '\nExamples:\n  $ mcp-adapter grant list\n  $ mcp-adapter grant list --state ./state --json');
  list.action(async (flags: GrantFlags) => {
    const { listWork } = await import('../actions/grant.ts');
    done(await listWork(flags, io));
  });

  const revoke = part('revoke', 'end a grant now').argument('<id>', 'as grant list shows it');
  revoke.addHelpText(
    'after',
    '\nExamples:\n  $ mcp-adapter grant revoke g-0f3c2a9be1d84c7790aa51c2d3e4f506\n  $ mcp-adapter grant revoke g-0f3c2a9be1d84c7790aa51c2d3e4f506 --state ./state',
  );
  revoke.action(async (id: string, flags: GrantFlags) => {
    const { revokeWork } = await import('../actions/grant.ts');
    done(await revokeWork(id, flags, io));
  });

  return command.addCommand(add).addCommand(list).addCommand(revoke);
};

function part(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--state <dir>', 'the state folder of the adapter; else MCP_ADAPTER_STATE, else .mcp-adapter/state beside the config')
    .option('--json', 'one JSON document');
}
