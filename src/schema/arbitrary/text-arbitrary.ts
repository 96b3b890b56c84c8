import type { Arbitrary } from 'fast-check';
import fc from 'fast-check';
import type { JsonObject } from '../../model/json.ts';
import { textFor } from '../sample/pattern-text.ts';

/** Longer texts are not made at random. */
const MAX_LENGTH = 200;
/** A text that has to be longer is nobody's guess: what is known to work stays. */
const MAX_SHORTEST = 2_000;

// The plainest first, as everything shrinks toward it.
const PLAIN = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.,:;/\\\'"<>&%$#@!?*+=()[]{}|~^`'];
const ODD = ['é', '中', '\u0301', '😀', '\n', '\t', '\u0000', '\u200b', '\u202e', '\ufeff', '\u{10ffff}'];

const plain = fc.constantFrom(...PLAIN);
const any = fc.oneof({ withCrossShrink: true }, { arbitrary: plain, weight: 3 }, { arbitrary: fc.constantFrom(...ODD), weight: 2 });
const label = fc.string({ unit: fc.constantFrom(...PLAIN.slice(0, 26)), minLength: 1, maxLength: 12 });
const digits = (min: number, max: number) => fc.integer({ min, max }).map((number) => String(number).padStart(2, '0'));
const date = fc
  .tuple(fc.integer({ min: 1990, max: 2040 }), digits(1, 12), digits(1, 28))
  .map(([year, month, day]) => `${year}-${month}-${day}`);
const time = fc
  .tuple(digits(0, 23), digits(0, 59), digits(0, 59), fc.constantFrom('Z', '+02:00', '.5Z'))
  .map(([hours, minutes, seconds, zone]) => `${hours}:${minutes}:${seconds}${zone}`);
// Names that lead nowhere (RFC 2606) and this machine: an adapter may follow what it is given.
const host = fc.constantFrom('example.invalid', 'localhost', '127.0.0.1');
const path = fc.array(label, { maxLength: 3 }).map((parts) => `/${parts.join('/')}`);
const url = fc.tuple(fc.constantFrom('https', 'http'), host, path).map(([scheme, where, rest]) => `${scheme}://${where}${rest}`);
const mail = label.map((name) => `${name}@example.invalid`);
const name = label.map((first) => `${first}.invalid`);

const FORMATS = new Map<string, Arbitrary<string>>([
  ['date', date],
  ['time', time],
  ['date-time', fc.tuple(date, time).map(([day, hour]) => `${day}T${hour}`)],
  ['duration', fc.integer({ min: 1, max: 999 }).map((days) => `P${days}D`)],
  ['email', mail],
  ['idn-email', mail],
  ['hostname', name],
  ['idn-hostname', name],
  ['ipv4', fc.integer({ min: 1, max: 254 }).map((last) => `127.0.0.${last}`)],
  ['ipv6', fc.constant('::1')],
  ['uri', url],
  ['url', url],
  ['iri', url],
  ['uri-reference', fc.oneof(path, url)],
  ['uuid', fc.uuid({ version: 4 })],
]);

/** Texts that a schema of strings is likely to allow, shrinking toward `aaa`; null when none is short enough to make. */
export function textArbitrary({ minLength, maxLength, pattern, format }: JsonObject): Arbitrary<string> | null {
  if (typeof pattern === 'string') return patternArbitrary(pattern, count(minLength, 0));
  const known = typeof format === 'string' ? FORMATS.get(format) : undefined;
  if (known) return known;
  const shortest = count(minLength, 0);
  const longest = Math.min(count(maxLength, MAX_LENGTH), Math.max(MAX_LENGTH, shortest));
  if (shortest > MAX_SHORTEST || shortest > longest) return null;
  const lengths = { minLength: shortest, maxLength: longest };
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.string({ unit: plain, ...lengths }), weight: 3 },
    { arbitrary: fc.string({ unit: any, ...lengths }), weight: 2 },
  );
}

/** A larger expression, or one that repeats what it repeats, makes texts without end. */
const MAX_PATTERN = 200;
const MAX_REPEATED = 1_000;
const MAX_NESTED = 2;

/** fast-check makes texts from how an expression is written and never runs it; what it cannot read, or what grows, has one text or none. */
function patternArbitrary(pattern: string, shortest: number): Arbitrary<string> | null {
  if (isBounded(pattern)) {
    try {
      const made = fc.stringMatching(new RegExp(pattern, 'u'));
      if (fc.sample(made, { seed: 1, numRuns: 5 }).every((text) => text.length <= MAX_SHORTEST)) return made;
    } catch {
      // Look-around and the like: then as below.
    }
  }
  const texts = [0, 1, shortest].map((length) => textFor(pattern, length)).filter((text) => text !== null);
  return texts.length ? fc.constantFrom(...new Set(texts)) : null;
}

function isBounded(pattern: string): boolean {
  const counts = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].map(([, least, most]) => Number(most || least));
  const repeated = counts.reduce((product, each) => product * Math.max(1, each), 1);
  const nested = pattern.match(/\)[*+{]/g)?.length ?? 0;
  return pattern.length <= MAX_PATTERN && repeated <= MAX_REPEATED && nested <= MAX_NESTED;
}

function count(value: unknown, otherwise: number): number {
  return typeof value === 'number' && value >= 0 ? value : otherwise;
}
