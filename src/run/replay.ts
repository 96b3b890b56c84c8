import type { LoadedCase } from '../cases/read-case.ts';
import { EXIT } from '../model/fault.ts';
import { type CaseRecord, emptyRun, type Run } from '../model/run.ts';
import { CasePlaces, type PlacesOptions } from './case-places.ts';
import { finish } from './failure.ts';
import type { Keeping } from './options.ts';
import { keepingFault } from './refused.ts';
import { type Judgement, replayOne } from './replay-one.ts';
import { describe } from './summary.ts';
import { explainFailure } from './unreachable.ts';

export interface ReplayOptions extends PlacesOptions {
  cases: readonly LoadedCase[];
  /** How often each is run. */
  runs: number;
  isolate: 'case' | 'none';
  minimise: boolean;
  /** Make a regression test of what is fixed. */
  accept: boolean;
  allowWrites: boolean;
  allowFlaky: boolean;
  sameTaskId: boolean;
  /** The files that the user named: naming one is consent to what it calls. */
  named: ReadonlySet<string>;
  keeping: Keeping;
}

/** Runs saved cases again and judges each (contracts §2, "Verdicts of replay"). What is wrong with one does not keep the others from running. */
export async function replay(options: ReplayOptions): Promise<Run> {
  const startedAt = performance.now();
  const run = emptyRun('replay');
  run.target = options.target;
  const places = new CasePlaces(options, options.isolate);
  const failing: Judgement[] = [];
  try {
    for (const loaded of options.cases) {
      options.onEvent({ kind: 'phase', text: `${run.cases.length + 1} of ${options.cases.length}: ${loaded.shown}` });
      const judged = await replayOne(loaded, places, options);
      run.cases.push(judged.record);
      if (judged.call) failing.push(judged);
      // When not even the first one found an adapter, nothing can be judged.
      if (isUnreachable(places, run)) break;
    }
    return await conclude(run, places, failing, options, startedAt);
  } finally {
    await places.close();
  }
}

async function conclude(run: Run, places: CasePlaces, failing: Judgement[], options: ReplayOptions, startedAt: number): Promise<Run> {
  run.exitCode = exitCodeOf(run.cases, options.allowFlaky);
  const place = places.last;
  if (!place) {
    run.durationMs = Math.round(performance.now() - startedAt);
    return run;
  }
  await place.close();
  const evidence = place.evidence();
  describe(run, evidence, options.risks);
  if (isUnreachable(places, run)) {
    // The sentence about the adapter says it once for all of them.
    run.cases = [];
    await explainFailure(run, evidence, options);
  } else if (failing.length)
    run.findings = await (await import('./diagnoses.ts')).diagnoses(
      evidence,
      failing.flatMap(({ call }) => (call ? [call] : [])),
      options.secrets,
    );
  finish(run, evidence, startedAt, options.open.signal);
  keepingFault(run, options.keeping);
  return run;
}

/** True when no adapter was found. That an identity is not let in says nothing of the others. */
function isUnreachable({ last, isAsIdentity }: CasePlaces, { cases }: Run): boolean {
  return last !== null && !last.isOpen && !isAsIdentity && cases.every(({ runs }) => runs === 0);
}

/** 1 for what fails, 2 for what could not be run and nothing worse. */
function exitCodeOf(cases: readonly CaseRecord[], allowFlaky: boolean): number {
  // What failed every time, only in two ways, is not excused.
  const isExcused = ({ verdict, failures, runs }: CaseRecord) => allowFlaky && verdict === 'flaky' && failures < runs;
  const bad = cases.filter((each) => each.verdict !== 'fixed' && !isExcused(each));
  if (!bad.length) return EXIT.ok;
  return bad.every(({ verdict }) => verdict === 'unreplayable') ? EXIT.usage : EXIT.findings;
}
