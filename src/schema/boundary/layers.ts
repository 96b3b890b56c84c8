import { follow } from '../../model/follow-pointer.ts';
import { childOf, isObject, type JsonObject, kindOf, member, pointer } from '../../model/json.ts';
import { NoSample } from '../sample/no-sample.ts';
import { plainSchema } from '../sample/plain-schema.ts';
import type { Layer } from './spot.ts';

/** So many schemas may speak about one value. */
const MAX_LAYERS = 60;
/** A branch is recognised by so many members and references at most. */
const MAX_LOOKS = 20;

/**
 * All schemas that speak about a value: those given, what they refer to, each part of `allOf`, and the branch of `anyOf` and `oneOf` that
 * the value takes.
 * @param value undefined for one that has still to be made
 * @param passed without a value: so many branches of those that are more than null are passed over
 * @param picks by pointer of an `anyOf` or `oneOf`, the branch to take
 */
export function layersOf(
  starts: readonly Layer[],
  root: JsonObject,
  value: unknown,
  picks: ReadonlyMap<string, number>,
  passed = 0,
): Layer[] {
  const found = new Map<string, Layer>();
  for (const start of starts) visit(start.at, start.schema);
  return [...found.values()];

  function visit(at: string, schema: unknown): void {
    if (!isObject(schema) || found.has(at) || found.size >= MAX_LAYERS) return;
    found.set(at, { at, schema });
    const target = referred(schema, root);
    if (target) visit(target.at, target.schema);
    listed(schema.allOf).forEach((part, index) => {
      visit(at + pointer('allOf', index), part);
    });
    for (const keyword of ['anyOf', 'oneOf']) {
      const branches = listed(schema[keyword]);
      const index =
        picks.get(at + pointer(keyword)) ?? (value === undefined ? freeBranch(branches, passed) : branchFor(branches, root, value));
      visit(at + pointer(keyword, index), branches[index]);
    }
  }
}

/** What layers say together, as one schema that speaks about the value directly; null when that cannot be said. */
export function plainOf(layers: readonly Layer[], root: JsonObject): JsonObject | null {
  const parts = layers.map(({ schema: { $ref, allOf, anyOf, oneOf, ...rest } }) => rest);
  if (parts.length === 1) return parts[0] ?? {};
  try {
    return plainSchema({ allOf: parts }, root, 0);
  } catch (error) {
    if (error instanceof NoSample) return null;
    throw error;
  }
}

/** Where a keyword stands; where none of the layers has it, where the first stands. */
export function locate(layers: readonly Layer[], keyword: string): string {
  const layer = layers.find(({ schema }) => Object.hasOwn(schema, keyword));
  return layer ? `${layer.at}/${keyword}` : (layers[0]?.at ?? '');
}

/** What a local `$ref` leads to. */
export function referred(schema: JsonObject, root: JsonObject): Layer | null {
  if (typeof schema.$ref !== 'string' || !schema.$ref.startsWith('#')) return null;
  const found = follow(root, decoded(schema.$ref.slice(1)));
  return found.found && isObject(found.value) ? { at: found.at, schema: found.value } : null;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The branch that a value takes, by its type and its members. */
function branchFor(branches: readonly unknown[], root: JsonObject, value: unknown): number {
  return Math.max(
    0,
    branches.findIndex((branch) => looksLike(branch, root, value, MAX_LOOKS)),
  );
}

/** One of those that are more than null, else the first. */
function freeBranch(branches: readonly unknown[], passed: number): number {
  const free = branches.flatMap((branch, index) => (isNull(branch) || branch === false ? [] : [index]));
  return free[Math.min(passed, free.length - 1)] ?? 0;
}

function isNull(branch: unknown): boolean {
  return member(branch, 'type') === 'null' || (isObject(branch) && branch.const === null);
}

function looksLike(schema: unknown, root: JsonObject, value: unknown, left: number): boolean {
  if (!isObject(schema) || left <= 0) return schema !== false;
  const target = referred(schema, root);
  if (target && !looksLike(target.schema, root, value, left - 1)) return false;
  if ('const' in schema && JSON.stringify(schema.const) !== JSON.stringify(value)) return false;
  if (Array.isArray(schema.enum) && !schema.enum.slice(0, 1_000).includes(value)) return false;
  if ('type' in schema && !typesIn(schema.type).includes(kindOf(value))) return false;
  if (!isObject(value)) return true;
  if (!listed(schema.required).every((name) => typeof name !== 'string' || Object.hasOwn(value, name))) return false;
  const known = Object.entries(isObject(schema.properties) ? schema.properties : {}).slice(0, left);
  return known.every(([name, part]) => !Object.hasOwn(value, name) || looksLike(part, root, childOf(value, name), left / 2 - 1));
}

/** The types that a schema allows, all of them where it does not say: those of one branch or another together. */
export function typesOf(schema: unknown, root: JsonObject, left = 6): ReadonlySet<string> {
  if (schema === false) return new Set();
  if (!isObject(schema) || left <= 0) return new Set(TYPES);
  let types: readonly string[] = 'type' in schema ? typesIn(schema.type) : TYPES;
  const narrow = (others: ReadonlySet<string>) => {
    types = types.filter((type) => others.has(type));
  };
  if (Array.isArray(schema.enum)) narrow(new Set(schema.enum.slice(0, 1_000).map(kindOf)));
  if ('const' in schema) narrow(new Set([kindOf(schema.const)]));
  const target = referred(schema, root);
  if (target) narrow(typesOf(target.schema, root, left - 1));
  for (const part of listed(schema.allOf).slice(0, MAX_LOOKS)) narrow(typesOf(part, root, left - 1));
  for (const branches of [listed(schema.anyOf), listed(schema.oneOf)])
    if (branches.length) narrow(new Set(branches.slice(0, MAX_LOOKS).flatMap((branch) => [...typesOf(branch, root, left - 1)])));
  return new Set(types);
}

/** The types of JSON, in the order in which wrong ones are tried. */
export const TYPES = ['null', 'string', 'number', 'boolean', 'array', 'object'];

function typesIn(type: unknown): string[] {
  return (Array.isArray(type) ? type : [type]).map((each) => (each === 'integer' ? 'number' : String(each)));
}

/** The items of a list; of anything else none. */
export function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
