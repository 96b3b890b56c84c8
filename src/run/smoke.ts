import { randomBytes } from 'node:crypto';
import type { CallRecord } from '../model/evidence.ts';
import { EXIT, Fault } from '../model/fault.ts';
import { didYouMean } from '../model/nearest.ts';
import { emptyRun, type Run } from '../model/run.ts';
import { quote } from '../model/text.ts';
import type { Suite } from '../suite/suite.ts';
import type { SuiteVariable } from '../suite/suite-variables.ts';
import { referencesIn } from '../suite/template.ts';
import { finish } from './failure.ts';
import type { Keeping, RunOptions } from './options.ts';
import { CUT_SHORT, freshState, openPlace, type Place, withState } from './place.ts';
import { keepingFault } from './refused.ts';
import type { SuiteRun } from './run-suite.ts';
import { shutdownStep } from './shutdown-step.ts';
import { describe } from './summary.ts';
import { explainFailure } from './unreachable.ts';

export interface SmokeOptions extends RunOptions {
  suites: readonly Suite[];
  /** Only steps whose name holds this, and what they need. */
  only: string | null;
  /** `suite`: each has an adapter and an empty state folder of its own. */
  isolate: 'none' | 'suite';
  keeping: Keeping;
  /** The state folder of an adapter that all suites share. */
  state: string;
  /** What suites take as `{{env:NAME}}`. */
  variables: readonly SuiteVariable[];
}

/**
 * Runs suites, one after the other: every step is passed, failed, or errored because what it needs was not there. Each failure is kept as a
 * case before the run is reported. The last step of each adapter is its end: it and what it started must be gone.
 * @throws Fault (usage) when no step is called as `only` says
 */
export async function smoke(options: SmokeOptions): Promise<Run> {
  const startedAt = performance.now();
  const run = emptyRun('smoke');
  run.target = options.target;
  const suites = options.only === null ? options.suites : only(options.suites, options.only);
  const several = suites.length > 1;
  const title = (suite: Suite, name: string) => (several ? `${suite.name}: ${name}` : name);
  const failed: CallRecord[] = [];
  let shared: Place | null = null;
  let last: Place | null = null;
  const closed = async (place: Place, name: string): Promise<void> => {
    await place.close();
    // Who was ended by us in the middle was not asked to go.
    if (options.open.signal.aborted) return;
    const step = shutdownStep(place.evidence(), name);
    if (step) run.steps.push(step);
  };
  try {
    for (const suite of suites) {
      if (options.open.signal.aborted) {
        const { errored } = await import('./run-suite.ts');
        run.steps.push(...suite.steps.map((step) => ({ ...errored(step, CUT_SHORT), name: title(suite, step.name) })));
        continue;
      }
      options.onEvent({ kind: 'phase', text: `smoke ${suite.name}` });
      const own = options.isolate === 'suite' ? freshState() : null;
      // What another run or suite did to the pages is none of this one's.
      if (own || !last) options.resetSite?.();
      const state = own?.folder ?? options.state;
      try {
        const opening = shared ?? openPlace(withState(options, state));
        // Loaded while the adapter starts.
        const { runSuite } = await import('./run-suite.ts');
        const place: Place = await opening;
        last = place;
        if (!place.isOpen) break;
        const id = randomBytes(4).toString('hex');
        const suiteRun: SuiteRun = {
          suite,
          place,
          options,
          state,
          keeping: options.keeping,
          run: id,
          variables: options.variables,
          failed,
        };
        for (const step of await runSuite(suiteRun)) run.steps.push({ ...step, name: title(suite, step.name) });
        // An adapter that ended in the middle is started again for the next suite.
        shared = own || place.connection.exit() ? null : place;
        if (!shared) await closed(place, title(suite, 'shutdown'));
      } finally {
        own?.remove();
      }
    }
    if (shared) await closed(shared, 'shutdown');
  } finally {
    await last?.close();
  }
  return conclude(run, last, failed, options, startedAt);
}

async function conclude(run: Run, place: Place | null, failed: CallRecord[], options: SmokeOptions, startedAt: number): Promise<Run> {
  if (!place) return run;
  const evidence = place.evidence();
  describe(run, evidence, options.risks);
  if (evidence.failure) await explainFailure(run, evidence, options);
  else run.exitCode = run.steps.every((step) => step.status === 'passed') ? EXIT.ok : EXIT.findings;
  if (failed.length)
    run.findings = [...run.findings, ...(await (await import('./diagnoses.ts')).diagnoses(evidence, failed, options.secrets))];
  finish(run, evidence, startedAt, options.open.signal);
  keepingFault(run, options.keeping);
  return run;
}

/** The suites with only the steps whose name holds `wanted`, and those that capture what they use. */
function only(suites: readonly Suite[], wanted: string): Suite[] {
  const kept = suites.flatMap((suite) => {
    const steps = new Set(suite.steps.filter((step) => step.name.includes(wanted)));
    for (const step of suite.steps.toReversed())
      if (steps.has(step))
        for (const name of referencesIn([step.arguments, step.expect]))
          for (const source of suite.steps) if (Object.hasOwn(source.capture, name)) steps.add(source);
    return steps.size ? [{ ...suite, steps: suite.steps.filter((step) => steps.has(step)) }] : [];
  });
  if (kept.length) return kept;
  const names = suites.flatMap((suite) => suite.steps.map((step) => step.name));
  throw new Fault('usage', `no step has ${quote(wanted)} in its name`, didYouMean(wanted, names, `steps are called as the suites say`));
}
