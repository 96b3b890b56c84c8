import type { SessionRule } from '../rule.ts';
import { sampleFailure } from '../sample.ts';
import { diagnose } from './diagnosis.ts';
import { commandOf } from './post-mortem.ts';

export const failed: SessionRule = {
  id: 'spawn/failed',
  on: 'session',
  severity: 'error',
  cause: true,
  why: 'The operating system refuses to start the command, so no client can.',
  fix: 'start the same command by hand in the same folder; the error code names the reason (E2BIG: arguments or environment too long, EAGAIN: too many processes)',
  examples: {
    good: [{}, { failure: sampleFailure('command-not-found', { path: { searched: 9, elsewhere: null } }) }],
    bad: [{ failure: sampleFailure('spawn-failed', { detail: 'E2BIG' }) }],
  },
  *check(evidence) {
    if (diagnose(evidence) !== 'spawn/failed') return;
    const { failure } = evidence;
    const command = commandOf(evidence);
    yield { message: `the operating system could not start ${command} (${failure?.detail || 'no reason given'})` };
  },
};
