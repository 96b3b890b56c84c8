import { launchOf } from '../../model/target.ts';
import { plural, quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { sampleFailure, sampleProcess } from '../sample.ts';
import { diagnose } from './diagnosis.ts';

const target = { kind: 'stdio' as const, command: 'npx', args: ['-y', 'erp-adapter'], env: {}, inheritEnv: false };

export const commandNotFound: SessionRule = {
  id: 'spawn/command-not-found',
  on: 'session',
  severity: 'error',
  cause: true,
  why: 'A desktop app passes a shorter PATH than a shell does, so npx, uv or node of nvm, mise or brew are not found there.',
  fix: 'give the absolute path of the command, or set PATH in the env block of the client',
  examples: {
    good: [{ target }, { target, failure: sampleFailure('cwd-missing', { detail: '/srv/erp' }) }],
    bad: [
      { target, failure: sampleFailure('command-not-found', { detail: 'ENOENT', path: { searched: 9, elsewhere: null } }) },
      { target, failure: sampleFailure('command-not-found', { path: { searched: 4, elsewhere: '/home/u/.nvm/bin/npx' } }) },
      { target: { ...target, command: './server.js' }, failure: sampleFailure('command-not-found'), process: sampleProcess() },
    ],
  },
  *check(evidence) {
    if (diagnose(evidence) !== 'spawn/command-not-found') return;
    const { failure, process } = evidence;
    const command = launchOf(evidence.target)?.command ?? process?.command ?? '';
    const elsewhere = failure?.path?.elsewhere;
    if (elsewhere)
      yield {
        message: `command ${quote(command)} was found with your shell's PATH at ${elsewhere}, but not with the PATH a desktop client passes`,
        fix: `start it by its absolute path, ${elsewhere}, or set PATH in the env block of the client`,
      };
    else if (/[\\/]/.test(command))
      yield {
        message: `command ${quote(command)} was not found: there is no such file`,
        fix: 'check the path; a relative one counts from the working folder (--cwd), and PATH is not searched',
      };
    else yield { message: `command ${quote(command)} was not found in PATH (${plural(failure?.path?.searched ?? 0, 'folder')} searched)` };
  },
};
