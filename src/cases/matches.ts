import type { Matcher } from '../model/expectation.ts';
import { isObject, kindOf } from '../model/json.ts';
import { isPattern, regexOf } from '../model/matcher.ts';

/** Of a longer text a regular expression sees only so many UTF-16 units: one of the user's that backtracks must not stop everything. */
const MAX_MATCHED = 64 * 1024;

/**
 * Does a value meet a matcher? An object whose keys all are among `type`, `regex`, `min`, `max` and `any` is a pattern, all of whose members
 * must hold; everything else is compared as JSON: the order of keys is ignored, that of lists counts. Undefined meets nothing.
 */
export function matches(matcher: Matcher, value: unknown): boolean {
  if (value === undefined) return false;
  if (!isPattern(matcher)) return isSameJson(matcher, value);
  return Object.entries(matcher).every(([key, wanted]) => meets(key, wanted, value));
}

/** Does a text match a regular expression? Only its first 64 KiB are looked at; an expression that does not compile matches nothing. */
export function matchesRegex(source: string, text: string): boolean {
  try {
    return regexOf(source).test(text.slice(0, MAX_MATCHED));
  } catch {
    return false;
  }
}

function meets(key: string, wanted: unknown, value: unknown): boolean {
  if (key === 'type') return wanted === 'integer' ? Number.isInteger(value) : kindOf(value) === wanted;
  if (key === 'regex') return typeof wanted === 'string' && typeof value === 'string' && matchesRegex(wanted, value);
  if (key === 'any') return true;
  if (typeof wanted !== 'number' || typeof value !== 'number') return false;
  return key === 'min' ? value >= wanted : value <= wanted;
}

/** Not by canonical JSON: an adapter may send 1e400, which JSON.parse makes a number that JSON cannot write. */
function isSameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((each, index) => isSameJson(each, b[index]));
  if (!isObject(a) || !isObject(b)) return a === b;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isSameJson(a[name], b[name]));
}
