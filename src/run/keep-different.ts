import { idOf } from '../cases/case-name.ts';
import type { CaseRecord } from '../model/run.ts';
import type { SavedCase } from '../model/saved-case.ts';
import { masker } from '../model/secret.ts';
import { caseOutcome } from './case-outcome.ts';
import type { CaseRun } from './play-case.ts';
import type { ReplayOptions } from './replay.ts';
import { writeCase } from './write-case.ts';

/** A failure of another kind is a case of its own: the same calls, with what came of them now. */
export async function keepDifferent(saved: SavedCase, run: CaseRun | undefined, options: ReplayOptions): Promise<CaseRecord['saved']> {
  const last = run?.played.at(-1);
  if (!run || !last) return undefined;
  const actual = caseOutcome(last, { handles: run.handles, stderrTail: [], mask: masker(options.secrets) });
  const { suite, step } = saved.gen;
  const gen = { source: 'replay' as const, ...(suite ? { suite } : {}), ...(step ? { step } : {}) };
  const id = idOf(last.record.name, actual.code, actual.fingerprint);
  const other = { ...saved, id, state: 'open' as const, created: new Date().toISOString(), seen: 1, parent: saved.id, actual, gen };
  return (await writeCase(other, options.keeping, options.secrets)) ?? undefined;
}
