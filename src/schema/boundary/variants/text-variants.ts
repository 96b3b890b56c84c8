import { plural, quote } from '../../../model/text.ts';
import { textFor } from '../../sample/pattern-text.ts';
import type { Spot, Variant } from '../spot.ts';
import { lengthOf } from '../words.ts';
import { ASTRAL, isCount, LONG, oddTexts } from './odd-texts.ts';

/** Texts on both sides of each bound, and those that programs stumble over. */
export function textVariants(spot: Spot): Variant[] {
  if (typeof spot.value !== 'string') return [];
  return [...lengths(spot), ...patterns(spot, spot.value), ...formats(spot, spot.value), ...oddTexts(spot)];
}

function lengths({ plain, words }: Spot): Variant[] {
  const { minLength: least, maxLength: most } = plain;
  const made = (length: number, name: string, kind: 'valid' | 'invalid', on: string, says: string): Variant[] => {
    if (length < 0 || length > LONG) return [];
    const about = `${words} has ${plural(length, 'character')}, ${says}`;
    const texts = typeof plain.pattern === 'string' ? patterned(plain.pattern, length, kind) : ['a'.repeat(length)];
    const variants = texts.map((value): Variant => ({ name, kind, on, value, about }));
    if (typeof plain.pattern === 'string' || length === 0) return variants;
    return [...variants, { name: `${name}-astral`, kind, on, value: ASTRAL.repeat(length), about: `${about}, each of two code units` }];
  };
  return [
    ...(isCount(least)
      ? [
          ...made(least, 'minLength', 'valid', 'minLength', 'the minimum'),
          ...made(least - 1, 'minLength-1', 'invalid', 'minLength', `below the minimum of ${least}`),
        ]
      : []),
    ...(isCount(most)
      ? [
          ...made(most, 'maxLength', 'valid', 'maxLength', 'the maximum'),
          ...made(most + 1, 'maxLength+1', 'invalid', 'maxLength', `above the maximum of ${most}`),
        ]
      : []),
  ];
}

/** A text of a pattern with so many characters; where it has to be wrong, any may do. */
function patterned(pattern: string, length: number, kind: 'valid' | 'invalid'): string[] {
  const text = textFor(pattern, length);
  const whole = textFor(pattern);
  const filled = whole?.length ? whole + whole.slice(-1).repeat(Math.max(0, length - whole.length)) : null;
  const texts = [text, filled].filter((each): each is string => each !== null && lengthOf(each) === length);
  return kind === 'invalid' ? [...texts, 'a'.repeat(length)] : texts;
}

function patterns({ plain, words }: Spot, hit: string): Variant[] {
  const { pattern } = plain;
  if (typeof pattern !== 'string') return [];
  const on = 'pattern';
  const shown = quote(pattern, 60);
  const miss = (name: string, value: string, isGuess: boolean): Variant => {
    const about = `${words} is ${quote(JSON.stringify(value).slice(1, -1), 60)}, which ${shown} does not match`;
    return { name, kind: 'invalid', on, value, about, isGuess };
  };
  const near = [swappedCase(hit), `${hit} `, ` ${hit}`, hit.slice(0, -1), `${hit}!`, `!${hit}`, '!', ''].filter((each) => each !== hit);
  return [
    { name: 'pattern', kind: 'valid', on, value: hit, about: `${words} is ${quote(hit, 60)}, which ${shown} matches` },
    ...near.map((value) => miss('pattern-near-miss', value, false)),
    // `$` of some languages matches in front of a last line feed; that of JSON Schema does not.
    ...(pattern.endsWith('$') ? [miss('pattern-newline', `${hit}\n`, true)] : []),
  ];
}

/** Texts that are nearly of a format; of others the name of the format. */
const NEAR: Record<string, string> = {
  date: '2026-02-30',
  time: '25:00:00Z',
  'date-time': '2026-02-30T00:00:00Z',
  email: 'user@',
  ipv4: '256.0.0.1',
  ipv6: ':::',
  uuid: '00000000-0000-4000-8000-00000000000g',
  uri: 'example',
};

function formats({ plain, words }: Spot, hit: string): Variant[] {
  const { format } = plain;
  if (typeof format !== 'string') return [];
  const miss = Object.hasOwn(NEAR, format) ? (NEAR[format] ?? '') : `no ${format.slice(0, 40)}!`;
  return [
    { name: 'format', kind: 'valid', on: 'format', value: hit, about: `${words} is ${quote(hit, 60)}` },
    {
      name: 'format-near-miss',
      kind: 'either',
      on: 'format',
      value: miss,
      about: `${words} is ${quote(miss, 60)}, no ${quote(format, 40)}`,
    },
  ];
}

function swappedCase(text: string): string {
  return text.replace(/\p{L}/u, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));
}
