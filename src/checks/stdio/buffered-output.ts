import type { SessionRule } from '../rule.ts';
import { sampleFailure } from '../sample.ts';
import { diagnose } from '../spawn/diagnosis.ts';
import { lastWords, noAnswerTo } from '../spawn/post-mortem.ts';

export const bufferedOutput: SessionRule = {
  id: 'stdio/buffered-output',
  on: 'session',
  severity: 'error',
  cause: true,
  transports: ['stdio'],
  why: 'What stays in a buffer until the input ends reaches no client: every request runs into its time-out.',
  fix: 'flush stdout after each message; Python: print(…, flush=True), -u or PYTHONUNBUFFERED=1; C: setvbuf(stdout, NULL, _IONBF, 0)',
  examples: {
    good: [
      { failure: sampleFailure('silent', { limitMs: 3000, afterwards: { answeredOnClose: false, answeredFramed: false } }) },
      { failure: sampleFailure('silent', { limitMs: 3000, afterwards: { answeredOnClose: false, answeredFramed: true } }) },
    ],
    bad: [{ failure: sampleFailure('silent', { limitMs: 3000, afterwards: { answeredOnClose: true, answeredFramed: false } }) }],
  },
  *check(evidence) {
    if (diagnose(evidence) !== 'stdio/buffered-output') return;
    const { failure, process } = evidence;
    yield {
      message: `${noAnswerTo(failure)}, but the complete answer came right after stdin was closed: the adapter does not flush stdout`,
      evidence: lastWords(process),
    };
  },
};
