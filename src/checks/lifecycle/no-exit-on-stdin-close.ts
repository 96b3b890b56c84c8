import type { Ending } from '../../model/process.ts';
import { duration } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { sampleFailure, sampleProcess } from '../sample.ts';

/** The grace an adapter gets; one that went sooner was killed because time was up. */
export const STDIN_GRACE_MS = 2_000;
const ending = (by: Ending['by'], ms: number) => sampleProcess({ ending: { by, ms, survivors: 0, cpu: 0, lateBytes: 0 } });

export const noExitOnStdinClose: SessionRule = {
  id: 'lifecycle/no-exit-on-stdin-close',
  on: 'session',
  severity: 'warning',
  transports: ['stdio'],
  clause: '2026-07-28 basic/transports/stdio, "Shutdown": servers SHOULD exit when their stdin is closed',
  why: 'A client that closes or crashes leaves the adapter behind; users found hundreds of them, each with its memory.',
  fix: 'exit on the end of stdin (process.stdin.on("end", …)), stop timers and close connections there; watch the parent process too',
  examples: {
    good: [
      {},
      { process: ending('stdin', 1_900) },
      { process: ending('exited', 0) },
      { process: ending('SIGTERM', 40) },
      { process: ending('SIGTERM', 2_010), failure: sampleFailure('silent', { limitMs: 3_000 }) },
    ],
    bad: [{ process: ending('SIGTERM', 2_010) }],
  },
  *check({ failure, process }) {
    const end = process?.ending;
    if (failure || end?.by !== 'SIGTERM' || end.ms < STDIN_GRACE_MS) return;
    yield {
      message: `${STDIN_GRACE_MS / 1000} s after stdin was closed the process was still alive; SIGTERM ended it, and a client that only closes stdin leaves it behind`,
      evidence: `gone ${duration(end.ms)} after stdin was closed`,
    };
  },
};
