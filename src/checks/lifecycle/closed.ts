import type { SessionRule } from '../rule.ts';
import { sampleFailure, sampleProcess } from '../sample.ts';
import { diagnose } from '../spawn/diagnosis.ts';
import { asked, exitText, lastWords, remains } from '../spawn/post-mortem.ts';

const list = { waitingFor: 'tools/list' };
const ended = sampleProcess({
  exit: { code: 1, signal: null, ageMs: 400 },
  stderrTail: ['Error: no licence'],
  stderrBytes: 20,
  ending: null,
});

export const closed: SessionRule = {
  id: 'lifecycle/closed',
  on: 'session',
  severity: 'error',
  cause: true,
  why: 'A connection that ends in the middle of a conversation shows in clients as "connection closed", without the reason.',
  fix: 'remove the reason that stderr names; catch errors of a request and answer them, instead of letting them end the process',
  examples: {
    good: [{}, { failure: sampleFailure('exited'), process: ended }],
    bad: [
      { failure: sampleFailure('exited', list), process: ended },
      { failure: sampleFailure('closed', list), process: sampleProcess({ ending: null }) },
      { failure: sampleFailure('closed', { ...list, detail: 'socket hang up' }), process: null, transport: 'http' },
    ],
  },
  *check(evidence) {
    if (diagnose(evidence) !== 'lifecycle/closed') return;
    const { failure, process, transport } = evidence;
    const detail = failure?.detail ? ` (${failure.detail})` : '';
    const what = process?.exit
      ? `the adapter ended ${exitText(process)}`
      : transport === 'stdio'
        ? 'the adapter closed stdout, although its process is alive,'
        : `the connection was closed${detail}`;
    yield { message: `${what} before it answered ${asked(failure?.waitingFor ?? null)}${remains(evidence)}`, evidence: lastWords(process) };
  },
};
