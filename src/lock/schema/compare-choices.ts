import { takeFirst } from '../../model/take-first.ts';
import { areApart } from './apart.ts';
import { areSame, type Compare, type Comparison, differences, type Found, subject, tell, type Where, within } from './comparison.ts';
import type { Facts, Union } from './facts.ts';
import { factsOf } from './gather.ts';
import { type Node, onlyOf, type Source } from './source.ts';

/** More branches are not paired with each other. */
const MAX_BRANCHES = 60;

/** A choice, or a schema that stands for a choice of one. */
interface Choice {
  keyword: string;
  branches: Node[];
  at: string;
  value: unknown;
}

/**
 * Compares `anyOf` and `oneOf` branch by branch. True when that was all: one side is a choice and the other one plain, so that what they say
 * of their values has been compared.
 */
export function compareChoices(
  compare: Compare,
  before: Facts,
  after: Facts,
  nodes: readonly [Node, Node],
  where: Where,
  c: Comparison,
): boolean {
  const [old, now] = [before.unions, after.unions];
  if (!old.length && !now.length) return false;
  const [first, second] = [old[0], now[0]];
  if (first && second && old.length === 1 && now.length === 1) {
    compareBranches(compare, choiceOf(first), choiceOf(second), where, c);
    return false;
  }
  if (first && old.length === 1 && !now.length && isOnlyChoice(before)) {
    compareBranches(compare, choiceOf(first), plainAs(first, nodes[1], after, kindsOf(first, c.before)), where, c);
    return true;
  }
  if (second && now.length === 1 && !old.length && isOnlyChoice(after)) {
    compareBranches(compare, plainAs(second, nodes[0], before, kindsOf(second, c.after)), choiceOf(second), where, c);
    return true;
  }
  const rest = [...now];
  const gone = old.filter((each) => !takeFirst(rest, (other) => areAllSame(compare, choiceOf(each), choiceOf(other), where, c)));
  if (gone[0] && !rest.length)
    tell(c, 'less asked', {
      at: gone[0].at,
      message: `what ${gone[0].keyword} asked of ${subject(where, c)} is not asked any more`,
      before: gone[0].value,
      after: null,
    });
  else if (rest[0]) undecided(rest[0].keyword, rest[0].at, gone[0]?.value, rest[0].value, where, c);
  return false;
}

function compareBranches(compare: Compare, before: Choice, after: Choice, here: Where, c: Comparison): void {
  const where = within(here, '');
  const what = { at: after.at, before: before.value, after: after.value };
  const unclear = () => undecided(after.keyword, after.at, before.value, after.value, where, c);
  if (Math.max(before.branches.length, after.branches.length) > MAX_BRANCHES) {
    if (JSON.stringify(before.value) !== JSON.stringify(after.value)) unclear();
    return;
  }
  const added = [...after.branches];
  const gone = before.branches.filter((old) => !takeFirst(added, (now) => areSame(compare, old, now, where, c)));
  const apartBefore = areApart(before.branches, c.before);
  const apartAfter = areApart(after.branches, c.after);
  // Of several that fit, a value is refused: only where they exclude each other is oneOf the same as anyOf.
  const isAny = (before.keyword !== 'oneOf' || apartBefore) && (after.keyword !== 'oneOf' || apartAfter);
  if (!gone.length && !added.length) {
    if (!isAny && before.keyword !== after.keyword) unclear();
    return;
  }
  if (!isAny) {
    unclear();
    return;
  }
  const pairs = gone.flatMap((old) => {
    const like = added.filter((now) => !areApart([old, now], c.after, c.before));
    const now = like.length === 1 ? like[0] : gone.length === 1 && added.length === 1 ? added[0] : undefined;
    if (now) added.splice(added.indexOf(now), 1);
    return now ? [{ old, now }] : [];
  });
  const removed = gone.filter((old) => !pairs.some((pair) => pair.old === old));
  const changed: Found[] = pairs.flatMap(({ old, now }) => differences(compare, old, now, where, c));
  const isCertain = apartBefore && apartAfter;
  if (!isCertain && (removed.length || changed.some(({ effect }) => effect === 'narrows' || effect === 'unclear'))) {
    unclear();
    return;
  }
  c.found.push(...changed);
  const who = subject(where, c);
  const isInput = c.direction === 'input';
  if (removed.length)
    tell(c, 'fewer forms', {
      ...what,
      message: `${who} ${isInput ? 'no longer takes' : 'never has'} one of its forms (${before.keyword})${isInput ? '' : ' any more'}`,
    });
  if (added.length)
    tell(c, 'more forms', {
      ...what,
      message: `${who} ${isInput ? 'takes' : 'may have'} one more form (${after.keyword})`,
    });
}

function undecided(keyword: string, at: string, before: unknown, after: unknown, where: Where, c: Comparison): void {
  tell(c, 'unclear', {
    at,
    message: `${keyword} of ${subject(where, c)} changed, and whether it ${
      c.direction === 'input' ? 'takes less' : 'may be more'
    } cannot be told from the schemas`,
    before,
    after,
  });
}

function choiceOf({ keyword, branches, at, value }: Union): Choice {
  return { keyword, branches: branches.map((place) => [place]), at, value };
}

/** A plain schema as a choice of one, for those kinds of values that the other side chooses among. */
function plainAs({ keyword }: Union, node: Node, { at }: Facts, kinds: readonly string[]): Choice {
  const value = node.length > 1 ? node.map(({ schema }) => schema) : node[0]?.schema;
  return { keyword, branches: [[...node, onlyOf(kinds, at)]], at, value };
}

function kindsOf({ branches }: Union, source: Source): string[] {
  return [...new Set(branches.flatMap((place) => [...factsOf([place], source).kinds]))];
}

/** True when a node says nothing beside its one choice. */
function isOnlyChoice({ bounds, demands, members, required, names, items, contains, opaque }: Facts): boolean {
  return !(
    bounds.size ||
    demands.size ||
    members.length ||
    required.size ||
    names.length ||
    items.length ||
    contains.length ||
    opaque.length
  );
}

function areAllSame(compare: Compare, before: Choice, after: Choice, here: Where, c: Comparison): boolean {
  const where = within(here, '');
  const rest = [...after.branches];
  return (
    before.keyword === after.keyword &&
    before.branches.length === rest.length &&
    before.branches.every((old) => takeFirst(rest, (now) => areSame(compare, old, now, where, c)))
  );
}
