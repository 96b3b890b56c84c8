import { childOf, isObject, type JsonObject, keysIn, member, pointer } from '../../model/json.ts';
import { textFor } from '../sample/pattern-text.ts';
import { listed } from './layers.ts';
import { type PartMaker, partValue } from './part-value.ts';
import { replacedIn } from './replaced.ts';
import type { Layer, Spot } from './spot.ts';
import { inNames, inWords, spread } from './words.ts';

/** So many members of one object, and branches, patterns and first items, are looked at. */
const MAX_MEMBERS = 100;
const MAX_PARTS = 10;

export interface SpotMaker extends PartMaker {
  /** By name of a spot, how many of its values were found not to fit. */
  misses: ReadonlyMap<string, number>;
}

/** A place within the value of a spot. */
export interface Child {
  name: string;
  words: string;
  property: string;
  place: string;
  /** What speaks about it, without what that refers to. */
  starts: readonly Layer[];
  isOptional: boolean;
  /** The arguments that it is changed in, and its value there; undefined when it has to be added. */
  base: JsonObject;
  value: unknown;
}

/** The members that a schema names, or the items; and how many were left out because there are too many. */
export function childrenOf(spot: Spot, maker: SpotMaker): { children: Child[]; left: number } {
  if (Array.isArray(spot.value)) return { children: itemsOf(spot, spot.value, maker), left: 0 };
  return isObject(spot.value) ? membersOf(spot, spot.value) : { children: [], left: 0 };
}

function membersOf(spot: Spot, value: JsonObject): { children: Child[]; left: number } {
  const layers = spot.branch ?? spot.layers;
  // Of a branch what it names itself, and what it asks for. Sorted, so that the order in which a schema names them means nothing.
  const asked = (spot.branch ?? []).flatMap(({ schema }) => listed(schema.required)).filter((each) => typeof each === 'string');
  const names = [...new Set([...namesIn(layers, 'properties'), ...asked])].sort();
  const chosen = spread(names, MAX_MEMBERS);
  const properties = chosen.map((name) => child(name, inNames(spot.name, name), ['properties', name], spot.layers));
  const patterns = [...namesIn(layers, 'patternProperties')].sort().slice(0, MAX_PARTS);
  const matched = patterns.map((pattern) =>
    child(textFor(pattern, 1) ?? 'a', inNames(spot.name, `patternProperties-${pattern}`), ['patternProperties', pattern]),
  );
  const others = child('extra', inNames(spot.name, 'additionalProperties'), ['additionalProperties']);
  const isSaid = others.starts.some(({ schema }) => Object.keys(schema).length > 0);
  const children = [...properties, ...matched, ...(isSaid ? [others] : [])].filter(({ starts }) => starts.length > 0);
  return { children, left: names.length - chosen.length };

  function child(name: string, label: string, keys: readonly string[], within = layers): Child {
    const isOptional = !listed(spot.plain.required).includes(name);
    const place = spot.place + pointer(name);
    const starts = partsOf(within, keys);
    return {
      name: label,
      words: inWords(spot.words, name),
      property: name,
      place,
      starts,
      isOptional,
      base: spot.base,
      value: member(value, name),
    };
  }
}

/** Each of the first items, where they are named one by one, and one of the others. */
function itemsOf(spot: Spot, value: readonly unknown[], maker: SpotMaker): Child[] {
  const { plain, property, place, base, words } = spot;
  const layers = spot.branch ?? spot.layers;
  const first = layers.flatMap(({ schema }) => [listed(schema.prefixItems), listed(schema.items)]).find((list) => list.length) ?? [];
  const rest = [...partsOf(layers, ['items']), ...partsOf(layers, ['additionalItems'])];
  const most = typeof plain.maxItems === 'number' ? plain.maxItems : Number.POSITIVE_INFINITY;
  const named = Math.min(first.length, MAX_PARTS);
  const needed = Math.max(0, Math.min(named + Number(rest.length > 0 && first.length === named), most));
  const missed = maker.misses.get(inNames(spot.name, 'items')) ?? 0;
  const made = value.length >= needed ? value : partValue({ ...plain, minItems: needed }, property, maker, missed);
  const holding = made === value ? base : replacedIn(base, keysIn(place), made);
  return Array.from({ length: needed }, (_, index): Child => {
    const key = String(index);
    const isNamed = index < named;
    const starts = isNamed ? [...partsOf(layers, ['prefixItems', key]), ...partsOf(layers, ['items', key])] : rest;
    const name = inNames(spot.name, isNamed ? key : 'items');
    const common = { name, words: `${words}[${index}]`, property, place: place + pointer(index), starts, isOptional: false };
    return { ...common, base: holding, value: childOf(made, key) };
  }).filter(({ starts }) => starts.length > 0);
}

/** A branch that the value of a spot does not take. */
export interface Branch {
  name: string;
  keyword: 'anyOf' | 'oneOf';
  index: number;
  /** Where the keyword stands. */
  at: string;
  layer: Layer;
}

export function branchesOf({ name, layers, branch }: Spot): Branch[] {
  if (branch) return [];
  const taken = new Set(layers.map(({ at }) => at));
  return layers.flatMap(({ at, schema }) =>
    (['anyOf', 'oneOf'] as const).flatMap((keyword) =>
      listed(schema[keyword])
        .slice(0, MAX_PARTS)
        .flatMap((each, index): Branch[] => {
          const here = at + pointer(keyword, index);
          if (taken.has(here) || !isObject(each)) return [];
          return [
            {
              name: inNames(name, `${keyword}-${index + 1}`),
              keyword,
              index,
              at: at + pointer(keyword),
              layer: { at: here, schema: each },
            },
          ];
        }),
    ),
  );
}

/** What layers say of one part; `true` allows everything, and of what `false` forbids there are no cases. */
function partsOf(layers: readonly Layer[], keys: readonly string[]): Layer[] {
  return layers.flatMap(({ at, schema }) => {
    const part = keys.reduce<unknown>((value, key) => childOf(value, key), schema);
    if (part === true) return [{ at: at + pointer(...keys), schema: {} }];
    return isObject(part) ? [{ at: at + pointer(...keys), schema: part }] : [];
  });
}

/** The keys of `properties` or `patternProperties` in all layers. */
export function namesIn(layers: readonly Layer[], keyword: 'properties' | 'patternProperties'): Set<string> {
  return new Set(layers.flatMap(({ schema }) => Object.keys(isObject(schema[keyword]) ? schema[keyword] : {})));
}
