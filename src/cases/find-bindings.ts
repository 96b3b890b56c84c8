import { valueAt } from '../model/envelope.ts';
import { keysIn } from '../model/json.ts';
import { MAX_STEPS } from './case-shape.ts';
import { type Feed, type Part, type Sequence, type Source, sequenceOf } from './sequence.ts';
import { valuesIn, valuesOfResult } from './values-in.ts';

export type { Sequence };

interface Template {
  /** JSON pointer. */
  at: string;
  text: string;
}

/** A call of a run, as the search for what fed it needs it. */
export interface PlayedCall {
  tool: string;
  name: string;
  arguments: unknown;
  /** The raw CallToolResult; null when none came. */
  result: unknown;
  /** It went well, or should have: later calls may rest on what it did. */
  isBasis: boolean;
  /** What a suite captures from the result: name → pointer. */
  capture?: Readonly<Record<string, string>>;
  /** Texts of the suite's arguments that hold `{{name}}`, by their place. */
  templates?: readonly Template[];
  /** The same of what the suite expects. */
  expected?: readonly Template[];
}

/**
 * Finds by value which earlier results feed the arguments of a call, and those of the calls that it needs. What stood in arguments before it
 * came in a result is an echo, no source. Calls in between that went well with a value that is captured, or should have, belong to the
 * sequence: one that failed may be why this one did, and says so at replay.
 * Where a suite says by its templates what comes from where, that holds.
 * @param values what else a suite fills in: `run`, `task`. `site` stays a name.
 */
export function findSteps(calls: readonly PlayedCall[], target: number, values: ReadonlyMap<string, unknown> = new Map()): Sequence {
  const search: Search = { calls, values, feeds: new Map([[target, []]]), expects: new Map(), cut: false };
  feed(search, target);
  addBetween(search, target);
  return sequenceOf(search);
}

interface Search {
  calls: readonly PlayedCall[];
  values: ReadonlyMap<string, unknown>;
  /** What feeds the calls that belong to the sequence, by index. */
  feeds: Map<number, Feed[]>;
  /** What feeds their expectations. */
  expects: Map<number, Feed[]>;
  cut: boolean;
}

/** Finds what feeds a call, and what feeds those. */
function feed(search: Search, first: number): void {
  const open = [first];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const call = search.calls[index];
    if (!call) continue;
    const said = byTemplate(search, index, call.templates);
    const feeds = [...said, ...byValue(search, index, call, new Set(said.map(({ at }) => at)))];
    const kept = feeds.filter(({ parts }) => include(search, sourcesIn(parts), open));
    // A place that holds nothing of elsewhere is as the suite wrote it.
    search.feeds.set(
      index,
      kept.filter(({ parts }) => parts.some((part) => typeof part !== 'string' || part.includes('{{site}}'))),
    );
    const expected = byTemplate(search, index, call.expected).filter(({ parts }) => sourcesIn(parts).length);
    search.expects.set(
      index,
      expected.filter(({ parts }) => include(search, sourcesIn(parts), open)),
    );
  }
}

/** Takes calls into the sequence. @returns false when it is full */
function include(search: Search, indexes: readonly number[], open: number[]): boolean {
  const added = [...new Set(indexes)].filter((index) => !search.feeds.has(index));
  if (search.feeds.size + added.length > MAX_STEPS) {
    search.cut = true;
    return false;
  }
  for (const index of added) search.feeds.set(index, []);
  open.push(...added);
  return true;
}

function sourcesIn(parts: readonly Part[]): number[] {
  return parts.flatMap((part) => (typeof part === 'string' ? [] : [part.index]));
}

/** What the suite's templates say; a name that it does not know leaves the place to the search by value. */
function byTemplate({ calls, values }: Search, index: number, templates: readonly Template[] = []): Feed[] {
  return templates.flatMap(({ at, text }) => {
    const parts = text.split(/\{\{([^{}]*)\}\}/).map((piece, position): Part | undefined => {
      const name = piece.trim();
      if (position % 2 === 0) return piece;
      if (name === 'site') return '{{site}}';
      const source = calls.findLastIndex(
        ({ capture }, earlier) => earlier < index && capture !== undefined && Object.hasOwn(capture, name),
      );
      const pointer = calls[source]?.capture?.[name];
      if (pointer !== undefined) return { index: source, at: pointer, name };
      return values.has(name) ? textOf(values.get(name)) : undefined;
    });
    const known = parts.filter((part) => part !== undefined && part !== '');
    return parts.includes(undefined) ? [] : [{ at, parts: known.filter((part) => part !== undefined) }];
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What was in no arguments before an earlier result brought it. */
function byValue(search: Search, index: number, { arguments: args }: PlayedCall, settled: ReadonlySet<string>): Feed[] {
  const { places, cut } = valuesIn(args);
  search.cut ||= cut;
  return [...places].flatMap(([value, pointers]) => {
    const open = pointers.filter((at) => !settled.has(at));
    const source = open.length ? sourceOf(search, index, value) : null;
    return source ? open.map((at) => ({ at, parts: [source] })) : [];
  });
}

function sourceOf(search: Search, before: number, value: string | number): Source | null {
  for (const [index, { arguments: args, result }] of search.calls.slice(0, before).entries()) {
    if (valuesIn(args).places.has(value)) return null;
    const { places, cut } = valuesOfResult(result);
    search.cut ||= cut;
    const at = places.get(value)?.[0];
    if (at !== undefined) return { index, at, name: nameOf(at) };
  }
  return null;
}

/** Adds the calls between a source and the target that are a basis and take its value, the latest first: they may have made what the call met. */
function addBetween(search: Search, target: number): void {
  for (let before = 0; before !== search.feeds.size; ) {
    before = search.feeds.size;
    const since = capturedValues(search);
    for (let index = target - 1; index >= 0; index--) {
      const call = search.calls[index];
      if (!call?.isBasis || search.feeds.has(index)) continue;
      const takes = [...since].some(([value, source]) => source < index && valuesIn(call.arguments).places.has(value));
      const open: number[] = [];
      if (takes && include(search, [index], open)) feed(search, index);
    }
  }
}

/** The values that the sequence takes from results, with the call that brought each. */
function capturedValues({ calls, feeds }: Search): Map<string | number, number> {
  const found = new Map<string | number, number>();
  for (const part of [...feeds.values()].flat().flatMap(({ parts }) => parts)) {
    const value = typeof part === 'string' ? undefined : valueAt(calls[part.index]?.result, part.at);
    if (typeof part !== 'string' && (typeof value === 'string' || typeof value === 'number')) found.set(value, part.index);
  }
  return found;
}

/** The last key of a pointer that is no index. */
function nameOf(at: string): string {
  return keysIn(at).findLast((key) => !/^\d+$/.test(key)) ?? 'value';
}
