import type { Evidence } from '../../model/evidence.ts';
import type { SessionRule } from '../rule.ts';
import { sampleFailure, sampleProcess } from '../sample.ts';
import { diagnose } from './diagnosis.ts';
import { asked, exitText, lastWords, remains } from './post-mortem.ts';

const ended = (code: number, stderrTail: string[]) =>
  sampleProcess({ exit: { code, signal: null, ageMs: 61 }, stdoutBytes: 0, stdoutLines: 0, stderrTail, stderrBytes: 40, ending: null });

export const exitedEarly: SessionRule = {
  id: 'spawn/exited-early',
  on: 'session',
  severity: 'error',
  cause: true,
  why: 'Clients show only "connection closed" when a server ends at start; the reason stands on a stderr that nobody sees.',
  fix: 'remove the reason that stderr names; start the same command by hand to see all of it',
  examples: {
    good: [{}, { failure: sampleFailure('silent', { limitMs: 3000 }) }, { failure: sampleFailure('exited'), process: ended(0, []) }],
    bad: [
      { failure: sampleFailure('exited'), process: ended(1, ['Error: failed to read ./governance.yaml', '    at main (/app/x.js:1:2)']) },
      { failure: sampleFailure('exited'), process: ended(0, ['usage: erp-adapter serve [--port N]']) },
      {
        failure: sampleFailure('exited', { waitingFor: null }),
        process: sampleProcess({ exit: { code: null, signal: 'SIGSEGV', ageMs: 9 } }),
      },
    ],
  },
  *check(evidence) {
    if (diagnose(evidence) !== 'spawn/exited-early') return;
    const { failure, process } = evidence;
    const { code } = process?.exit ?? {};
    yield {
      message: `the adapter ended ${exitText(process)} before it answered ${asked(failure?.waitingFor ?? null)}${remains(evidence)}`,
      evidence: lastWords(process),
      ...(isMissingModule(process)
        ? { fix: 'what it imports is not there: install its dependencies, and build it, before it is started' }
        : {}),
      ...(code === 127 ? { fix: 'code 127 means that a command was not found inside the start script; give its absolute path' } : {}),
    };
  },
};

/** As Node and Python say it, each with a stack in which the sentence is lost. */
function isMissingModule(process: Evidence['process']): boolean {
  return (process?.stderrTail ?? []).some((line) => /\b(?:ERR_)?MODULE_NOT_FOUND\b|\bNo module named /.test(line));
}
