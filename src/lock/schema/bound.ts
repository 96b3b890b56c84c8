import { type JsonObject, pointer } from '../../model/json.ts';
import type { Kind } from './kinds.ts';

/** What each bound is called, and whose it is. */
const BOUNDS = {
  minimum: ['number', 'minimum'],
  maximum: ['number', 'maximum'],
  minLength: ['string', 'minimum length'],
  maxLength: ['string', 'maximum length'],
  minItems: ['array', 'minimum number of items'],
  maxItems: ['array', 'maximum number of items'],
  minProperties: ['object', 'minimum number of members'],
  maxProperties: ['object', 'maximum number of members'],
} as const satisfies Record<string, readonly [Kind, string]>;

export type BoundKeyword = keyof typeof BOUNDS;

export interface Bound {
  value: number;
  /** The value itself is outside. */
  exclusive: boolean;
  at: string;
}

/** `exclusiveMinimum` is kept as a minimum that is exclusive. */
const EXCLUSIVE = { minimum: 'exclusiveMinimum', maximum: 'exclusiveMaximum' } as const;

export const BOUND_KEYWORDS = Object.keys(BOUNDS).filter(isBound);

/** The bound that a keyword states; undefined for one that states none. */
export function boundOf(keyword: string): BoundKeyword | undefined {
  if (keyword === 'exclusiveMinimum') return 'minimum';
  if (keyword === 'exclusiveMaximum') return 'maximum';
  return isBound(keyword) ? keyword : undefined;
}

function isBound(keyword: string): keyword is BoundKeyword {
  return Object.hasOwn(BOUNDS, keyword);
}

export function kindOfBound(keyword: BoundKeyword): Kind {
  return BOUNDS[keyword][0];
}

/** What people call it: `maximum length`. */
export function boundName(keyword: BoundKeyword): string {
  return BOUNDS[keyword][1];
}

export function isUpper(keyword: BoundKeyword): boolean {
  return keyword.startsWith('max');
}

/** The bound that a schema states by a keyword or its exclusive form; a length of at least 0 is none. */
export function boundIn(schema: JsonObject, keyword: BoundKeyword, at: string): Bound | undefined {
  const value = schema[keyword];
  const name = keyword === 'minimum' || keyword === 'maximum' ? EXCLUSIVE[keyword] : undefined;
  const other = name ? schema[name] : undefined;
  const inclusive = typeof value === 'number' ? { value, exclusive: other === true, at: at + pointer(keyword) } : undefined;
  if (name && typeof other === 'number') return stricter(keyword, inclusive, { value: other, exclusive: true, at: at + pointer(name) });
  return inclusive && keyword !== 'minimum' && !isUpper(keyword) && inclusive.value <= 0 ? undefined : inclusive;
}

export function stricter(keyword: BoundKeyword, one: Bound | undefined, two: Bound): Bound {
  return one && compareBounds(keyword, one, two) >= 0 ? one : two;
}

/** Above 0 when the first allows less than the second, 0 when they allow the same. */
export function compareBounds(keyword: BoundKeyword, one: Bound | undefined, two: Bound | undefined): number {
  if (!one || !two) return Number(Boolean(one)) - Number(Boolean(two));
  const difference = isUpper(keyword) ? two.value - one.value : one.value - two.value;
  return difference || Number(one.exclusive) - Number(two.exclusive);
}

/** The same bounds for whole numbers: above 0 is from 1. */
export function roundedToIntegers(bounds: Map<BoundKeyword, Bound>): void {
  for (const keyword of ['minimum', 'maximum'] as const) {
    const bound = bounds.get(keyword);
    if (bound) bounds.set(keyword, rounded(keyword, bound));
  }
}

export function rounded(keyword: BoundKeyword, { value, exclusive, at }: Bound): Bound {
  const [inside, step] = isUpper(keyword) ? [Math.floor(value), -1] : [Math.ceil(value), 1];
  return { value: exclusive && inside === value ? value + step : inside, exclusive: false, at };
}

/** `100`, or `below 100` where 100 itself is outside; `none`. */
export function boundText(keyword: BoundKeyword, bound: Bound | undefined): string {
  if (!bound) return 'none';
  return bound.exclusive ? `${isUpper(keyword) ? 'below' : 'above'} ${bound.value}` : String(bound.value);
}
