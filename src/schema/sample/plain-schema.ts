import { follow } from '../../model/follow-pointer.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import { shorten } from '../../model/text.ts';
import { NoSample } from './no-sample.ts';

/** So many references and combinations may stand for one schema. */
const MAX_STEPS = 50;
const MAX_PARTS = 100;

/** Which branch of `anyOf` and `oneOf` an attempt takes: the first two take the first. */
export function branchOf(attempt: number): number {
  return Math.max(0, attempt - 1);
}

/**
 * A schema with its `$ref`, `allOf` and one branch of its `anyOf` and `oneOf` folded in: what remains speaks about one value directly.
 * Only references within `root` are followed.
 * @throws NoSample when it allows nothing, leads elsewhere, or has no end
 */
export function plainSchema(schema: unknown, root: JsonObject, branch: number): JsonObject {
  let here = objectOf(schema);
  for (let step = 0; step < MAX_STEPS; step++) {
    const { $ref, allOf, anyOf, oneOf, ...rest } = here;
    if (typeof $ref === 'string') here = merged({ ...here, $ref: undefined }, referred($ref, root));
    else if (Array.isArray(allOf)) here = together(allOf, { ...here, allOf: undefined });
    else if (Array.isArray(anyOf)) here = merged({ ...rest, oneOf }, chosen(anyOf, branch));
    else if (Array.isArray(oneOf)) here = merged(rest, chosen(oneOf, branch));
    else return here;
  }
  throw new NoSample('its references have no end');
}

function together(parts: readonly unknown[], rest: JsonObject): JsonObject {
  if (parts.length > MAX_PARTS) throw new NoSample(`it combines more than ${MAX_PARTS} schemas`);
  return parts.reduce((whole: JsonObject, part) => merged(whole, objectOf(part)), rest);
}

/** True allows everything, as a schema without keywords does. */
function objectOf(schema: unknown): JsonObject {
  if (schema === false) throw new NoSample('it allows nothing');
  return isObject(schema) ? schema : {};
}

function referred(reference: string, root: JsonObject): JsonObject {
  const found = reference.startsWith('#') ? follow(root, decoded(reference.slice(1))) : null;
  if (!found?.found) throw new NoSample(`"$ref" leads to ${shorten(reference, 80)}, which is not in it`);
  return objectOf(found.value);
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** One of several branches: those first that are more than null. */
function chosen(branches: readonly unknown[], branch: number): JsonObject {
  const possible = branches.filter((each) => each !== false);
  const isNull = (each: unknown) => isObject(each) && (each.type === 'null' || each.const === null);
  const [first] = [...possible.filter((each) => !isNull(each)), ...possible.filter(isNull)].slice(Math.min(branch, possible.length - 1));
  if (first === undefined) throw new NoSample('it allows nothing');
  return objectOf(first);
}

/** Both schemas as one, roughly: of what cannot be joined, the second's holds. */
function merged(one: JsonObject, two: JsonObject): JsonObject {
  const both = { ...one, ...Object.fromEntries(Object.entries(two).filter(([, value]) => value !== undefined)) };
  const joined: JsonObject = {};
  if (isObject(one.properties) && isObject(two.properties)) joined.properties = mergedProperties(one.properties, two.properties);
  if (Array.isArray(one.required) && Array.isArray(two.required)) joined.required = [...one.required, ...two.required];
  for (const keyword of ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const) Object.assign(joined, bound(keyword, Math.max));
  for (const keyword of ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const) Object.assign(joined, bound(keyword, Math.min));
  // A branch of each has to be taken.
  const branches = (['anyOf', 'oneOf', 'allOf'] as const).filter((keyword) => Array.isArray(one[keyword]) && Array.isArray(two[keyword]));
  if (branches.length) joined.allOf = branches.flatMap((keyword) => [{ [keyword]: one[keyword] }, { [keyword]: two[keyword] }]);
  for (const keyword of branches) if (keyword !== 'allOf') joined[keyword] = undefined;
  return { ...both, ...joined };

  function bound(keyword: string, stricter: (a: number, b: number) => number): JsonObject {
    const [a, b] = [one[keyword], two[keyword]];
    return typeof a === 'number' && typeof b === 'number' ? { [keyword]: stricter(a, b) } : {};
  }
}

function mergedProperties(one: JsonObject, two: JsonObject): JsonObject {
  const shared = Object.keys(two).filter((name) => Object.hasOwn(one, name));
  return { ...one, ...two, ...Object.fromEntries(shared.map((name) => [name, { allOf: [one[name], two[name]] }])) };
}
