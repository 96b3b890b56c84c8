import { plural } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { sampleProcess } from '../sample.ts';

const leaving = (survivors: number) => sampleProcess({ ending: { by: 'stdin', ms: 40, survivors, cpu: null, lateBytes: 0 } });

export const orphans: SessionRule = {
  id: 'lifecycle/orphans',
  on: 'session',
  severity: 'warning',
  why: 'What the adapter started (a browser, a database, a second server) lives on after each session and fills the machine.',
  fix: 'end the child processes when stdin ends and on SIGTERM, and wait for them before you exit',
  examples: { good: [{}, { process: null }, { process: leaving(0) }], bad: [{ process: leaving(1) }, { process: leaving(3) }] },
  *check({ process }) {
    const count = process?.ending?.survivors ?? 0;
    if (!count) return;
    yield {
      message: `${plural(count, 'process', 'processes')} that the adapter had started ${count === 1 ? 'was' : 'were'} still running after it ended; every session leaves more of them behind`,
      count,
    };
  },
};
