import { isObject, type JsonObject, member } from '../../model/json.ts';
import { isClosed, parts, typesOf } from './parameter.ts';

/** From here on a maximum says no more than what the integer type can hold. */
const TYPE_LIMIT = 2 ** 31 - 1;

/** True for a parameter that is a number and nothing else but null. */
export function isNumeric(schema: JsonObject): boolean {
  const types = [...typesOf(schema)].filter((type) => type !== 'null');
  return types.length > 0 && types.every((type) => type === 'number' || type === 'integer');
}

/** True when a numeric parameter has a largest value; one that only repeats the limit of its type counts as none. */
export function hasMaximum(schema: JsonObject, orTypeLimit = false): boolean {
  const limit = orTypeLimit ? Number.POSITIVE_INFINITY : TYPE_LIMIT;
  const bounded = (part: JsonObject) =>
    isClosed(part) || ['maximum', 'exclusiveMaximum'].some((keyword) => isBelow(member(part, keyword), limit));
  if (bounded(schema)) return true;
  const all = member(schema, 'allOf');
  if (Array.isArray(all) && all.some((branch) => isObject(branch) && bounded(branch))) return true;
  // Of alternatives, every numeric one must be bounded.
  const numeric = ['anyOf', 'oneOf'].flatMap((keyword) => {
    const list = member(schema, keyword);
    return Array.isArray(list) ? list.filter((branch): branch is JsonObject => isObject(branch) && isNumeric(branch)) : [];
  });
  return numeric.length > 0 && numeric.every(bounded);
}

/** Formats whose values cannot be long. */
const SHORT_FORMATS = ['date', 'time', 'date-time', 'duration', 'uuid', 'ipv4', 'ipv6'];

/** `string` or `array` when the parameter is one without a largest length, else null. */
export function unboundedKind(schema: JsonObject): 'string' | 'array' | null {
  const types = typesOf(schema);
  const has = (keyword: string) => parts(schema).some((part) => typeof member(part, keyword) === 'number');
  if (types.has('array') && !has('maxItems') && !isClosed(schema)) return 'array';
  if (!types.has('string') || isClosed(schema) || has('maxLength')) return null;
  return parts(schema).some((part) => isShort(member(part, 'format')) || repeatsNothing(member(part, 'pattern'))) ? null : 'string';
}

function isBelow(value: unknown, limit: number): boolean {
  return typeof value === 'number' && value < limit;
}

function isShort(format: unknown): boolean {
  return typeof format === 'string' && SHORT_FORMATS.includes(format);
}

/** True for an anchored pattern that repeats nothing without end. */
function repeatsNothing(pattern: unknown): boolean {
  return typeof pattern === 'string' && pattern.startsWith('^') && pattern.endsWith('$') && !/[*+]|\{\d+,\}/.test(pattern);
}
