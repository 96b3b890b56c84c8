import { Command, Option } from 'commander';
import type { CommandFactory } from './command.ts';

/** `rules`: the catalogue. */
export const rulesCommand: CommandFactory = (io, _launch, done) => {
  const command = new Command('rules')
    .helpGroup('Operate:')
    .description('every rule of check, contract and diff, or one of them with its examples; limits of hosts with source and date')
    .argument('[id]', 'one rule, or a folder of them such as schema')
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'markdown', 'json']).default('text'));
  command.addHelpText(
    'after',
    '\nExamples:\n  $ mcp-adapter rules stdio/stdout-noise\n  $ mcp-adapter rules --format markdown > docs/rules.md',
  );
  return command.action(async (id: string | undefined, flags: { format: 'text' | 'markdown' | 'json' }) => {
    const { catalogue, rulesNamed } = await import('../catalogue.ts');
    await io.stdout.write(await catalogue(rulesNamed(id ?? null), flags.format, id !== undefined));
    done(0);
  });
};
