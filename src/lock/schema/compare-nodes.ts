import { isObject } from '../../model/json.ts';
import { compareBounds } from './compare-bounds.ts';
import { compareChoices } from './compare-choices.ts';
import { compareDemands } from './compare-demands.ts';
import { compareItems } from './compare-items.ts';
import { compareKinds } from './compare-kinds.ts';
import { compareMembers } from './compare-members.ts';
import { compareNotes } from './compare-notes.ts';
import { compareOpaque } from './compare-opaque.ts';
import { compareValues } from './compare-values.ts';
import { type Comparison, pairKey, tell, type Where } from './comparison.ts';
import type { Facts } from './facts.ts';
import { factsOf } from './gather.ts';
import { type Node, settled, spend } from './source.ts';

/** Schemas that stand deeper in each other are not looked at: neither does who walks them for their references. */
const MAX_DEPTH = 60;

/** Compares two nodes that stand at one place, and what stands in them. */
export function compareNodes(old: Node, now: Node, where: Where, c: Comparison): void {
  // Most of two versions is written alike.
  if (old.length === now.length && old.every(({ schema }, index) => areAlike(schema, now[index]?.schema))) return;
  const [before, after] = [settled(old, c.before), settled(now, c.after)];
  const key = pairKey(before, after);
  if (c.same.has(key) || c.told.has(key)) return;
  if (c.open.has(key)) {
    c.assumed.times++;
    return;
  }
  spend(c.after, before.length + after.length);
  if (where.depth > MAX_DEPTH) {
    tooDeep(before, after, where, c);
    return;
  }
  const [assumed, found] = [c.assumed.times, c.found.length];
  c.open.add(key);
  compareFacts(factsOf(before, c.before), factsOf(after, c.after), [before, after], where, c);
  c.open.delete(key);
  if (c.found.length > found) c.told.add(key);
  else if (c.assumed.times === assumed) c.same.add(key);
}

function compareFacts(before: Facts, after: Facts, nodes: readonly [Node, Node], where: Where, c: Comparison): void {
  compareNotes(before, after, nodes, where, c);
  // What an unknown schema allows is unknown.
  if (!compareOpaque(compareNodes, before, after, where, c)) return;
  compareKinds(before, after, where, c);
  if (compareChoices(compareNodes, before, after, nodes, where, c)) return;
  const listed = compareValues(before, after, where, c);
  compareBounds(before, after, listed, where, c);
  compareDemands(before, after, listed, where, c);
  compareMembers(compareNodes, before, after, where, c);
  compareItems(compareNodes, before, after, where, c);
}

/** True for schemas that are written alike and refer to nothing, which might be another thing in each. */
function areAlike(one: unknown, two: unknown): boolean {
  if (Array.isArray(one)) return Array.isArray(two) && one.length === two.length && one.every((each, index) => areAlike(each, two[index]));
  if (!isObject(one) || !isObject(two)) return one === two;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(two).length) return false;
  return keys.every((key) => !REFERENCES.has(key) && Object.hasOwn(two, key) && areAlike(one[key], two[key]));
}

const REFERENCES = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

/** Said only where the two are written differently. */
function tooDeep(before: Node, after: Node, where: Where, c: Comparison): void {
  const [old, now] = [before, after].map((node) => node.map(({ schema }) => schema));
  if (JSON.stringify(old) === JSON.stringify(now)) return;
  tell(c, 'unclear', {
    at: after[0]?.at ?? before[0]?.at ?? '',
    message: `a schema below "${where.name.slice(0, 40)}…" changed, too deep to be compared`,
    before: old,
    after: now,
  });
}
