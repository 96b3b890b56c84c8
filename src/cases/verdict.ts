import type { Observation } from '../model/observation.ts';
import type { Verdict } from '../model/run.ts';
import type { SavedCase } from '../model/saved-case.ts';
import { plural, quote, shorten } from '../model/text.ts';

/**
 * What has become of a case (contracts §2, "Verdicts of replay"). Runs that all fail, some as saved and some otherwise, are mixed as well:
 * flaky. No run at all says nothing: unreplayable.
 * @param saved the fingerprint of the recorded failure
 */
export function verdictOf(runs: readonly { failed: boolean; fingerprint: string | null }[], saved: string): Verdict {
  if (!runs.length) return 'unreplayable';
  const failing = runs.filter(({ failed }) => failed);
  if (!failing.length) return 'fixed';
  if (failing.length < runs.length) return 'flaky';
  const alike = failing.filter(({ fingerprint }) => fingerprint === saved).length;
  if (alike === failing.length) return 'still-fails';
  return alike ? 'flaky' : 'different-failure';
}

/** How likely it is, from 0 to 1, that a failure which happens in `rate` of all runs shows in none of these. */
export function chanceMissed(runs: number, rate = 0.3): number {
  return (1 - rate) ** runs;
}

/** What the runs of a case came to. */
export interface Runs {
  runs: number;
  failures: number;
  /** What the last run that failed came to; null when none failed. */
  last: Observation | null;
  /** The checks that it did not meet. */
  failed?: readonly string[];
}

/** Why the verdict is what it is, in one sentence without the verdict itself. What kept a case from running is for its caller to say. */
export function detailOf(verdict: Verdict, saved: Pick<SavedCase, 'state' | 'actual'>, seen: Runs): string {
  const { runs, failures } = seen;
  const again = saved.state === 'regression' ? 'fails again: ' : '';
  switch (verdict) {
    case 'fixed':
      return `${saved.state === 'regression' ? 'passes as expected' : 'met the expectation'} in ${runs} of ${plural(runs, 'run')} (${bound(runs)})`;
    case 'still-fails':
      return `${again}${shorten(nameOf(saved.actual), 120)} in ${failures} of ${plural(runs, 'run')}`;
    case 'different-failure':
      return again + difference(saved.actual, seen);
    case 'flaky':
      return failures < runs
        ? `failed in ${failures} of ${plural(runs, 'run')}`
        : `failed in ${failures} of ${plural(runs, 'run')}, but not always as recorded`;
    case 'unreplayable':
      return 'it was not run';
  }
}

const RATE = 0.3;
const MORE_RUNS = 10;

/** What so many passes leave open. A false "fixed" costs most, so it never stands without its bound. */
function bound(runs: number): string {
  const more = runs < MORE_RUNS ? `; --runs ${MORE_RUNS}: ${percent(chanceMissed(MORE_RUNS, RATE))}` : '';
  return `a failure in ${percent(RATE)} of runs would pass unseen ${percent(chanceMissed(runs, RATE))} of the time${more}`;
}

function percent(share: number): string {
  const value = Math.round(share * 100);
  return value < 1 ? 'less than 1 %' : `${value} %`;
}

/** What a failure is called: its code, or the check that it did not meet although the call went well. */
function nameOf({ class: outcome, code, failed }: { class: Observation['outcome']; code: string; failed: readonly string[] }): string {
  return outcome === 'ok' && failed[0] ? `${failed[0]} not met` : code;
}

/** The first thing in which the failure differs from the recorded one. */
function difference(saved: SavedCase['actual'], { last, failed = [] }: Runs): string {
  if (!last) return 'fails in another way';
  if (last.code !== saved.code) return `code ${shorten(last.code, 80)} instead of ${shorten(saved.code, 80)}`;
  if (last.outcome !== saved.class) return `${last.outcome} instead of ${saved.class}, code ${shorten(last.code, 80)}`;
  if (failed.length && failed.join() !== saved.failed.join())
    return `${shorten(failed.join(', '), 120)} not met, instead of ${shorten(saved.failed.join(', '), 120) || 'nothing'}`;
  if (last.outcome === 'ok')
    return `the same checks are not met, in another way${last.schemaProblem ? `: ${shorten(last.schemaProblem, 120)}` : ''}`;
  return `the same code ${shorten(last.code, 80)}, but in other words: ${quote(last.message, 160)} instead of ${quote(saved.message, 160)}`;
}
