import { quote, shorten } from '../../model/text.ts';
import type { Difference } from '../difference.ts';
import { type Change, type Direction, type Effect, effectOf, ruleOf } from './changes.ts';
import { keyOf, type Node, type Source } from './source.ts';

export interface Found extends Difference {
  effect: Effect;
}

/** Two schemas on their way through being compared. */
export interface Comparison {
  tool: string;
  direction: Direction;
  before: Source;
  after: Source;
  found: Found[];
  /** Pairs of nodes that are being compared: one that leads back to itself is as far as it is different here. */
  open: Set<string>;
  /** Pairs whose differences are told already. */
  told: Set<string>;
  /** Pairs that are known to be the same. */
  same: Set<string>;
  /** How often a pair was taken for the same because it was open. */
  assumed: { times: number };
}

/** Where two nodes stand that are compared. */
export interface Where {
  /** As people write it: `filter.limit`, `rows[].id`; empty at the root. */
  name: string;
  /** The nearest property, for what its name tells. */
  property: string;
  /** The properties beside it. */
  siblings: readonly string[];
  depth: number;
}

type What = Pick<Difference, 'before' | 'after'> & Partial<Pick<Difference, 'severity' | 'fix'>> & { at: string; message: string };

/** Tells a difference by the rule for this direction. */
export function tell(c: Comparison, change: Change, { before, after, ...what }: What): void {
  const difference = { rule: ruleOf(change, c.direction), tool: c.tool, ...what, before: before ?? null, after: after ?? null };
  c.found.push({ ...difference, effect: effectOf(change) });
}

/** True when two nodes differ in nothing but texts. */
export function areSame(compare: Compare, before: Node, after: Node, where: Where, c: Comparison): boolean {
  return differences(compare, before, after, where, c).length === 0;
}

export type Compare = (before: Node, after: Node, where: Where, c: Comparison) => void;

/** What is different between two nodes, without telling it yet. */
export function differences(compare: Compare, before: Node, after: Node, where: Where, c: Comparison): Found[] {
  const apart: Comparison = { ...c, found: [], told: new Set() };
  compare(before, after, where, apart);
  return apart.found;
}

export function pairKey(before: Node, after: Node): string {
  return `${keyOf(before)}\0${keyOf(after)}`;
}

/** What a sentence is about: `"filter.limit"`, `result field "id"`; at the root the whole. */
export function subject({ name }: Where, { direction }: Comparison): string {
  if (direction === 'output') return name ? `result field ${quote(name, 80)}` : 'the result';
  return name ? quote(name, 80) : 'the input';
}

/** A value as a message shows it. */
export function shown(value: unknown): string {
  return value === undefined ? 'nothing' : shorten(JSON.stringify(value), 60);
}

/** The place of a member: `filter.limit`. */
export function memberOf(where: Where, property: string, siblings: readonly string[]): Where {
  return { name: where.name ? `${where.name}.${property}` : property, property, siblings, depth: where.depth + 1 };
}

/** The place of what stands in a value: `rows[]`, `env.*`. */
export function within(where: Where, suffix: string): Where {
  return { ...where, name: `${where.name}${suffix}`, depth: where.depth + 1 };
}
