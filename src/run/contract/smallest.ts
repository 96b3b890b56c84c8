import { type Candidate, minimise } from '../../cases/minimise.ts';
import { follow } from '../../model/follow-pointer.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import { takeFirst } from '../../model/take-first.ts';
import { shorten } from '../../model/text.ts';
import { inputSchema } from '../../model/tool.ts';
import { judgeValues } from '../../schema/judge-schemas.ts';
import type { Played } from '../play.ts';
import { onlyCheck } from './expected.ts';
import type { LiveTester } from './live-tester.ts';
import type { Failure, Trial } from './trial.ts';

/** How much is spent on one failure. Most candidates are told apart by the schema alone; a call that ends the adapter needs another one. */
const MAX_CANDIDATES = 500;
const MAX_CALLS = { answered: 150, crashed: 25, 'timed-out': 6 } as const;
const MAX_MS = 10_000;
/** A longer text is made shorter also where it is what the case is about. */
const READABLE = 200;

/**
 * The same failure with the smallest arguments that show it: the same verdict, and by the schema the same keyword broken at the same place.
 * What the case is about stays as it is, so that its words stay true.
 */
export async function smallest(tester: LiveTester, failure: Failure): Promise<Failure> {
  const { trial, verdict, played } = failure;
  const last = played.at(-1);
  const check = last?.mismatches[0]?.check;
  const broken = await violations(trial, trial.arguments);
  if (!last || check === undefined || broken === null || played.length > 1) return failure;
  const expect = onlyCheck(last.expect, check);
  const { signal } = tester.options.open;
  const found: { trial: Trial; played: Played; what: string }[] = [];
  let calls: number = MAX_CALLS[verdict === 'crashed' || verdict === 'timed-out' ? verdict : 'answered'];
  const failsAlike = async ({ arguments: given }: Candidate): Promise<boolean> => {
    if (!isObject(given) || !isWithin(await violations(trial, given), broken) || calls-- <= 0) return false;
    const tried = { ...trial, arguments: given, text: JSON.stringify(given) };
    const attempted = await tester.repeat(tried, expect, verdict === 'timed-out');
    if (attempted?.failure?.verdict !== verdict) return false;
    found.push({ trial: tried, played: attempted.played, what: attempted.failure.what });
    return true;
  };
  await minimise({ arguments: trial.arguments, setup: [] }, failsAlike, {
    calls: MAX_CANDIDATES,
    deadlineMs: performance.now() + MAX_MS,
    now: () => (signal.aborted ? Number.POSITIVE_INFINITY : performance.now()),
    whole: ['/task_id', '/step_id', ...subjectOf(trial)],
  });
  const best = found.at(-1);
  if (!best) return failure;
  // How long it was waited for, or what was seen of it, is as true of the first.
  const what = verdict === 'timed-out' ? failure.what : best.what;
  return { ...failure, what, trial: isAbout(trial, best.trial.arguments) ? best.trial : aboutAll(best.trial), played: [best.played] };
}

/** False when what the case was about turned out to have nothing to do with the failure, or it was about the arguments as a whole. */
function isAbout({ at, place }: Trial, given: JsonObject): boolean {
  return place ? follow(given, place).found : at !== null;
}

/** The trial told by all of its arguments. */
export function aboutAll({ place: _, ...trial }: Trial): Trial {
  const about = Object.keys(trial.arguments).length ? `the arguments are ${shorten(trial.text)}` : 'there are no arguments';
  return { ...trial, at: null, keyword: null, about };
}

/** The place of what the case is about, unless it is a text that nobody reads to its end. */
function subjectOf({ place, text }: Trial): string[] {
  return place && text.length <= READABLE ? [place] : [];
}

/** What the schema has against arguments, sorted; null where it cannot be judged. */
async function violations({ tool }: Trial, value: JsonObject): Promise<string[] | null> {
  const [verdict] = await judgeValues(inputSchema(tool), [value]);
  if (!verdict || verdict.unjudged) return null;
  return verdict.violations.map(({ at, keyword }) => `${at} ${keyword}`).sort();
}

/** True when nothing is broken that was not, and something still is where something was. */
function isWithin(found: readonly string[] | null, broken: readonly string[]): boolean {
  if (!found || (broken.length > 0 && !found.length)) return false;
  const left = [...broken];
  return found.every((each) => takeFirst(left, (other) => other === each));
}
