import type { SessionRule } from '../rule.ts';
import { sampleFailure, sampleProcess } from '../sample.ts';
import { diagnose } from '../spawn/diagnosis.ts';
import { lastWords, noAnswerTo, remains } from '../spawn/post-mortem.ts';

const silent = sampleFailure('silent', { waitingFor: 'tools/list', limitMs: 30_000, limitOption: '--timeout' });

export const noAnswer: SessionRule = {
  id: 'lifecycle/no-answer',
  on: 'session',
  severity: 'error',
  cause: true,
  clause: '2026-07-28 basic: a request is answered with a result or an error',
  why: 'A client that gets no list shows no tools at all, after a wait of 60 s.',
  fix: 'answer every request, with an error if need be; look for a lock, or for a call to the system behind that has no time limit',
  examples: {
    good: [{}, { failure: sampleFailure('silent', { limitMs: 3_000 }) }],
    bad: [
      { failure: silent, process: sampleProcess({ stderrTail: ['waiting for db'], stderrBytes: 15 }) },
      { failure: silent, process: null },
    ],
  },
  *check(evidence) {
    if (diagnose(evidence) !== 'lifecycle/no-answer') return;
    const { failure, process } = evidence;
    const raise = failure?.limitOption ? `; raise ${failure.limitOption} if it only takes longer` : '';
    yield {
      message: `${noAnswerTo(failure)}, although the handshake was answered${remains(evidence)}`,
      fix: noAnswer.fix + raise,
      evidence: lastWords(process),
    };
  },
};
