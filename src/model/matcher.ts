import type { Matcher, PatternMatcher } from './expectation.ts';
import { isObject } from './json.ts';

/** The types that `{type: …}` can ask for. */
export const VALUE_TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const;

const PATTERN_KEYS = new Set(['type', 'regex', 'min', 'max', 'any']);

/** True for an object whose keys all are among `type`, `regex`, `min`, `max` and `any`; every other matcher is a value to compare with. */
export function isPattern(matcher: Matcher): matcher is PatternMatcher {
  const keys = isObject(matcher) ? Object.keys(matcher) : [];
  return keys.length > 0 && keys.every((key) => PATTERN_KEYS.has(key));
}

/** A regular expression of a suite or a case, in Unicode mode as in JSON Schema. @throws SyntaxError */
export function regexOf(source: string): RegExp {
  return new RegExp(source, 'u');
}
