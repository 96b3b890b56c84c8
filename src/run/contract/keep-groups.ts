import { plural } from '../../model/text.ts';
import { isTold } from './contract-findings.ts';
import { type FailureGroup, groupFailures } from './failure-groups.ts';
import { keepFailure } from './keep-failure.ts';
import type { LiveTester } from './live-tester.ts';
import { smallest } from './smallest.ts';

/** Cases that are kept of one tool. */
const MAX_KEPT = 20;

/**
 * Takes what was found since the last time, in groups: of each the plainest failure is made small and kept.
 * @returns the groups, and what there is to know of them, in clauses
 */
export async function keepGroups(tester: LiveTester): Promise<{ groups: FailureGroup[]; notes: string[] }> {
  const { options } = tester;
  const found = tester.failures.splice(0).filter(({ verdict }) => isTold(verdict, options.settings));
  const groups = new Map<string, FailureGroup>();
  let left = 0;
  for (const group of groupFailures(found)) {
    const { failures } = group;
    const [first] = failures;
    const place = tester.subject.last;
    if (first.saved !== undefined || !place || groups.size >= MAX_KEPT) {
      if (first.saved === undefined) left++;
      groups.set(JSON.stringify([first.trial.name, groups.size]), group);
      continue;
    }
    options.onEvent({ kind: 'phase', text: `${first.trial.tool.name}: looking for the smallest call that fails (${first.trial.name})` });
    const small = await smallest(tester, first);
    // What comes down to the same call is the same failure.
    const key = JSON.stringify([small.verdict, small.trial.text]);
    const same = groups.get(key);
    if (same) same.failures.push(...failures);
    else {
      failures[0] = { ...small, saved: await keepFailure(small, tester.subject.last ?? place, options) };
      groups.set(key, group);
    }
  }
  return {
    groups: [...groups.values()],
    notes: left && options.keeping.folder !== null ? [`${plural(left, 'more failing case')} not kept`] : [],
  };
}
