import type { Sequence } from '../../cases/sequence.ts';
import { valueAt } from '../../model/envelope.ts';
import type { Matcher } from '../../model/expectation.ts';
import { keysIn, pointer } from '../../model/json.ts';
import { keepCase } from '../keep-case.ts';
import { unmet } from '../observe.ts';
import type { Place } from '../place.ts';
import type { Played } from '../play.ts';
import type { Written } from '../write-case.ts';
import { behind, preparationOf } from './prepared-case.ts';
import type { Failure, Tester } from './trial.ts';

/** Where the case is kept, and the adapter that it was found on. */
export interface TwiceTester extends Tester {
  readonly subject: { readonly last: Place | null; readonly tested?: { readonly hasTask: boolean } | null };
}

/** How a second call went well, and was expected to answer at one place as the first did. */
export function asFirst(first: Played, second: Played, at: string, ignore: readonly string[]): Played {
  // What came from the wire is JSON.
  const value = JSON.parse(JSON.stringify(valueAt(first.seen.result, at) ?? null)) as Matcher;
  return judged(second, { ok: true, json: { [at]: value } }, ignore);
}

/** The second call judged by what only the first could tell. */
export function judged(second: Played, expect: Played['expect'], ignore: readonly string[] = []): Played {
  return { ...second, expect, ignore, mismatches: unmet(expect, second.seen, ignore) };
}

/**
 * Keeps two calls as one case: `replay` makes the first again, takes from its result what the second was expected to answer, and makes the
 * second. Null where nothing may be written.
 */
export async function keepTwice({ played, trial }: Pick<Failure, 'played' | 'trial'>, tester: TwiceTester): Promise<Written | null> {
  const place = tester.subject.last;
  if (!place) return null;
  const { options } = tester;
  const [first] = played;
  const prepared = first && preparationOf(first);
  return keepCase({
    place,
    ...(prepared ? behind(prepared, played, comparedIn(played)) : { played, sequence: sequenceOf(played) }),
    options,
    keeping: options.keeping,
    source: trial.gen.source,
    generated: { name: trial.name, gen: trial.gen },
  });
}

/** All calls in order; of the first result what the last is expected to have, too. */
function sequenceOf(played: readonly Played[]): Sequence {
  const capture: Record<string, string> = {};
  const bound: { at: string; from: string }[] = [];
  for (const at of comparedIn(played)) {
    const name = nameOf(at);
    capture[name] = at;
    bound.push({ at: pointer('json', at), from: `{{s1.${name}}}` });
  }
  return {
    steps: played.map((_, index) => ({ index, capture: index === 0 ? capture : {} })),
    binds: new Map(),
    expects: new Map([[played.length - 1, bound]]),
    cut: false,
  };
}

/** Where the last is expected to answer as the first did. */
function comparedIn(played: readonly Played[]): string[] {
  const [first, last] = [played[0], played.at(-1)];
  return Object.keys(last?.expect.json ?? {}).filter((at) => valueAt(first?.seen.result, at) !== undefined);
}

/** The last key of a pointer that is no index, as a name in braces may be. */
function nameOf(at: string): string {
  const key = keysIn(at).findLast((each) => /^[A-Za-z_]\w*$/.test(each) && each !== '__proto__');
  return key ?? 'answer';
}
