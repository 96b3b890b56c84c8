import { Command } from 'commander';
import type { CommandFactory } from './command.ts';

/** `doctor`: what works here, and what to do about what does not. */
export const doctorCommand: CommandFactory = (io, _launch, done) => {
  const command = new Command('doctor')
    .helpGroup('Operate:')
    .description('what works on this machine, and what to do about what does not')
    .option('--json', 'one JSON document');
  command.addHelpText('after', '\nExamples:\n  $ mcp-adapter doctor\n  $ mcp-adapter doctor --json');
  return command.action(async (flags: { json?: boolean }) => {
    const { examine } = await import('../doctor.ts');
    const checks = await examine(io);
    const lines = checks.map(
      ({ ok, what, seen, todo }) => `${ok ? 'ok     ' : 'missing'} ${what}: ${seen}${todo && !ok ? `\n        ${todo}` : ''}`,
    );
    await io.stdout.write(
      flags.json ? `${JSON.stringify({ format: 'mcp-adapter/doctor@1', checks }, null, 2)}\n` : `${lines.join('\n')}\n`,
    );
    done(checks.some(({ ok, needed }) => needed && !ok) ? 1 : 0);
  });
};
