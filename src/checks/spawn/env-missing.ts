import { some } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { sampleFailure, sampleProcess } from '../sample.ts';
import { diagnose } from './diagnosis.ts';
import { asked, exitText, lastWords, stderrText } from './post-mortem.ts';

const process = sampleProcess({
  exit: { code: 3, signal: null, ageMs: 60 },
  stderrTail: ['ERP_URL missing'],
  stderrBytes: 16,
  ending: null,
});

export const envMissing: SessionRule = {
  id: 'spawn/env-missing',
  on: 'session',
  severity: 'error',
  cause: true,
  why: 'Clients pass only HOME, LOGNAME, PATH, SHELL, TERM and USER, so what an adapter reads from the rest of your environment is missing there.',
  fix: 'put the variables into the env block of the client; here: --env NAME, or --inherit-env for all',
  examples: {
    good: [{ failure: sampleFailure('exited', { environment: { starts: false, variables: [] } }), process }, { process }],
    bad: [
      { failure: sampleFailure('exited', { environment: { starts: true, variables: ['ERP_URL'] } }), process },
      { failure: sampleFailure('silent', { environment: { starts: true, variables: [] } }), process: sampleProcess() },
    ],
  },
  *check(evidence) {
    if (diagnose(evidence) !== 'spawn/env-missing') return;
    const { failure, process: facts } = evidence;
    const variables = failure?.environment?.variables ?? [];
    const how = facts?.exit ? `it ended ${exitText(facts)}` : `no answer to ${asked(failure?.waitingFor ?? null)}`;
    const stderr = facts ? `; ${stderrText(facts)}` : '';
    const made = variables.length ? `; variables that made the difference: ${some(variables, 12)}` : '';
    yield {
      message: `the adapter starts with your environment and fails with the one a client passes (${how}${stderr})${made}`,
      evidence: lastWords(facts),
      ...(variables.length
        ? {
            fix: `put ${some(variables, 12)} into the env block of the client; here: ${variables
              .slice(0, 12)
              .map((each) => `--env ${each}`)
              .join(' ')}`,
          }
        : {}),
    };
  },
};
