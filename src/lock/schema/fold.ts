import type { BoundKeyword } from './bound.ts';
import { kindOfBound, stricter } from './bound.ts';
import type { Demand, Facts, Union } from './facts.ts';
import type { Kind } from './kinds.ts';
import type { Place } from './source.ts';

/**
 * Takes apart the choices of a schema as far as each branch speaks of values that no other speaks of: `anyOf` of a string and null is a
 * string that may be null, `oneOf` of constants an enum. What cannot be taken apart stays a choice.
 */
export function fold(facts: Facts, factsOf: (branch: Place) => Facts): void {
  facts.unions = facts.unions.flatMap((union) => foldOne(facts, union, factsOf));
}

function foldOne(facts: Facts, union: Union, factsOf: (branch: Place) => Facts): Union[] {
  const branches = union.branches.map((place) => ({ place, facts: factsOf(place) })).filter(({ facts: { kinds } }) => kinds.size);
  const shared = sharedKinds(
    union,
    branches.map((branch) => branch.facts),
  );
  const apart = branches.filter((branch) => isPlain(branch.facts) && ![...branch.facts.kinds].some((kind) => shared.has(kind)));
  const rest = branches.filter((branch) => !apart.includes(branch));
  const allowed = new Set(branches.flatMap((branch) => [...branch.facts.kinds]));
  for (const kind of facts.kinds) if (!allowed.has(kind)) facts.kinds.delete(kind);
  facts.places.set('type', facts.places.get('type') ?? union.at);
  // Values are listed for a kind by all of its branches, or by none.
  const listed = new Map<Kind, Map<string, unknown>>();
  for (const branch of apart) {
    for (const [kind, values] of branch.facts.values) listed.set(kind, new Map([...(listed.get(kind) ?? []), ...values]));
    absorb(facts, branch.facts);
  }
  for (const [kind, values] of listed) addListed(facts, kind, values, union.at);
  return rest.length ? [{ ...union, branches: rest.map(({ place }) => place) }] : [];
}

/** Kinds of which several branches speak, other than by listing values. */
function sharedKinds({ keyword }: Union, branches: readonly Facts[]): Set<Kind> {
  const seen = new Map<Kind, Facts[]>();
  for (const branch of branches) for (const kind of branch.kinds) seen.set(kind, [...(seen.get(kind) ?? []), branch]);
  const shared = [...seen].filter(([kind, among]) => among.length > 1 && !areListed(kind, among, keyword === 'oneOf'));
  return new Set(shared.map(([kind]) => kind));
}

function areListed(kind: Kind, branches: readonly Facts[], once: boolean): boolean {
  const lists = branches.map(({ values }) => values.get(kind));
  const all = lists.flatMap((values) => [...(values?.keys() ?? [])]);
  return lists.every((values) => values !== undefined) && (!once || new Set(all).size === all.length);
}

function isPlain({ unions, opaque, notes }: Facts): boolean {
  return !unions.length && !opaque.length && !notes.size;
}

function addListed(facts: Facts, kind: Kind, values: Map<string, unknown>, at: string): void {
  const before = facts.values.get(kind);
  facts.values.set(kind, before ? new Map([...before].filter(([json]) => values.has(json))) : values);
  if (!facts.places.has('enum')) facts.places.set('enum', at);
}

/** Which kinds of values a demand speaks of. */
export const DEMANDED: Record<Demand['keyword'], readonly Kind[]> = {
  pattern: ['string'],
  format: ['string', 'number'],
  multipleOf: ['number'],
  uniqueItems: ['array'],
  dependentRequired: ['object'],
};

/** Adds what a branch says of its own kinds, of which no other branch speaks. */
function absorb(facts: Facts, branch: Facts): void {
  const { kinds } = branch;
  const isOwn = (keyword: BoundKeyword) => kinds.has(kindOfBound(keyword));
  for (const [keyword, bound] of branch.bounds)
    if (isOwn(keyword)) facts.bounds.set(keyword, stricter(keyword, facts.bounds.get(keyword), bound));
  for (const [key, demand] of branch.demands) if (DEMANDED[demand.keyword].some((kind) => kinds.has(kind))) facts.demands.set(key, demand);
  if (kinds.has('number') && branch.integer) facts.integer = true;
  if (kinds.has('object')) {
    facts.members.push(...branch.members);
    facts.names.push(...branch.names);
    for (const [name, at] of branch.required) facts.required.set(name, at);
  }
  if (kinds.has('array')) {
    facts.items.push(...branch.items);
    facts.contains.push(...branch.contains);
  }
}
