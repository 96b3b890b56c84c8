import fc from 'fast-check';
import { judgeValues } from '../../schema/judge-schemas.ts';
import { type Random, trialOf } from './random-trial.ts';
import type { Failure, Tester, Trial } from './trial.ts';

/** How many plainer calls are tried; each that fails is made once more. One that is not answered takes its whole time. */
const MAX_TRIES = 100;
const MAX_CRASHES = 10;
const MAX_MS = 10_000;

/** The same failure with the plainest arguments that fast-check finds: the same verdict, and by the schema the same keyword broken at the same place. */
export async function shrunk(tester: Tester, failure: Failure, random: Random): Promise<Failure> {
  const { verdict, trial } = failure;
  const index = trial.gen.path;
  if (verdict === 'timed-out' || index === undefined) return failure;
  const until = performance.now() + MAX_MS;
  let left = verdict === 'crashed' ? MAX_CRASHES : MAX_TRIES;
  let isFirst = true;
  let best = failure;
  const property = fc.asyncProperty(random.arbitrary, async (args) => {
    // What failed already has not to be called again.
    const isKnown = isFirst;
    isFirst = false;
    if (isKnown) return false;
    if (left <= 0 || performance.now() > until || tester.options.open.signal.aborted) return true;
    const [judged] = await judgeValues(random.schema, [args]);
    const tried = trialOf(random, args, judged, { name: trial.name, path: index });
    if (!tried || !isAlike(tried, trial)) return true;
    left--;
    const found = await tester.attempt(tried);
    if (found?.verdict !== verdict) return true;
    best = found;
    return false;
  });
  const { counterexamplePath } = await fc.check(property, { seed: random.seed, path: index, numRuns: 1 });
  const gen = { ...best.trial.gen, path: counterexamplePath ?? index };
  return { ...best, trial: { ...best.trial, gen } };
}

/** What is plainer may be what no tool has a reason to refuse, but not the other way round. */
function isAlike(tried: Trial, trial: Trial): boolean {
  if (trial.kind === 'invalid') return tried.kind === 'invalid' && tried.keyword === trial.keyword && tried.at === trial.at;
  return tried.kind === 'valid' || tried.kind === trial.kind;
}
