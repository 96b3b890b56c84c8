import type { JsonObject } from '../../../model/json.ts';
import type { Spot, Variant } from '../spot.ts';
import { isWhole, numberEdges, numberIn } from './number-edges.ts';

/** Numbers on both sides of each bound, and those that programs take for others. */
export function numberVariants(spot: Spot): Variant[] {
  const { plain, words, value } = spot;
  return typeof value === 'number' ? [...numberEdges(spot, value), ...likelyMistaken(plain, words, isWhole(plain))] : [];
}

/** Beyond 2^53 numbers are not the same to every reader (RFC 8259 section 6): an adapter may refuse them. */
const WIDE = 2 ** 53;

function likelyMistaken(plain: JsonObject, words: string, isInteger: boolean): Variant[] {
  const numbers: { name: string; value: number; json?: string; standIn?: number; word?: string }[] = [
    { name: 'zero', value: 0 },
    { name: 'minus-zero', value: -0, json: '-0', word: '-0' },
    ...(isInteger ? [{ name: '1.5', value: 1.5 }] : []),
    { name: '2^53', value: WIDE, word: '9007199254740992 (2^53)' },
    { name: '2^53+1', value: WIDE, json: '9007199254740993', word: '9007199254740993 (2^53 + 1)' },
    { name: '1e400', value: Number.POSITIVE_INFINITY, json: '1e400', standIn: Number.MAX_VALUE, word: '1e400, more than a double holds' },
  ];
  return numbers.flatMap(({ word, ...number }): Variant[] => {
    const [breaks] = broken(plain, number.standIn ?? number.value, isInteger);
    const says = breaks ? `, ${against(breaks, plain)}` : '';
    // Of what is too large for a double nobody can say whether it is a multiple.
    if (number.value > WIDE && 'multipleOf' in plain && (breaks ?? 'multipleOf') === 'multipleOf') return [];
    const kind = breaks ? 'invalid' : number.value >= WIDE ? 'either' : 'valid';
    const on = breaks ?? (number.value >= WIDE ? 'maximum' : 'type');
    return [{ ...number, kind, on, about: `${words} is ${word ?? number.value}${says}` }];
  });
}

function broken(plain: JsonObject, value: number, isInteger: boolean): string[] {
  const limit = (keyword: string, otherwise: number) => numberIn(plain[keyword]) ?? otherwise;
  const checks: [string, boolean][] = [
    ['minimum', value < limit('minimum', -Infinity)],
    ['maximum', value > limit('maximum', Infinity)],
    ['exclusiveMinimum', value <= limit('exclusiveMinimum', -Infinity)],
    ['exclusiveMaximum', value >= limit('exclusiveMaximum', Infinity)],
    ['type', isInteger && !Number.isInteger(value)],
    ['multipleOf', !Number.isInteger(value / limit('multipleOf', value || 1))],
  ];
  return checks
    .filter(([, is]) => is)
    .map(([keyword]) => keyword)
    .sort((a, b) => Number(b === 'type') - Number(a === 'type'));
}

function against(keyword: string, plain: JsonObject): string {
  if (keyword === 'type') return 'no whole number';
  if (keyword === 'multipleOf') return `no multiple of ${plain.multipleOf}`;
  const words = { minimum: 'below the minimum of', maximum: 'above the maximum of', exclusiveMinimum: 'and has to be above' }[keyword];
  return `${words ?? 'and has to be below'} ${plain[keyword]}`;
}
