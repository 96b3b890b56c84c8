import type { SessionRule } from '../rule.ts';
import { sampleFailure, sampleProcess } from '../sample.ts';
import { diagnose } from '../spawn/diagnosis.ts';
import { lastWords, noAnswerTo, remains } from '../spawn/post-mortem.ts';

const silent = sampleFailure('silent', { limitMs: 3000, limitOption: '--start-timeout' });
const alive = sampleProcess({ stdoutBytes: 0, stdoutLines: 0, stderrTail: ['resolving dependencies'], stderrBytes: 24, ending: null });

export const timeout: SessionRule = {
  id: 'init/timeout',
  on: 'session',
  severity: 'error',
  cause: true,
  why: 'Clients give up on a server that is silent at start: after 5 s (OpenAI Agents SDK), 30 s (Claude Code), 60 s (TypeScript SDK).',
  fix: 'answer initialize first and load what is slow later; check that stdin is read line by line and that answers go to stdout',
  examples: {
    good: [
      {},
      { failure: sampleFailure('exited', { limitMs: null }), process: sampleProcess({ exit: { code: 1, signal: null, ageMs: 50 } }) },
      { failure: { ...silent, waitingFor: 'tools/list' } },
    ],
    bad: [
      { failure: silent, process: alive },
      { failure: silent, process: null, transport: 'http' },
    ],
  },
  *check(evidence) {
    if (diagnose(evidence) !== 'init/timeout') return;
    const { failure, process } = evidence;
    const raise = failure?.limitOption
      ? `raise ${failure.limitOption} if the start takes longer (a cold npx or uvx cache, a JVM, a model), or `
      : '';
    yield {
      message: `${noAnswerTo(failure)}${process ? '; the process is alive' : ''}${remains(evidence)}`,
      fix: raise + timeout.fix,
      evidence: lastWords(process),
    };
  },
};
