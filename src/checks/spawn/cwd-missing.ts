import { launchOf } from '../../model/target.ts';
import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { sampleFailure } from '../sample.ts';
import { diagnose } from './diagnosis.ts';

export const cwdMissing: SessionRule = {
  id: 'spawn/cwd-missing',
  on: 'session',
  severity: 'error',
  cause: true,
  why: 'Node reports a missing working folder as a missing command, so users look for the fault in the wrong place.',
  fix: 'create the folder, or correct the cwd of the entry; an absolute path is safest, because clients start in folders of their own',
  examples: {
    good: [{}, { failure: sampleFailure('command-not-found', { path: { searched: 9, elsewhere: null } }) }],
    bad: [
      { failure: sampleFailure('cwd-missing', { detail: '/srv/erp' }) },
      { failure: sampleFailure('cwd-not-a-folder', { detail: '/srv/erp.json' }) },
    ],
  },
  *check(evidence) {
    if (diagnose(evidence) !== 'spawn/cwd-missing') return;
    const { failure, target } = evidence;
    const launch = launchOf(target);
    const folder = launch?.cwd ?? failure?.detail ?? '';
    const wrong = failure?.kind === 'cwd-not-a-folder' ? 'is a file, not a folder' : 'does not exist';
    const blamed = launch ? ` (Node would report this as ${quote(`spawn ${launch.command} ENOENT`)})` : '';
    yield { message: `working directory ${folder} ${wrong}${blamed}` };
  },
};
