import { quote } from '../../../model/text.ts';
import { splitWords } from '../../../model/word-match.ts';
import type { Spot, Variant } from '../spot.ts';
import { lengthOf } from '../words.ts';

/** What is sent where a text has no maximum; a longer edge is not made. */
export const LONG = 65_536;
/** One text for all, as each takes its memory. */
const LONG_TEXT = 'a'.repeat(LONG);
/** Two code units, one character: who counts the units is wrong. */
export const ASTRAL = '😀';

/** Texts that programs stumble over: what leads elsewhere, what is no letter, nothing at all, and 64 KiB. */
export function oddTexts(spot: Spot): Variant[] {
  return [...places(spot), ...characters(spot), ...long(spot)];
}

const TRAVERSALS = [
  ['path-traversal', '../../../../../../etc/passwd'],
  ['path-traversal-encoded', '..%2f..%2f..%2f..%2fetc%2fpasswd'],
  ['path-traversal-backslash', '..\\..\\..\\..\\windows\\win.ini'],
  ['path-absolute', '/etc/passwd'],
] as const;
const SCHEMES = [
  ['url-file', 'file:///etc/passwd'],
  ['url-javascript', 'javascript:alert(1)'],
  ['url-data', 'data:text/html,<script>alert(1)</script>'],
] as const;

/** What leads out of a folder, and addresses that are no pages. A pattern may forbid it. */
function places({ plain, property, words }: Spot): Variant[] {
  const [isPath, isUrl] = [namesPath(property), namesUrl(property) || /^(?:url|(?:uri|iri)(?:-reference)?)$/.test(String(plain.format))];
  return [...(isPath ? TRAVERSALS : []), ...(isPath || isUrl ? SCHEMES : [])].flatMap(([name, value]) => {
    const about = `${words} is ${quote(value, 60)}`;
    const allowed: Variant = { name, kind: 'either', on: 'type', value, about };
    const breaks = ['pattern', 'maxLength', 'minLength'].filter((keyword) => keyword in plain);
    return breaks.length ? [allowed, { ...allowed, kind: 'invalid', on: breaks[0] ?? '', breaks }] : [allowed];
  });
}

function namesPath(property: string): boolean {
  return /^(?:paths?|files?|filenames?|filepaths?|dirs?|director(?:y|ies)|folders?|root|source|destination)$/.test(lastWord(property));
}

function namesUrl(property: string): boolean {
  return /^(?:urls?|uris?|href|links?|endpoint|website|webhook)$/.test(lastWord(property));
}

function lastWord(property: string): string {
  return splitWords(property).at(-1) ?? '';
}

/** By the schema they are texts like any other; the last four an adapter may refuse with good reason. */
const ODD = [
  ['astral', ASTRAL, 'valid', 'a character of two code units'],
  ['combining', `e${'\u0301'.repeat(3)}`, 'valid', 'three combining accents on one letter'],
  ['nul', 'a\u0000b', 'either', 'a NUL within'],
  ['bidi', 'a\u202eb', 'either', 'a character that turns the direction of writing'],
  ['zero-width', 'a\u200bb', 'either', 'a space of no width'],
  ['lone-surrogate', 'a\ud800', 'either', 'half of a surrogate pair'],
] as const;

function characters({ plain, words }: Spot): Variant[] {
  const { minLength, maxLength } = plain;
  const isOf = (keyword: string): Variant => ({ name: 'empty', kind: 'invalid', on: keyword, value: '', about: `${words} is empty` });
  const empty: Variant[] = isCount(minLength) && minLength > 0 ? [isOf('minLength')] : [{ ...isOf('type'), kind: 'valid' }];
  // What a pattern makes of them, nobody asks.
  if (typeof plain.pattern === 'string') return [...empty, isOf('pattern')];
  const [least, most] = [isCount(minLength) ? minLength : 0, isCount(maxLength) ? maxLength : LONG];
  const odd = ODD.flatMap(([name, text, kind, says]): Variant[] => {
    const length = lengthOf(text);
    if (length > most || least > LONG) return [];
    const value = 'a'.repeat(Math.max(0, least - length)) + text;
    return [{ name, kind, on: 'type', value, about: `${words} has ${says}` }];
  });
  return [...empty, ...odd];
}

function long({ plain, property, words }: Spot): Variant[] {
  if (typeof plain.pattern === 'string' || (isCount(plain.maxLength) && plain.maxLength < LONG)) return [];
  if (isCount(plain.minLength) && plain.minLength > LONG) return [];
  const kind = namesPath(property) || namesUrl(property) ? 'either' : 'valid';
  return [{ name: 'long', kind, on: 'maxLength', value: LONG_TEXT, about: `${words} has 64 KiB of text` }];
}

/** True for what a length may be. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
