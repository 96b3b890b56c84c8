import { shorten, some } from '../../model/text.ts';
import type { Played } from '../play.ts';
import { isTold } from './contract-findings.ts';
import type { ContractVerdict } from './contract-rules.ts';
import type { Failure, Trial } from './trial.ts';
import { keepTwice, type TwiceTester } from './twice-keep.ts';

/** What came of the layer; the note says why nothing could be concluded, empty when something was. */
export interface Twice {
  calls: number;
  note: string;
}

/** Keeps the calls as a case, and notes the failure. */
export async function tell(
  tester: TwiceTester,
  trial: Trial,
  verdict: ContractVerdict,
  played: readonly Played[],
  what: string,
): Promise<void> {
  // What turns out to be met was no failure: the place is one that only looks different.
  if (!played.at(-1)?.mismatches.length || !isTold(verdict, tester.options.settings)) return;
  const failure: Failure = { verdict, trial, played, what };
  tester.found({ ...failure, saved: await keepTwice(failure, tester) });
}

/** Up to five places, the whole of the answer in words. */
export function shown(places: readonly string[]): string {
  return some([...new Set(places)].map((at) => shorten(at, 60) || 'its whole'));
}

/** Why nothing can be said of a second call. */
export function refusal({ seen }: Played): string {
  return `not called twice: its first call fails (${shorten(seen.code, 60)})`;
}
