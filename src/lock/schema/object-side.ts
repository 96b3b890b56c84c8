import type { Facts } from './facts.ts';
import { factsOf } from './gather.ts';
import type { Node, Source } from './source.ts';

/** What all schemas of a node together say of an object's members. */
export interface ObjectSide {
  names: ReadonlySet<string>;
  patterns: ReadonlySet<string>;
  node(name: string): Node;
  ofPattern(pattern: string): Node;
  /** For members that are not declared. */
  additional: Node;
  /** True when there may be none. */
  closed: boolean;
  required: ReadonlyMap<string, string>;
}

/** Both sides of a comparison are asked by this. */
export function objectSide(facts: Facts, source: Source): ObjectSide {
  const { members, required } = facts;
  const additional = members.flatMap((each) => each.additional ?? []);
  const closed = members.length > 0 && factsOf(additional, source).kinds.size === 0;
  const node = (name: string) =>
    members.flatMap((each) => each.properties.get(name) ?? (each.patterns.size ? [] : (each.additional ?? [])));
  const declared = new Set(members.flatMap(({ properties }) => [...properties.keys()]));
  // Where nothing else is allowed, a member that can have no value is as good as not declared.
  for (const name of declared) if (closed && node(name).some(({ schema }) => schema === false)) declared.delete(name);
  return {
    names: declared,
    patterns: new Set(members.flatMap(({ patterns }) => [...patterns.keys()])),
    node,
    ofPattern: (pattern) => members.flatMap(({ patterns }) => patterns.get(pattern) ?? []),
    additional,
    closed,
    required,
  };
}

/** Where a member is declared, or at least asked for. */
export function placeOf({ node, names, required }: ObjectSide, name: string): string {
  return (names.has(name) ? node(name)[0]?.at : undefined) ?? required.get(name) ?? '';
}

/** The schema of a node, as a difference shows it. */
export function schemaOf(node: Node): unknown {
  return node.length > 1 ? node.map(({ schema }) => schema) : node[0]?.schema;
}
