import type { CaseBinding } from '../model/saved-case.ts';

/** The calls that one needs, and which of its values are made anew. */
export interface Sequence {
  /** In order, the call itself last; their ids are `s1`, `s2`… `capture` is what later ones take: name → pointer. */
  steps: { index: number; capture: Record<string, string> }[];
  /** By index. */
  binds: Map<number, CaseBinding[]>;
  /** By index: places in the expectation whose values are made anew; always with the names in braces. */
  expects: Map<number, CaseBinding[]>;
  /** True when something was too large, or the sequence too long, to be searched whole. */
  cut: boolean;
}

/** A value of an earlier result: of which call, by which pointer, and what to call it. */
export interface Source {
  index: number;
  at: string;
  name: string;
}

/** What a place in the arguments or the expectation is made of. */
export type Part = string | Source;

/** A place that is made anew. */
export interface Feed {
  at: string;
  parts: Part[];
}

type Feeds = ReadonlyMap<number, readonly Feed[]>;

/** Gives the calls their ids and the captured values their names. */
export function sequenceOf({ feeds, expects, cut }: { feeds: Feeds; expects: Feeds; cut: boolean }): Sequence {
  const indexes = [...feeds.keys()].sort((a, b) => a - b);
  const captures = new Map(indexes.map((index) => [index, new Map<string, string>()]));
  const binding = ({ at, parts }: Feed): CaseBinding => {
    const words = parts.map((part) => {
      if (typeof part === 'string') return part;
      const names = captures.get(part.index) ?? new Map<string, string>();
      return `{{s${indexes.indexOf(part.index) + 1}.${nameIn(names, part)}}}`;
    });
    return { at, from: words.join('') };
  };
  const named = (from: Feeds): Map<number, CaseBinding[]> =>
    new Map(
      indexes.map((index): [number, CaseBinding[]] => [index, (from.get(index) ?? []).map(binding)]).filter(([, some]) => some.length),
    );
  const binds = named(feeds);
  // A name that is alone in its place needs no braces there.
  for (const some of binds.values()) for (const each of some) each.from = each.from.replace(/^\{\{([^{}]*)\}\}$/, '$1');
  const expected = named(expects);
  const steps = indexes.map((index) => ({
    index,
    capture: Object.fromEntries([...(captures.get(index) ?? [])].map(([at, name]) => [name, at])),
  }));
  return { steps, binds, expects: expected, cut };
}

/** The name of what is captured at a pointer, another for each pointer. */
function nameIn(names: Map<string, string>, { at, name }: Source): string {
  const known = names.get(at);
  if (known !== undefined) return known;
  const taken = new Set(names.values());
  const base = name.replace(/\W/g, '_').replace(/^__proto__$/, 'proto') || 'value';
  let free = base;
  for (let count = 2; taken.has(free); count++) free = `${base}_${count}`;
  names.set(at, free);
  return free;
}
