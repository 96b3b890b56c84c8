import { areSame, type Compare, type Comparison, subject, tell, type Where, within } from './comparison.ts';
import type { Facts, Items } from './facts.ts';
import type { Node } from './source.ts';

/** So many places of a list are looked at one by one. */
const MAX_PLACES = 200;

/** Compares the items of lists. */
export function compareItems(compare: Compare, before: Facts, after: Facts, where: Where, c: Comparison): void {
  if (!before.kinds.has('array') || !after.kinds.has('array')) return;
  const places = Math.min(MAX_PLACES, Math.max(0, ...[...before.items, ...after.items].map(({ prefix }) => prefix.length)));
  for (let index = 0; index < places; index++)
    compare(itemAt(before.items, index), itemAt(after.items, index), within(where, `[${index}]`), c);
  const rest = (items: readonly Items[]): Node => items.flatMap((each) => each.rest ?? []);
  compare(rest(before.items), rest(after.items), within(where, places ? `[${places} and on]` : '[]'), c);
  compareContained(compare, before, after, where, c);
}

function itemAt(items: readonly Items[], index: number): Node {
  return items.flatMap((each) => each.prefix[index] ?? each.rest ?? []);
}

/** What a list has to hold, and how often. */
function compareContained(compare: Compare, { contains: before }: Facts, { contains: after }: Facts, where: Where, c: Comparison): void {
  const [old, now] = [before[0], after[0]];
  if (!old && !now) return;
  const what = { at: (now ?? old)?.at ?? '', before: old?.part.schema, after: now?.part.schema };
  const who = subject(where, c);
  if (before.length > 1 || after.length > 1 || (old && now && !areSame(compare, [old.part], [now.part], where, c))) {
    const same = before.length === after.length && before.every((each, index) => isLike(each, after[index]));
    if (!same)
      tell(c, 'unclear', {
        ...what,
        message: `what ${who} has to hold (contains) has changed, and whether it takes less cannot be told from the schemas`,
      });
    return;
  }
  const [from, to] = [old ?? ANY_NUMBER, now ?? ANY_NUMBER];
  const counts = { ...what, before: countText(from), after: countText(to) };
  const message = `${who} has to hold ${countText(to)} items of a kind (contains), was ${countText(from)}`;
  if (to.min > from.min || to.max < from.max) tell(c, 'more asked', { ...counts, message });
  else if (to.min < from.min || to.max > from.max) tell(c, 'less asked', { ...counts, message });

  function isLike(one: (typeof before)[number], two: (typeof before)[number] | undefined): boolean {
    return two !== undefined && one.min === two.min && one.max === two.max && areSame(compare, [one.part], [two.part], where, c);
  }
}

const ANY_NUMBER = { min: 0, max: Number.POSITIVE_INFINITY };

function countText({ min, max }: { min: number; max: number }): string {
  if (max === Number.POSITIVE_INFINITY) return min ? `at least ${min}` : 'any number of';
  return min ? `${min} to ${max}` : `at most ${max}`;
}
