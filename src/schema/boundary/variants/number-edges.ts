import type { JsonObject } from '../../../model/json.ts';
import type { Spot, Variant } from '../spot.ts';

const SIDES = [
  {
    keyword: 'minimum',
    exclusive: 'exclusiveMinimum',
    name: 'min',
    out: -1,
    beyond: 'below the minimum of',
    word: 'the minimum',
    next: 'lowest',
  },
  {
    keyword: 'maximum',
    exclusive: 'exclusiveMaximum',
    name: 'max',
    out: 1,
    beyond: 'above the maximum of',
    word: 'the maximum',
    next: 'highest',
  },
] as const;
type Side = (typeof SIDES)[number];

/**
 * Numbers on both sides of each bound, and off the step.
 * @param value one that fits
 */
export function numberEdges({ plain, words }: Spot, value: number): Variant[] {
  const isInteger = isWhole(plain);
  const step = numberIn(plain.multipleOf) ?? (isInteger ? 1 : 0);
  const edges = SIDES.flatMap((side) => [...bounds(side, plain, step, words), ...exclusiveBounds(side, plain, step, words)]);
  return [...edges, ...offStep(plain, value, words, isInteger)];
}

function bounds({ keyword, name, out, beyond, word, next }: Side, plain: JsonObject, step: number, words: string): Variant[] {
  const limit = numberIn(plain[keyword]);
  if (limit === null) return [];
  const last = onStep(limit, step, -out);
  const isLimit = last === limit;
  const inside = { name, kind: 'valid' as const, on: keyword, value: last };
  const sign = out > 0 ? '+' : '-';
  const outside = (value: number, by: string): Variant[] =>
    value === limit
      ? []
      : [{ name: `${name}${sign}${by}`, kind: 'invalid', on: keyword, value, about: `${words} is ${value}, ${beyond} ${limit}` }];
  return [
    { ...inside, about: `${words} is ${last}, ${isLimit ? word : `the ${next} that fits`}` },
    ...outside(step ? rounded(last + out * step) : limit + out, String(step || 1)),
    ...(step ? [] : outside(neighbour(limit, out), 'ulp')),
  ];
}

function exclusiveBounds({ exclusive, name, out, next }: Side, plain: JsonObject, step: number, words: string): Variant[] {
  const limit = numberIn(plain[exclusive]);
  if (limit === null) return [];
  const first = step ? onStep(limit, step, out) : limit;
  const last = step ? rounded(first - out * step) : neighbour(limit, -out);
  const side = out > 0 ? 'below' : 'above';
  return [
    {
      name: `exclusive-${name}${out > 0 ? '-' : '+'}${step || 'ulp'}`,
      kind: 'valid',
      on: exclusive,
      value: last,
      about: `${words} is ${last}, the ${next} that fits`,
    },
    {
      name: `exclusive-${name}`,
      kind: 'invalid',
      on: exclusive,
      value: first,
      about: `${words} is ${first}, and has to be ${side} ${limit}`,
    },
  ];
}

function offStep(plain: JsonObject, value: number, words: string, isInteger: boolean): Variant[] {
  const step = numberIn(plain.multipleOf);
  if (!step) return [];
  const off = isInteger ? Math.floor(step / 2) : step / 2;
  const about = (number: number) => `${words} is ${number}, no multiple of ${step}`;
  const multiple: Variant = {
    name: 'multipleOf',
    kind: 'valid',
    on: 'multipleOf',
    value,
    about: `${words} is ${value}, a multiple of ${step}`,
  };
  // Below or above: one of them may be out of bounds.
  const misses = off ? [value + off, value - off] : [];
  return [
    multiple,
    ...misses.map((miss): Variant => ({ name: 'multipleOf-off', kind: 'invalid', on: 'multipleOf', value: miss, about: about(miss) })),
  ];
}

/** The limit itself, or the nearest multiple of the step on one side of it. */
function onStep(limit: number, step: number, side: number): number {
  if (!step) return limit;
  return rounded((side > 0 ? Math.ceil(limit / step) : Math.floor(limit / step)) * step);
}

/** Without what counting in steps such as 0.01 leaves behind. */
function rounded(number: number): number {
  return Number.isInteger(number) ? number : Number(number.toPrecision(12));
}

/** The next double above or below. */
function neighbour(number: number, side: number): number {
  // The very next to 0 has 300 zeros in front.
  if (number === 0) return side * Number.EPSILON;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  view.setBigInt64(0, view.getBigInt64(0) + (number > 0 === side > 0 ? 1n : -1n));
  return view.getFloat64(0);
}

export function isWhole({ type }: JsonObject): boolean {
  return Array.isArray(type) ? type.includes('integer') && !type.includes('number') : type === 'integer';
}

export function numberIn(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
