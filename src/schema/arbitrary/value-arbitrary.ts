import type { Arbitrary } from 'fast-check';
import fc from 'fast-check';
import { isObject, type JsonObject, member } from '../../model/json.ts';
import { textFor } from '../sample/pattern-text.ts';
import { numberArbitrary } from './number-arbitrary.ts';
import { typesOf, variants } from './plain-variants.ts';
import { textArbitrary } from './text-arbitrary.ts';

/** Bounds of what is made for one schema: a hostile one must not cost more than a large honest one. */
const MAX_DEPTH = 8;
const MAX_SCHEMAS = 400;
const MAX_OPTIONAL = 40;
const MAX_MEMBERS = 50;
const MAX_ITEMS = 5;

/** What one schema's arbitrary is made with. */
export interface Making {
  root: JsonObject;
  /** So many schemas may still be looked at. */
  left: number;
}

export function makingOf(root: JsonObject): Making {
  return { root, left: MAX_SCHEMAS };
}

/**
 * Values that a schema is likely to allow, shrinking toward the plainest; null where none can be made within the bounds.
 * @param known a value that is known to work, often taken as it is and shrunk to; undefined for none
 */
export function valueArbitrary(schema: unknown, known: unknown, making: Making, depth = 0): Arbitrary<unknown> | null {
  if (depth > MAX_DEPTH || --making.left < 0) return null;
  const kinds = variants(schema, making.root).flatMap((plain) => kindsOf(plain, known, making, depth));
  const made = oneOf(kinds);
  // Of an object the members are those that are known.
  if (known === undefined || (isObject(known) && made)) return made;
  return made ? either(known, 2, made, 3) : fc.constant(known);
}

function kindsOf(plain: JsonObject, known: unknown, making: Making, depth: number): Arbitrary<unknown>[] {
  if ('const' in plain) return [fc.constant(plain.const)];
  if (Array.isArray(plain.enum)) return plain.enum.length ? [fc.constantFrom(...plain.enum.slice(0, MAX_MEMBERS))] : [];
  return typesOf(plain)
    .map((type) => kindOf(type, plain, known, making, depth))
    .filter((made) => made !== null);
}

function kindOf(type: unknown, plain: JsonObject, known: unknown, making: Making, depth: number): Arbitrary<unknown> | null {
  if (type === 'object') return objectArbitrary(plain, isObject(known) ? known : {}, making, depth);
  if (type === 'array') return arrayArbitrary(plain, making, depth);
  if (type === 'string') return textArbitrary(plain);
  if (type === 'integer' || type === 'number') return numberArbitrary(plain, type === 'integer');
  if (type === 'boolean') return fc.boolean();
  return type === 'null' ? fc.constant(null) : null;
}

/** Required members always, the others half of the time; what is known to work goes in as it is half of the time. */
function objectArbitrary(plain: JsonObject, known: JsonObject, making: Making, depth: number): Arbitrary<JsonObject> | null {
  const { properties, required } = plain;
  const schemas = isObject(properties) ? properties : {};
  const needed = new Set(Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []);
  const undeclared = plain.additionalProperties === false ? {} : known;
  const optional = Object.keys({ ...undeclared, ...schemas }).filter((name) => !needed.has(name));
  const members: [string, Arbitrary<unknown>][] = [];
  for (const name of needed) {
    const made = valueArbitrary(schemaOf(name), member(known, name), making, depth + 1);
    if (!made) return null;
    members.push([name, made]);
  }
  for (const name of optional.slice(0, MAX_OPTIONAL)) {
    const made = valueArbitrary(schemaOf(name), member(known, name), making, depth + 1);
    if (made) members.push([name, either(undefined, 1, made, 1)]);
  }
  const others = othersArbitrary(plain, making, depth);
  return fc
    .tuple(fc.tuple(...members.map(([, made]) => made)), others)
    .map(([values, more]) =>
      Object.fromEntries([
        ...more,
        ...members.flatMap(([name], index): [string, unknown][] => (values[index] === undefined ? [] : [[name, values[index]]])),
      ]),
    );

  function schemaOf(name: string): unknown {
    return Object.hasOwn(schemas, name) ? schemas[name] : {};
  }
}

/** Members whose names the schema leaves open: those of a map, and those that a pattern asks for. */
function othersArbitrary(
  { additionalProperties, patternProperties }: JsonObject,
  making: Making,
  depth: number,
): Arbitrary<[string, unknown][]> {
  const patterns = isObject(patternProperties) ? Object.entries(patternProperties).slice(0, 3) : [];
  const named = patterns.map(([pattern, schema]): [string | null, unknown] => [textFor(pattern, 1), schema]);
  const open: [string | null, unknown][] = isObject(additionalProperties)
    ? [
        ['key', additionalProperties],
        ['key 2', additionalProperties],
      ]
    : [];
  const pairs = [...named, ...open].flatMap(([name, schema]) => {
    const made = name === null ? null : valueArbitrary(schema, undefined, making, depth + 1);
    return name === null || !made
      ? []
      : [
          either<[string, unknown] | undefined>(
            undefined,
            1,
            made.map((value) => [name, value]),
            1,
          ),
        ];
  });
  return fc.tuple(...pairs).map((some) => some.filter((each) => each !== undefined));
}

function arrayArbitrary(plain: JsonObject, making: Making, depth: number): Arbitrary<unknown[]> | null {
  const { items, prefixItems, contains, minItems, maxItems, uniqueItems } = plain;
  const first: unknown[] = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  const heads = first.slice(0, MAX_ITEMS * 2).map((schema) => valueArbitrary(schema, undefined, making, depth + 1));
  const least = Math.max(0, Number(minItems ?? 0) - heads.length, isObject(contains) ? 1 : 0);
  const most = Math.min(Number(maxItems ?? Number.POSITIVE_INFINITY) - heads.length, Math.max(least, MAX_ITEMS));
  if (!(least <= MAX_MEMBERS) || heads.includes(null)) return null;
  const further = isObject(contains) ? { allOf: [contains, items ?? true] } : Array.isArray(items) ? plain.additionalItems : items;
  const item = most > 0 && further !== false ? valueArbitrary(further, undefined, making, depth + 1) : null;
  if (!item && least > 0) return null;
  const rest: Arbitrary<unknown[]> = item && most >= least ? fc.array(item, { minLength: least, maxLength: most }) : fc.constant([]);
  const whole = fc.tuple(fc.tuple(...heads.filter((each) => each !== null)), rest).map(([head, tail]) => [...head, ...tail]);
  return uniqueItems === true ? whole.map(withoutTwins) : whole;
}

/** Not fast-check's own: it would go on for ever where there are too few different items. */
function withoutTwins(items: readonly unknown[]): unknown[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

/** One of two, shrinking to the first. */
export function either<T>(plain: T, often: number, other: Arbitrary<T>, rarely: number): Arbitrary<T> {
  return fc.oneof({ withCrossShrink: true }, { arbitrary: fc.constant(plain), weight: often }, { arbitrary: other, weight: rarely });
}

function oneOf(kinds: readonly Arbitrary<unknown>[]): Arbitrary<unknown> | null {
  const [only] = kinds;
  return kinds.length > 1 ? fc.oneof({ withCrossShrink: true }, ...kinds) : (only ?? null);
}
