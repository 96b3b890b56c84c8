import { isObject, keysIn, member, pointer } from './json.ts';

/** How far a JSON pointer leads into a value. */
export interface Followed {
  /** The last place that is there, as a pointer; the whole one where `found`. */
  at: string;
  value: unknown;
  found: boolean;
}

/** True for a JSON pointer (RFC 6901): empty, or keys that each have a `/` in front, with `~` only in `~0` and `~1`. */
export function isPointer(text: string): boolean {
  return /^(?:\/(?:[^~/]|~[01])*)*$/.test(text);
}

/** Follows a JSON pointer into a value, as far as it leads. What is no pointer leads nowhere. */
export function follow(value: unknown, at: string): Followed {
  if (!isPointer(at)) return { at: '', value, found: false };
  const keys = keysIn(at);
  let here = value;
  for (const [depth, key] of keys.entries()) {
    const next = stepInto(here, key);
    if (next === undefined) return { at: pointer(...keys.slice(0, depth)), value: here, found: false };
    here = next;
  }
  return { at, value: here, found: here !== undefined };
}

/** Own members only, and an index as RFC 6901 section 4 writes it: no sign, no zero in front. */
function stepInto(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return /^(?:0|[1-9]\d*)$/.test(key) ? value[Number(key)] : undefined;
  return isObject(value) ? member(value, key) : undefined;
}
