import { payloadOf, valueAt } from '../model/envelope.ts';
import { pointer } from '../model/json.ts';

/** More than an honest result has; searching it would cost more than the call. */
const MAX_TEXT = 1024 * 1024;
const MAX_VALUES = 50_000;
const MAX_LEVELS = 200;

const MIN_LETTERS = 6;
const MIN_INTEGER = 100_000;

/** Where values stand that are telling enough to be recognised elsewhere. */
export interface FoundValues {
  /** Texts of 6 characters or more and whole numbers of 6 digits or more, each with every pointer that leads to it, the shortest first. */
  places: ReadonlyMap<string | number, readonly string[]>;
  /** True when there was too much to look through. */
  cut: boolean;
}

/** The telling values of arguments, however deep. */
export function valuesIn(value: unknown): FoundValues {
  return remembered(inArguments, value, () => search(value));
}

/** The telling values of a tool result, by pointers as `valueAt` follows them: into the payload where they stand there. */
export function valuesOfResult(result: unknown): FoundValues {
  return remembered(inResults, result, () => {
    const raw = search(result);
    const payload = raw.cut ? raw : search(payloadOf(result));
    if (payload.cut) return NOTHING_SEARCHED;
    const places = new Map(payload.places);
    for (const [value, pointers] of raw.places) {
      const leading = places.has(value) ? [] : pointers.filter((at) => valueAt(result, at) === value);
      if (leading.length) places.set(value, leading);
    }
    return { places, cut: false };
  });
}

const NOTHING_SEARCHED: FoundValues = { places: new Map(), cut: true };

// The same calls are searched for each failure of a run.
const inArguments = new WeakMap<object, FoundValues>();
const inResults = new WeakMap<object, FoundValues>();

function remembered(known: WeakMap<object, FoundValues>, value: unknown, find: () => FoundValues): FoundValues {
  if (typeof value !== 'object' || value === null) return find();
  const before = known.get(value);
  if (before) return before;
  const found = find();
  known.set(value, found);
  return found;
}

/** Level by level, so that the shortest pointers come first. */
function search(root: unknown): FoundValues {
  const places = new Map<string | number, string[]>();
  let level: { value: unknown; at: string }[] = [{ value: root, at: '' }];
  let [count, letters] = [0, 0];
  for (let depth = 0; level.length && depth <= MAX_LEVELS; depth++) {
    const deeper: typeof level = [];
    for (const { value, at } of level) {
      if (typeof value === 'string') letters += value.length;
      if (++count > MAX_VALUES || letters > MAX_TEXT) return NOTHING_SEARCHED;
      if (isTelling(value)) places.set(value, [...(places.get(value) ?? []), at]);
      if (typeof value !== 'object' || value === null) continue;
      for (const [key, child] of Object.entries(value)) deeper.push({ value: child, at: at + pointer(key) });
    }
    level = deeper;
  }
  return { places, cut: false };
}

function isTelling(value: unknown): value is string | number {
  if (typeof value === 'string') return value.length >= MIN_LETTERS;
  return Number.isSafeInteger(value) && Math.abs(Number(value)) >= MIN_INTEGER;
}
