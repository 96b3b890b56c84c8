import { payloadOf, readEnvelope, valueAt } from '../../model/envelope.ts';
import { isObject, type JsonObject, keysIn, member, pointer } from '../../model/json.ts';
import { hasWord, wordList } from '../../model/word-match.ts';

/** A place at which two results differ. */
export interface Apart {
  /** JSON pointer, as `valueAt` follows it, to what the second should have as the first has it. */
  at: string;
  /** The place itself: the member, also where only the second has it; in words where it is a list in another order. */
  shown: string;
}

const MAX_PLACES = 20;
const MAX_VALUES = 20_000;
/** Names that are read, and places that are left out. */
const MAX_NAMES = 5_000;
const MAX_IGNORED = 50;

/** What the envelope says of one answer, not of what was asked (contracts, "The result envelope"). */
const OF_ONE_ANSWER = ['attempts', 'elapsed_ms', 'incident'];

/**
 * Names of members that say when, or how long, this answer was made: it differs from call to call and means nothing. A time that belongs to the
 * thing itself (`created_at`, `updated_at`) has to be the same, and so has an id.
 */
const OF_READING = wordList({
  en: `elapsed duration took waited latency uptime now as_of current_time server_time response_time generated_at fetched_at read_at retrieved_at
    served_at queried_at checked_at measured_at requested_at responded_at observed_at captured_at timestamp`,
  es: 'duracion ahora generado_en consultado_en',
  zh: '耗时 当前时间 查询时间 生成时间',
});

/** Where two results differ that should be the same, at most 20 places in the order of the first; empty when they do not. */
export function differences(first: unknown, second: unknown, ignored: readonly string[]): Apart[] {
  const skip = new Set(ignored);
  const found: Apart[] = [];
  let left = MAX_VALUES;
  compare(valueAt(first, ''), valueAt(second, ''), '');
  return found;

  function compare(one: unknown, other: unknown, at: string): void {
    if (--left < 0 || found.length >= MAX_PLACES || skip.has(at)) return;
    if (Array.isArray(one) && Array.isArray(other) && isReordered(one, other)) {
      found.push({ at, shown: `${at} (the same items in another order)` });
    } else if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
      for (const [index, item] of one.entries()) compare(item, other[index], at + pointer(index));
    } else if (isObject(one) && isObject(other)) {
      compareMembers(one, other, at);
    } else if (typeof one !== typeof other || JSON.stringify(one) !== JSON.stringify(other)) {
      found.push({ at, shown: at });
    }
  }

  function compareMembers(one: JsonObject, other: JsonObject, at: string): void {
    for (const [name, value] of Object.entries(one)) {
      const place = at + pointer(name);
      if (Object.hasOwn(other, name)) compare(value, other[name], place);
      else if (!skip.has(place)) found.push({ at: place, shown: place });
    }
    for (const name of Object.keys(other)) {
      const shown = at + pointer(name);
      // That it must not be there can only be said of what is around it.
      if (!Object.hasOwn(one, name) && !skip.has(shown)) found.push({ at, shown });
    }
  }
}

function isReordered(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length || one.length < 2) return false;
  const [items, others] = [one, other].map((list) => list.map((item) => JSON.stringify(item)));
  const isSame = items?.every((item, index) => item === others?.[index]);
  return !isSame && items?.toSorted().join() === others?.toSorted().join();
}

/**
 * Where two results need not be the same: JSON pointers, as `valueAt` follows them.
 * @param given the arguments: a task that was named has to come back
 */
export function mayDiffer(results: readonly unknown[], given: JsonObject): string[] {
  // Who says that an answer is an earlier one says what is expected, with the envelope or without.
  const found = new Set(['/replayed']);
  for (const result of results) {
    const envelope = readEnvelope(result);
    const own = [...OF_ONE_ANSWER, ...(member(given, 'task_id') === undefined ? ['task_id'] : [])];
    if (envelope) for (const name of own) found.add(pointer(name));
    // What the protocol carries beside the answer.
    if (payloadOf(result) === undefined) found.add('/_meta');
    for (const at of timesIn(valueAt(result, ''))) found.add(at);
  }
  return [...found].slice(0, MAX_IGNORED);
}

/** Members whose name says that they are about the answer itself. */
function timesIn(root: unknown): string[] {
  const found: string[] = [];
  const level: { value: unknown; at: string }[] = [{ value: root, at: '' }];
  for (let index = 0; index < Math.min(level.length, MAX_NAMES) && found.length < MAX_IGNORED; index++) {
    const { value, at } = level[index] ?? {};
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, child] of Object.entries(value).slice(0, MAX_NAMES)) {
      const place = at + pointer(name);
      const isLeaf = typeof child === 'string' || typeof child === 'number';
      if (isLeaf && !Array.isArray(value) && hasWord(name, OF_READING)) found.push(place);
      else level.push({ value: child, at: place });
    }
  }
  return found;
}

/** What a place is in; a list in another order stands for itself. */
export function around({ at, shown }: Apart): string {
  return at === shown ? pointer(...keysIn(at).slice(0, -1)) : at;
}

/** What a place is in at the top. */
export function topOf(at: string): string {
  return pointer(...keysIn(at).slice(0, 1));
}
