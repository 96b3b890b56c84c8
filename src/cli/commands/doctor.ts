import { Command } from 'commander';
import type { DoctorFlags } from '../actions/doctor.ts';
import type { CommandFactory } from './command.ts';

/** `doctor`: what works here, and what to do about what does not. */
export const doctorCommand: CommandFactory = (io, _launch, done) => {
  const command = new Command('doctor')
    .helpGroup('Operate:')
    .description('what works on this machine, and what to do about what does not')
    .option('--json', 'one JSON document')
    .option('--install-browser', 'install the Chromium of the bundled adapter first (66 MB by npm, linux-x64)')
    .option('--targets', 'open every page of the target maps instead, and tell what is no longer found on it')
    .option(
      '--config <file>',
      'with --targets: the config whose section "reference" names the maps; else the nearest, else the fixture site',
    );
  command.addHelpText('after', '\nExamples:\n  $ mcp-adapter doctor\n  $ mcp-adapter doctor --targets --config mcp-adapter.json');
  return command.action(async (flags: DoctorFlags) => {
    const { doctorWork } = await import('../actions/doctor.ts');
    done(await doctorWork(flags, io));
  });
};
