import { some } from '../../model/text.ts';
import { compareBounds } from './bound.ts';
import { type Comparison, shown, subject, tell, type Where } from './comparison.ts';
import type { Demand, Facts } from './facts.ts';
import { DEMANDED } from './fold.ts';
import { KINDS, type Kind } from './kinds.ts';

/** Compares the values that are listed; the kinds for which a side lists them, and which need no other look. */
export function compareValues(before: Facts, after: Facts, where: Where, c: Comparison): Set<Kind> {
  for (const kind of KINDS) {
    if (!before.kinds.has(kind) || !after.kinds.has(kind)) continue;
    const [old, now] = [before.values.get(kind), after.values.get(kind)];
    if (old && now) compareLists(old, now, before, after, where, c);
    else if (old) compareUnlisted(kind, [...old.values()], before, after, where, c);
    else if (now) compareListed([...now.values()], before, after, where, c);
  }
  return new Set(KINDS.filter((kind) => before.values.has(kind) || after.values.has(kind)));
}

type Values = ReadonlyMap<string, unknown>;

function compareLists(old: Values, now: Values, before: Facts, after: Facts, where: Where, c: Comparison): void {
  const change = { at: placeOf(before, after), before: [...old.values()], after: [...now.values()] };
  const gone = [...old].filter(([json]) => !now.has(json)).map(([, value]) => value);
  const added = [...now].filter(([json]) => !old.has(json)).map(([, value]) => value);
  if (gone.length) tell(c, 'fewer values', { ...change, message: noLonger(gone, where, c) });
  if (added.length) tell(c, 'more values', { ...change, message: alsoNow(added, where, c) });
}

/** Values are listed now. Those that were not allowed before are new all the same. */
function compareListed(now: readonly unknown[], before: Facts, after: Facts, where: Where, c: Comparison): void {
  const change = { at: placeOf(before, after), before: null, after: now };
  const message = `${subject(where, c)} ${c.direction === 'input' ? 'takes' : 'is'} only ${some(now.map(shown))} now`;
  tell(c, 'fewer values', { ...change, message });
  const added = now.filter((value) => isOutside(value, before));
  if (added.length) tell(c, 'more values', { ...change, message: alsoNow(added, where, c) });
}

/** No values are listed any more. Those that were may be outside of what is allowed instead. */
function compareUnlisted(kind: Kind, old: readonly unknown[], before: Facts, after: Facts, where: Where, c: Comparison): void {
  const at = after.places.get('type') ?? after.at;
  const change = { at: placeOf(before, after), before: old, after: null };
  const who = subject(where, c);
  const was = some(old.map(shown));
  tell(c, 'more values', { ...change, message: `${who} ${c.direction === 'input' ? 'takes' : 'may be'} any ${kind} now, not only ${was}` });
  const gone = old.filter((value) => isOutside(value, after));
  if (gone.length) tell(c, 'fewer values', { ...change, at, message: noLonger(gone, where, c) });
  // Patterns are not run here, as they are the adapter's; nor is looked into objects and lists.
  const asked = [...after.demands.values()].find((demand) => speaksOf(demand, kind));
  if (!asked && kind !== 'object' && kind !== 'array') return;
  const message = `${who} was one of ${was}; whether they are still allowed cannot be told from the schemas`;
  tell(c, 'perhaps fewer values', { ...change, at: asked?.at ?? at, message });
}

function speaksOf({ keyword }: Demand, kind: Kind): boolean {
  return DEMANDED[keyword].includes(kind);
}

function placeOf(before: Facts, after: Facts): string {
  return after.places.get('enum') ?? before.places.get('enum') ?? after.at;
}

function noLonger(values: readonly unknown[], where: Where, c: Comparison): string {
  return `${subject(where, c)} ${c.direction === 'input' ? 'no longer takes' : 'is no longer'} ${some(values.map(shown))}`;
}

function alsoNow(values: readonly unknown[], where: Where, c: Comparison): string {
  return `${subject(where, c)} ${c.direction === 'input' ? 'takes' : 'may be'} ${some(values.map(shown))} too`;
}

/** True when a number or text is too large, small, long or short, or a number not whole. */
function isOutside(value: unknown, { bounds, integer }: Facts): boolean {
  // Lengths are counted in code points.
  const size = typeof value === 'string' ? [...value].length : value;
  if (typeof size !== 'number') return false;
  if (typeof value === 'number' && integer && !Number.isInteger(value)) return true;
  const keywords = typeof value === 'number' ? (['minimum', 'maximum'] as const) : (['minLength', 'maxLength'] as const);
  return keywords.some((keyword) => {
    const bound = bounds.get(keyword);
    return bound !== undefined && compareBounds(keyword, bound, { value: size, exclusive: false, at: '' }) > 0;
  });
}
