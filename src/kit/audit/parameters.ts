import { hash } from 'node:crypto';
import { canonicalJson } from '../../model/canonical-json.ts';
import { isObject, kindOf } from '../../model/json.ts';
import type { ParameterSummary } from './record.ts';

const MAX_PARAMETERS = 50;
const MAX_NAME = 100;
const MAX_VALUE = 200;
const MAX_LEVELS = 50;
const MAX_TEXT = 256 * 1024;

/**
 * What the log says of the arguments of a call: of each its type, its length (strings in characters, arrays in items, objects in members),
 * and 8 hex digits of a SHA-256 over a secret key and its canonical JSON. The value only of those named `loggable`, at most 200 characters of it. The
 * first 50 arguments, their names cut to 100 characters. What is nested deeper than 50 levels, larger than 256 KiB or no JSON is hashed by
 * its beginning.
 */
export function summariseParameters(args: unknown, loggable: readonly string[], key: string): Record<string, ParameterSummary> {
  if (!isObject(args)) return {};
  const named = Object.entries(args).slice(0, MAX_PARAMETERS);
  // Not by assignment: a parameter may be called __proto__.
  return Object.fromEntries(
    named.map(([name, value]) => [firstCharacters(name, MAX_NAME), summarise(value, loggable.includes(name), key)]),
  );
}

function summarise(value: unknown, withValue: boolean, key: string): ParameterSummary {
  const plain = isScalar(value) && !(typeof value === 'string' && value.length > MAX_TEXT);
  const { text, whole } = plain ? { text: JSON.stringify(value), whole: true } : beginningOf(value);
  const canonical = whole && !plain ? canonicalJson(value) : text;
  const length = lengthOf(value);
  return {
    type: kindOf(value),
    ...(length === undefined ? {} : { length }),
    // Cut so short, nothing can be appended to it; an HMAC would cost five times as much, twice a call.
    hash: hash('sha256', `${key}${canonical}`, 'hex').slice(0, 8),
    ...(withValue ? { value: shown(value, canonical, whole) } : {}),
  };
}

function lengthOf(value: unknown): number | undefined {
  if (typeof value === 'string') return characters(value);
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : undefined;
}

function shown(value: unknown, canonical: string, whole: boolean): unknown {
  if (typeof value === 'string') return firstCharacters(value, MAX_VALUE);
  return whole && canonical.length <= MAX_VALUE ? value : firstCharacters(canonical, MAX_VALUE);
}

/**
 * The beginning of the JSON of a value, about: names and values in their order, without what closes. `whole` is true when nothing of it was
 * left out, so that the value can be written canonically. Without recursion, and it looks at no more than it takes.
 */
function beginningOf(value: unknown): { text: string; whole: boolean } {
  let [text, whole] = ['', true];
  const rest = [{ name: '', value, level: 0 }];
  for (let next = rest.pop(); next && text.length <= MAX_TEXT; next = rest.pop()) {
    const { name, value, level } = next;
    if (typeof value === 'object' && value !== null && level < MAX_LEVELS) {
      const keys = keysOf(value);
      text += `${name}${Array.isArray(value) ? '[' : '{'}`;
      for (const key of keys.reverse()) {
        rest.push({ name: Array.isArray(value) ? '' : `${JSON.stringify(key)}:`, value: Reflect.get(value, key), level: level + 1 });
      }
    } else {
      const cut = typeof value === 'string' ? value.slice(0, MAX_TEXT) : value;
      whole &&= isScalar(value);
      text += `${name}${isScalar(cut) ? JSON.stringify(cut) : kindOf(cut)},`;
    }
  }
  return { text: text.slice(0, MAX_TEXT), whole: whole && text.length <= MAX_TEXT };
}

function keysOf(value: object): string[] {
  if (Array.isArray(value)) return Array.from({ length: Math.min(value.length, MAX_TEXT) }, (_, index) => String(index));
  return Object.keys(value).slice(0, MAX_TEXT);
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

/** Characters as people count them: code points. */
function characters(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at++) if (isPair(text, at)) count -= 1;
  return count;
}

function firstCharacters(text: string, max: number): string {
  let end = 0;
  for (let taken = 0; taken < max && end < text.length; taken++) end += isPair(text, end) ? 2 : 1;
  return text.slice(0, end);
}

function isPair(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff;
}
