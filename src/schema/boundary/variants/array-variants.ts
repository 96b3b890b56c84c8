import { isObject, type JsonObject } from '../../../model/json.ts';
import { plural } from '../../../model/text.ts';
import { listed } from '../layers.ts';
import { type PartMaker, partValue } from '../part-value.ts';
import type { Spot, Variant } from '../spot.ts';

/** Longer lists are not made. */
const MAX_ITEMS = 1_000;
/** Of these so many are made one by one. */
const MAX_SAMPLED = 100;

/** Lists on both sides of each bound. */
export function arrayVariants(spot: Spot, maker: PartMaker): Variant[] {
  const { value } = spot;
  if (!Array.isArray(value)) return [];
  return [...counts(spot, value, maker), ...repeated(spot, value, maker), ...containing(spot, maker), ...beyondFirst(spot, maker)];
}

function counts({ plain, words, property }: Spot, value: readonly unknown[], maker: PartMaker): Variant[] {
  const { minItems: least, maxItems: most } = plain;
  const made = (count: number, name: string, kind: 'valid' | 'invalid', on: string, says: string): Variant[] => {
    const list = listOf(count, plain, property, value, maker);
    return list ? [{ name, kind, on, value: list, about: `${words} has ${plural(count, 'item')}${says}` }] : [];
  };
  const isEmptyAllowed = typeof least !== 'number' || least <= 0;
  return [
    ...(typeof least === 'number'
      ? [
          ...made(least, 'minItems', 'valid', 'minItems', ', the minimum'),
          ...made(least - 1, 'minItems-1', 'invalid', 'minItems', `, below the minimum of ${least}`),
        ]
      : []),
    ...(typeof most === 'number'
      ? [
          ...made(most, 'maxItems', 'valid', 'maxItems', ', the maximum'),
          ...made(most + 1, 'maxItems+1', 'invalid', 'maxItems', `, above the maximum of ${most}`),
        ]
      : []),
    ...('contains' in plain ? [] : made(0, 'empty', isEmptyAllowed ? 'valid' : 'invalid', isEmptyAllowed ? 'type' : 'minItems', '')),
  ];
}

/** A list of so many items that are allowed, all different only where they have to be; null where none can be made. */
function listOf(count: number, plain: JsonObject, property: string, value: readonly unknown[], maker: PartMaker): unknown[] | null {
  if (!Number.isInteger(count) || count < 0 || count > MAX_ITEMS) return null;
  if (count <= value.length) return value.slice(0, count);
  const different = plain.uniqueItems === true ? count : firstItems(plain) + 1;
  const made = partValue({ ...plain, maxItems: count, minItems: Math.min(count, different, MAX_SAMPLED) }, property, maker);
  if (!Array.isArray(made)) return null;
  const items: unknown[] = made;
  if (items.length < count && plain.uniqueItems === true) return null;
  return [...items, ...Array.from({ length: count - items.length }, () => items.at(-1))];
}

function firstItems({ prefixItems, items }: JsonObject): number {
  return Math.max(listed(prefixItems).length, listed(items).length);
}

function repeated({ plain, words, property }: Spot, value: readonly unknown[], maker: PartMaker): Variant[] {
  if (plain.uniqueItems !== true) return [];
  const most = typeof plain.maxItems === 'number' ? plain.maxItems : Number.POSITIVE_INFINITY;
  const some = value.length ? value : (listOf(Math.min(1, most), plain, property, value, maker) ?? [null]);
  const two = listOf(2, plain, property, value, maker);
  const on = 'uniqueItems';
  const twice = some.length < most ? [...some, some[0]] : [some[0], ...some.slice(0, -1)];
  return [
    ...(two ? [{ name: 'unique', kind: 'valid' as const, on, value: two, about: `${words} has two different items` }] : []),
    { name: 'duplicate', kind: 'invalid', on, value: twice, about: `${words} has an item twice` },
  ];
}

function containing({ plain, words, property }: Spot, maker: PartMaker): Variant[] {
  const { contains, minContains, maxContains, items } = plain;
  if (!isObject(contains) || minContains === 0) return [];
  const on = 'contains';
  const least = typeof minContains === 'number' ? minContains : 1;
  const item = partValue(contains, property, maker);
  const others = [partValue(items ?? {}, property, maker), null, 0, '', {}].filter((each) => each !== undefined);
  const count = Math.max(1, typeof plain.minItems === 'number' ? Math.min(plain.minItems, 100) : 1);
  const some = (value: unknown, length: number) => Array.from({ length }, () => value);
  const miss = (value: unknown[]): Variant => ({
    name: 'contains-none',
    kind: 'invalid',
    on,
    value,
    about: `${words} contains none of what it has to`,
  });
  return [
    ...(least <= 100
      ? [{ name: on, kind: 'valid' as const, on, value: some(item, Math.max(least, count)), about: `${words} contains what it has to` }]
      : []),
    ...others.map((other) => miss(some(other, count))),
    miss([]),
    ...(typeof maxContains === 'number' && maxContains < 100
      ? [
          {
            name: 'maxContains+1',
            kind: 'invalid' as const,
            on: 'maxContains',
            breaks: ['contains', 'maxContains'],
            value: some(item, maxContains + 1),
            about: `${words} contains it ${maxContains + 1} times, above the maximum of ${maxContains}`,
          },
        ]
      : []),
  ];
}

/** One item more than those that are named one by one. */
function beyondFirst({ plain, words, property }: Spot, maker: PartMaker): Variant[] {
  const first = listed(plain.prefixItems).length ? listed(plain.prefixItems) : listed(plain.items);
  if (!first.length || first.length > 100) return [];
  const all = partValue({ ...plain, items: {}, prefixItems: first, minItems: first.length, maxItems: first.length }, property, maker);
  if (!Array.isArray(all)) return [];
  const isClosed = plain.items === false || plain.additionalItems === false || plain.unevaluatedItems === false;
  const more = { value: [...all, null], about: `${words} has one item more than the ${first.length} that are declared` };
  return [
    { name: 'prefixItems', kind: 'valid', on: 'prefixItems', value: all, about: `${words} has all of its ${first.length} items` },
    ...(isClosed
      ? [
          {
            name: 'prefixItems+1',
            kind: 'invalid' as const,
            on: 'items',
            breaks: ['items', 'additionalItems', 'unevaluatedItems'],
            ...more,
          },
        ]
      : []),
  ];
}
