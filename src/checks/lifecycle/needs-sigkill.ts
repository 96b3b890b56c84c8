import type { Ending } from '../../model/process.ts';
import { duration } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { sampleFailure, sampleProcess } from '../sample.ts';
import { STDIN_GRACE_MS } from './no-exit-on-stdin-close.ts';

const ending = (by: Ending['by'], ms: number) => sampleProcess({ ending: { by, ms, survivors: 0, cpu: 0, lateBytes: 0 } });

export const needsSigkill: SessionRule = {
  id: 'lifecycle/needs-sigkill',
  on: 'session',
  severity: 'warning',
  transports: ['stdio'],
  clause: '2026-07-28 basic/transports/stdio, "Shutdown": stdin is closed, then SIGTERM, then SIGKILL',
  why: 'A client that does not kill leaves the adapter behind for ever, and one that does cuts off whatever it was writing.',
  fix: 'exit on the end of stdin and on SIGTERM: in a handler of the signal close what is open and call process.exit',
  examples: {
    good: [
      {},
      { process: ending('SIGTERM', 2_010) },
      // Killed at once, because the time of the whole command was up.
      { process: ending('SIGKILL', 30) },
      { process: ending('SIGKILL', 2_850), failure: sampleFailure('silent', { limitMs: 3_000 }) },
    ],
    bad: [{ process: ending('SIGKILL', 2_850) }],
  },
  *check({ failure, process }) {
    const end = process?.ending;
    if (failure || end?.by !== 'SIGKILL' || end.ms < STDIN_GRACE_MS) return;
    yield {
      message: `neither closing stdin nor SIGTERM ended the process; it was killed about ${Math.round(end.ms / 1000)} s after stdin was closed`,
      evidence: `gone ${duration(end.ms)} after stdin was closed`,
    };
  },
};
