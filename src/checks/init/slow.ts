import { duration, some } from '../../model/text.ts';
import { limitsOn } from '../limits/index.ts';
import { hostNames } from '../limits/limits.ts';
import type { SessionRule } from '../rule.ts';
import { sampleEvidence, sampleFailure } from '../sample.ts';

const { handshake } = sampleEvidence();
const after = (firstAnswerMs: number | null) => ({ handshake: { ...handshake, firstAnswerMs } });

export const slow: SessionRule = {
  id: 'init/slow',
  on: 'session',
  severity: 'warning',
  why: 'Clients that wait less than the adapter needs for its first answer report it as failed.',
  fix: 'answer initialize first and load what is slow later; warm the npx or uvx cache and pin the version; keep models and connections for the first call',
  examples: {
    good: [after(4_900), after(null), { ...after(9_000), failure: sampleFailure('silent', { limitMs: 3000 }) }],
    bad: [after(6_100), after(31_000)],
  },
  *check({ failure, handshake: { firstAnswerMs: ms } }) {
    if (failure || ms === null) return;
    const exceeded = limitsOn('start-ms').filter((limit) => limit.max !== undefined && ms > limit.max);
    if (!exceeded.length) return;
    const waits = exceeded.map((limit) => `${hostNames([limit.who]).join('')} only ${(limit.max ?? 0) / 1000} s`);
    // Whole seconds, so that two runs say the same.
    yield {
      message: `first answer after ${Math.round(ms / 1000)} s; some clients wait less: ${some(waits)}`,
      evidence: `first answer after ${duration(ms)}`,
    };
  },
};
