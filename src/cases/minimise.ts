import { createHash } from 'node:crypto';
import { childOf, isObject, keysIn, pointer } from '../model/json.ts';

/** A call with the steps of the set-up that are made before it. */
export interface Candidate {
  arguments: unknown;
  /** Ids of the steps, in order. */
  setup: string[];
}

export interface Budget {
  /** How often a candidate may be tested. */
  calls: number;
  /** When to stop, on the clock of `now`. */
  deadlineMs: number;
  now: () => number;
  /** JSON pointers of arguments that are never changed: they go only with what is around them. */
  keep?: readonly string[];
  /** JSON pointers of arguments that are never changed, as something is bound to them, but may be left out. */
  whole?: readonly string[];
}

/**
 * The smallest call that still fails in the same way, by delta debugging (Zeller and Hildebrandt; along the tree as Misherghi and Su):
 * steps of the set-up are left out, then members of objects, items of lists, parts of texts; numbers go toward 0, and what is left becomes
 * null where it can. All of it again until nothing changes, or until the budget is spent. No pointer in `keep` or `whole` moves: of a list that
 * holds such a place only what stands behind it is left out.
 * @param test true when the candidate fails in the same way; never asked twice about the same one
 * @returns the smallest candidate found; complete when no single step makes it smaller
 */
export async function minimise(
  start: Candidate,
  test: (candidate: Candidate) => Promise<boolean>,
  budget: Budget,
): Promise<Candidate & { calls: number; complete: boolean }> {
  const search: Search = { best: start, calls: 0, isSpent: false, test, budget, tested: new Set([keyOf(start)]) };
  let before: Candidate;
  do {
    before = search.best;
    await withFewer(search, before.setup, (setup) => ({ ...search.best, setup }));
    await smallerValue(search, []);
  } while (search.best !== before && !search.isSpent);
  return { ...search.best, calls: search.calls, complete: !search.isSpent };
}

interface Search {
  best: Candidate;
  calls: number;
  /** True once something had to be left untested. */
  isSpent: boolean;
  test: (candidate: Candidate) => Promise<boolean>;
  budget: Budget;
  /** Hashes, as a candidate may be large. */
  tested: Set<string>;
}

type Path = readonly string[];

/** Makes the value at a place smaller, and then what is within it. */
async function smallerValue(search: Search, path: Path): Promise<void> {
  if (fixedIn(search).includes(pointer(...path))) return;
  const value = valueAt(search, path);
  if (Array.isArray(value)) await smallerList(search, path, value);
  else if (isObject(value)) await smallerObject(search, path, value);
  else if (typeof value === 'string') await withFewer(search, Array.from(value), (points) => withValue(search, path, points.join('')));
  else if (typeof value === 'number') await smallerNumber(search, path, value);
  // The arguments as a whole must stay an object.
  if (path.length) await tries(search, withValue(search, path, null));
}

async function smallerObject(search: Search, path: Path, value: Record<string, unknown>): Promise<void> {
  const entries = Object.entries(value);
  const kept = new Set(entries.map(([key]) => key).filter((key) => search.budget.keep?.includes(pointer(...path, key))));
  const free = entries.map(([key]) => key).filter((key) => !kept.has(key));
  await withFewer(search, free, (keys) => {
    const stay = new Set([...kept, ...keys]);
    return withValue(search, path, Object.fromEntries(entries.filter(([key]) => stay.has(key))));
  });
  for (const key of Object.keys(valueAt(search, path) ?? {})) await smallerValue(search, [...path, key]);
}

async function smallerList(search: Search, path: Path, value: readonly unknown[]): Promise<void> {
  const place = `${pointer(...path)}/`;
  const held = fixedIn(search)
    .filter((each) => each.startsWith(place))
    .map((each) => Number(keysIn(each)[path.length]));
  const fixed = value.slice(0, Math.max(-1, ...held) + 1);
  await withFewer(search, value.slice(fixed.length), (items) => withValue(search, path, [...fixed, ...items]));
  const rest = valueAt(search, path);
  for (let index = 0; Array.isArray(rest) && index < rest.length; index++) await smallerValue(search, [...path, String(index)]);
}

function fixedIn({ budget: { keep = [], whole = [] } }: Search): string[] {
  return [...keep, ...whole];
}

/** Leaves out parts of a list, halves first and single items last, as long as the failure stays. */
async function withFewer<T>(search: Search, items: readonly T[], candidate: (rest: T[]) => Candidate): Promise<void> {
  let rest = [...items];
  for (let size = rest.length; size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < rest.length && !search.isSpent; ) {
      const fewer = [...rest.slice(0, from), ...rest.slice(from + size)];
      if (await tries(search, candidate(fewer))) rest = fewer;
      else from += size;
    }
  }
}

/** Toward 0: 0 itself, a whole number, then by halves to the nearest that fails. */
async function smallerNumber(search: Search, path: Path, value: number): Promise<void> {
  const whole = Math.trunc(value);
  if (await tries(search, withValue(search, path, 0))) return;
  const isWhole = whole === value || (whole !== 0 && (await tries(search, withValue(search, path, whole))));
  let [passes, fails] = [0, isWhole ? whole : value];
  while (!search.isSpent) {
    const between = passes + (fails - passes) / 2;
    // Three digits of a fraction are enough, and end the search.
    const middle = isWhole ? Math.trunc(between) : Number(between.toPrecision(3));
    if (middle === passes || middle === fails || !Number.isFinite(middle)) return;
    if (await tries(search, withValue(search, path, middle))) fails = middle;
    else passes = middle;
  }
}

/** Tests a candidate, and takes it when it fails in the same way. */
async function tries(search: Search, candidate: Candidate): Promise<boolean> {
  const key = keyOf(candidate);
  if (search.tested.has(key)) return false;
  const { calls, deadlineMs, now } = search.budget;
  if (search.calls >= calls || now() >= deadlineMs) {
    search.isSpent = true;
    return false;
  }
  search.tested.add(key);
  search.calls++;
  const fails = await search.test(candidate);
  if (fails) search.best = candidate;
  return fails;
}

/** Equal for candidates that are written alike. All come from one start, so their keys stand in one order. */
function keyOf({ arguments: given, setup }: Candidate): string {
  return createHash('sha256')
    .update(JSON.stringify([setup, given]))
    .digest('base64');
}

function valueAt(search: Search, path: Path): unknown {
  return path.reduce<unknown>(childOf, search.best.arguments);
}

function withValue(search: Search, path: Path, value: unknown): Candidate {
  return { ...search.best, arguments: replaced(search.best.arguments, path, value) };
}

function replaced(within: unknown, [key, ...path]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(within)) return within.map((each, index) => (String(index) === key ? replaced(each, path, value) : each));
  if (!isObject(within)) return within;
  return Object.fromEntries(Object.entries(within).map(([name, each]) => [name, name === key ? replaced(each, path, value) : each]));
}
