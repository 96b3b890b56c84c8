import type { SessionRule } from '../rule.ts';
import { sampleFailure } from '../sample.ts';
import { diagnose } from './diagnosis.ts';
import { commandOf } from './post-mortem.ts';

export const notExecutable: SessionRule = {
  id: 'spawn/not-executable',
  on: 'session',
  severity: 'error',
  cause: true,
  why: 'A file that may not be executed, or whose interpreter is missing, cannot be started by any client.',
  fix: 'make it executable (chmod +x), or start it through its interpreter: node server.js',
  examples: {
    good: [{}, { failure: sampleFailure('command-not-executable', { detail: 'ENOEXEC' }) }],
    bad: [
      { failure: sampleFailure('command-not-executable', { detail: 'EACCES' }) },
      { failure: sampleFailure('command-not-executable', { detail: 'ENOENT' }) },
    ],
  },
  *check(evidence) {
    if (diagnose(evidence) !== 'spawn/not-executable') return;
    const { failure } = evidence;
    const command = commandOf(evidence);
    if (failure?.detail.includes('ENOENT'))
      yield {
        message: `${command} exists, but the interpreter that its first line names does not (ENOENT)`,
        fix: 'correct the "#!" line, for example to "#!/usr/bin/env node", or start the file through its interpreter',
      };
    else yield { message: `${command} may not be executed (${failure?.detail || 'refused'})` };
  },
};
