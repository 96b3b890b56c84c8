import type { Arbitrary } from 'fast-check';
import fc from 'fast-check';
import { isObject, type JsonObject, member } from '../../model/json.ts';
import { typesOf, variants } from './plain-variants.ts';
import type { Making } from './value-arbitrary.ts';

/** One change of arguments that is likely to make them invalid. */
export interface Miss {
  /** The keys that lead to the member. */
  path: readonly string[];
  /** What stands there then; undefined for nothing. */
  value: unknown;
}

const MAX_MISSES = 200;
const MAX_DEPTH = 3;
/** Longer texts and lists are the business of boundary cases. */
const MAX_LENGTH = 1_000;

/** No declaration has a parameter of this name. */
const EXTRA = 'unexpected';
const OTHER_TYPES: readonly [string, unknown][] = [
  ['string', 'text'],
  ['integer', 0],
  ['number', 0.5],
  ['boolean', true],
  ['null', null],
  ['array', []],
  ['object', {}],
];

/** One member missing, one too many, one of another type or just out of bounds; null where the schema gives nothing to miss. */
export function nearMisses(making: Making): Arbitrary<Miss> | null {
  const found = missesOf(making.root, [], making.root);
  return found.length ? fc.constantFrom(...found) : null;
}

/** The arguments with the change; as they are where what it is about is not there. */
export function withMiss(args: unknown, { path: [key, ...rest], value }: Miss): unknown {
  if (key === undefined) return value;
  if (!isObject(args)) return args;
  const changed = rest.length ? withMiss(member(args, key), { path: rest, value }) : value;
  const others = Object.entries(args).filter(([name]) => name !== key);
  return Object.fromEntries(changed === undefined ? others : [...others, [key, changed]]);
}

function missesOf(schema: unknown, path: readonly string[], root: JsonObject): Miss[] {
  const [plain] = variants(schema, root);
  if (!plain || path.length > MAX_DEPTH) return [];
  const { properties, required } = plain;
  const schemas = isObject(properties) ? properties : {};
  const missing = (Array.isArray(required) ? required : []).filter((name) => typeof name === 'string').slice(0, MAX_MISSES / 4);
  const found: Miss[] = missing.map((name) => ({ path: [...path, name], value: undefined }));
  found.push({ path: [...path, EXTRA], value: true });
  for (const [name, child] of Object.entries(schemas)) {
    if (found.length >= MAX_MISSES) break;
    const [own] = variants(child, root);
    if (!own) continue;
    found.push(...wrongValues(own).map((value) => ({ path: [...path, name], value })));
    if (isObject(own.properties)) found.push(...missesOf(own, [...path, name], root));
  }
  return found.slice(0, MAX_MISSES);
}

function wrongValues(plain: JsonObject): unknown[] {
  const types = typesOf(plain);
  const allows = (type: string) => types.includes(type) || (type === 'integer' && types.includes('number'));
  const others = 'type' in plain ? OTHER_TYPES.filter(([type]) => !allows(type)).map(([, value]) => value) : [];
  const { minimum, maximum, multipleOf, minLength, maxLength, maxItems, enum: members, pattern } = plain;
  return [
    ...others,
    ...(typeof minimum === 'number' ? [minimum - 1] : []),
    ...(typeof maximum === 'number' ? [maximum + 1] : []),
    ...(typeof multipleOf === 'number' ? [multipleOf / 2] : []),
    ...(isCount(minLength) && minLength > 0 ? ['a'.repeat(minLength - 1)] : []),
    ...(isCount(maxLength) ? ['a'.repeat(maxLength + 1)] : []),
    ...(isCount(maxItems) && maxItems < 50 ? [Array.from({ length: maxItems + 1 }, () => null)] : []),
    ...(Array.isArray(members) && typeof members[0] === 'string' ? [`${members[0]}x`, ''] : []),
    ...(typeof pattern === 'string' ? ['', '!', 'a b'] : []),
  ];
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < MAX_LENGTH;
}
