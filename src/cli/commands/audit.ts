import { Command, Option } from 'commander';
import type { ExportFlags, UsageFlags, VerifyFlags } from '../actions/audit.ts';
import type { CommandFactory } from './command.ts';

/** `audit`: what an adapter on the kit wrote down. */
export const auditCommand: CommandFactory = (io, _launch, done) => {
  const command = new Command('audit')
    .helpGroup('Operate:')
    .helpCommand(false)
    .description('the audit log of an adapter: export it, verify its chain, count what was used');
  command.addHelpText('after', '\nExamples:\n  $ mcp-adapter audit export --from 2h --task t-91\n  $ mcp-adapter audit verify');

  const exports = part('export', 'the records by time, of all processes that wrote one')
    .option('--task <id>', 'only records of this task')
    .option('--env <id>', 'only records of this environment')
    .option('--tool <name>', 'only records of this tool')
    .addOption(
      new Option('--format <format>', 'one JSON record a line, or rows for a spreadsheet').choices(['jsonl', 'csv']).default('jsonl'),
    );
  exports.addHelpText(
    'after',
    "\nA CSV cell that a spreadsheet would compute begins with '. Damaged lines are named on stderr and left out.\n\nExamples:\n  $ mcp-adapter audit export --from 2026-11-01 --to 2026-11-30 --format csv > november.csv\n  $ mcp-adapter audit export --from 2h --tool submit --state ./state",
  );
  exports.action(async (flags: ExportFlags) => {
    const { exportWork } = await import('../actions/audit.ts');
    done(await exportWork(flags, io));
  });

  const verify = part('verify', 'look whether every record is there and unchanged; exits 1 when one is not').option(
    '--json',
    'one JSON document',
  );
  verify.addHelpText(
    'after',
    '\n--from and --to choose whole days here. Where older files were moved away, begin at the first day that is left.\n\nExamples:\n  $ mcp-adapter audit verify\n  $ mcp-adapter audit verify --from 7d --state ./state',
  );
  verify.action(async (flags: VerifyFlags) => {
    const { verifyWork } = await import('../actions/audit.ts');
    done(await verifyWork(flags, io));
  });

  const usage = part('usage', 'calls, failures and times by tool, purpose or principal; tools that nobody called')
    .addOption(new Option('--by <what>', 'what to count by').choices(['tool', 'purpose', 'principal']).default('tool'))
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'jsonl', 'csv']).default('text'));
  usage.addHelpText('after', '\nExamples:\n  $ mcp-adapter audit usage --from 7d\n  $ mcp-adapter audit usage --by principal --format csv');
  usage.action(async (flags: UsageFlags) => {
    const { usageWork } = await import('../actions/audit.ts');
    done(await usageWork(flags, io));
  });

  return command.addCommand(exports).addCommand(verify).addCommand(usage);
};

function part(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--from <time>', 'from then on: 2026-11-30, 2026-11-30T08:00:00Z, or how long ago: 30m, 2h, 7d')
    .option('--to <time>', 'until then, that day or moment included')
    .option('--state <dir>', 'the state folder of the adapter; else MCP_ADAPTER_STATE, else .mcp-adapter/state beside the config');
}
