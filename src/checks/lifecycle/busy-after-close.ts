import type { Ending } from '../../model/process.ts';
import type { SessionRule } from '../rule.ts';
import { sampleProcess } from '../sample.ts';

const ending = (by: Ending['by'], cpu: number | null) => sampleProcess({ ending: { by, ms: 2_010, survivors: 0, cpu, lateBytes: 0 } });

export const busyAfterClose: SessionRule = {
  id: 'lifecycle/busy-after-close',
  on: 'session',
  severity: 'warning',
  transports: ['stdio'],
  why: 'A loop that reads the end of its input, or writes to a closed pipe, again and again takes a whole core until someone notices.',
  fix: 'leave the read loop at the end of the input, and take EPIPE on stdout for the end of the conversation',
  examples: {
    good: [{}, { process: ending('SIGTERM', 0.2) }, { process: ending('SIGTERM', null) }, { process: ending('stdin', 0.9) }],
    bad: [{ process: ending('SIGTERM', 0.97) }, { process: ending('SIGKILL', 0.6) }],
  },
  *check({ process }) {
    const end = process?.ending;
    if (!end || end.cpu === null || end.cpu <= 0.5 || (end.by !== 'SIGTERM' && end.by !== 'SIGKILL')) return;
    yield {
      message: 'after stdin was closed the process lived on and kept more than half a core busy',
      evidence: `${Math.round(end.cpu * 100)} % of one core`,
    };
  },
};
