import { Command, CommanderError, Help } from 'commander';
import { EXIT, Fault } from '../model/fault.ts';
import type { CommandFactory } from './commands/command.ts';
import { commands } from './commands/index.ts';
import type { Io } from './io.ts';
import { version } from './version.ts';

/** Parses the command line and runs the command; every way to fail ends in an exit code (contracts §2). */
export async function main(io: Io): Promise<number> {
  // What follows `--` is the adapter's command, whatever options it has.
  const dashes = io.argv.indexOf('--');
  const words = dashes < 0 ? io.argv : io.argv.slice(0, dashes);
  const launch = dashes < 0 ? null : io.argv.slice(dashes + 1);
  let code: number = EXIT.ok;
  const program = build(io);
  for (const add of await wanted(words)) {
    const command = add(io, launch, (result) => {
      code = result;
    });
    settle(command, io);
    program.addCommand(command);
  }
  try {
    await program.parseAsync([...words], { from: 'user' });
    return code;
  } catch (error) {
    return explain(error, io, words);
  }
}

/** Where the help is that says what may be written. */
function helpOf([first = '']: readonly string[]): string {
  return Object.hasOwn(commands, first) ? `${first} --help` : '--help';
}

/** The command that is named; all of them for the help, and where none or an unknown one is. */
function wanted([first = '']: readonly string[]): Promise<CommandFactory[]> {
  const named = Object.hasOwn(commands, first) ? commands[first] : undefined;
  return Promise.all(named ? [named()] : Object.values(commands).map((load) => load()));
}

function build(io: Io): Command {
  const program = new Command('mcp-adapter')
    .description(
      'Checks MCP adapters in any language, over stdio or HTTP, of any protocol revision; calls them, keeps what fails, and runs it again.',
    )
    .version(version(), '--version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .addHelpText(
      'after',
      '\nExamples:\n  $ mcp-adapter check -- node server.js\n  $ mcp-adapter call find_order \'{"id": "A-1"}\' --url http://127.0.0.1:5000/mcp',
    );
  settle(program, io);
  return program;
}

function settle(command: Command, io: Io): void {
  command.exitOverride();
  command.showSuggestionAfterError(true);
  // Options that can be repeated begin with none: that is no default to tell of.
  command.configureHelp({ optionDescription: (option) => new Help().optionDescription(option).replace(' (default: [])', '') });
  command.configureOutput({
    writeOut: (text) => void io.stdout.write(text),
    // A command that needs a further word shows its help there. Errors are told once, by `explain`.
    writeErr: (text) => void io.stderr.write(text),
    outputError: () => {},
    getOutHelpWidth: () => Math.min(io.stdout.columns, 110),
    getOutHasColors: () => false,
  });
  for (const part of command.commands) settle(part, io);
}

/** Turns what was thrown into words on stderr, a document on stdout when JSON is wanted, and the exit code. */
async function explain(error: unknown, io: Io, words: readonly string[]): Promise<number> {
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok;
  if (error instanceof CommanderError && error.code === 'commander.help') return EXIT.usage;
  const fault =
    error instanceof CommanderError ? new Fault('usage', error.message.replace(/^error: /, ''), `see mcp-adapter ${helpOf(words)}`) : error;
  const { failedRun } = await import('./failed-run.ts');
  return failedRun(fault, io, words);
}
