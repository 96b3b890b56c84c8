import type { Failure, Tester, Trial } from './trial.ts';

/**
 * Makes the calls of one tool, as many at once as the tester decides, and tells how far they are.
 * @param words what is told of a call behind `open_page 3 of 64`
 * @returns the failures, in the order of the calls
 */
export async function attemptAll(tester: Tester, trials: readonly Trial[], words: (trial: Trial) => string): Promise<Failure[]> {
  let done = 0;
  const attempted = await Promise.all(
    trials.map(async (trial) => {
      const failure = await tester.attempt(trial);
      done++;
      tester.options.onEvent({ kind: 'phase', text: `${trial.tool.name} ${done} of ${trials.length}${words(trial)}` });
      return failure;
    }),
  );
  return attempted.filter((failure) => failure !== null);
}
