import { Command, Option } from 'commander';
import type { CasesFlags, PruneFlags } from '../actions/cases.ts';
import type { CommandFactory } from './command.ts';

/** `cases`: the saved cases. */
export const casesCommand: CommandFactory = (io, _launch, done) => {
  const command = new Command('cases')
    .helpGroup('Run cases:')
    .helpCommand(false)
    .description('the saved cases: list them, show one, delete old ones, look for secrets in them');
  command.addHelpText('after', '\nExamples:\n  $ mcp-adapter cases list\n  $ mcp-adapter cases show find_order--erp_busy--3f9a1c02');

  const list = part('list', 'every case on a line').argument('[dir]', 'a folder that holds some; else cases/ beside the config or here');
  list.addHelpText('after', '\nExamples:\n  $ mcp-adapter cases list\n  $ mcp-adapter cases list artefacts/cases --json');
  list.action(async (folder: string | undefined, flags: CasesFlags) => {
    const { listWork } = await import('../actions/cases.ts');
    done(await listWork(folder, flags, io));
  });

  const show = part('show', 'the calls of a case, what was expected and what came').argument(
    '<case>',
    'a file, an id, or how an id begins',
  );
  show.addHelpText(
    'after',
    '\nExamples:\n  $ mcp-adapter cases show find_order--erp\n  $ mcp-adapter cases show cases/find_order/erp_busy--3f9a1c02.case.json --json',
  );
  show.action(async (word: string, flags: CasesFlags) => {
    const { showWork } = await import('../actions/cases.ts');
    done(await showWork(word, flags, io));
  });

  const prune = part('prune', 'delete the cases that all of the options choose')
    .argument('[dir]', 'a folder that holds some; else cases/ beside the config or here')
    .addOption(new Option('--state <state>', 'only cases of this state').choices(['open', 'regression']))
    .option('--older-than <time>', 'only cases made before: 30d, 12h, 2026-11-30')
    .option('--tool <name>', 'only cases of this tool')
    .option('--dry-run', 'say what would be deleted');
  prune.addHelpText(
    'after',
    '\nFiles that cannot be read as cases are never deleted.\n\nExamples:\n  $ mcp-adapter cases prune --state open --older-than 30d --dry-run\n  $ mcp-adapter cases prune --tool find_order',
  );
  prune.action(async (folder: string | undefined, flags: PruneFlags) => {
    const { pruneWork } = await import('../actions/cases.ts');
    done(await pruneWork(folder, flags, io));
  });

  const scan = part('scan', 'look for secrets in case files; exits 1 when there is one').argument(
    '[path...]',
    'files and folders; else cases/ beside the config or here',
  );
  scan.addHelpText(
    'after',
    '\nLooks for the secrets that the config names, those of .mcp-adapter/secrets.env, and what looks like a credential.\n\nExamples:\n  $ mcp-adapter cases scan\n  $ mcp-adapter cases scan artefacts/cases --json',
  );
  scan.action(async (paths: string[], flags: CasesFlags) => {
    const { scanWork } = await import('../actions/cases.ts');
    done(await scanWork(paths, flags, io));
  });

  return command.addCommand(list).addCommand(show).addCommand(prune).addCommand(scan);
};

function part(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--config <file>', 'instead of mcp-adapter.json here or above')
    .option('--json', 'one JSON document');
}
