import { quote } from '../../model/text.ts';

/** Letters of other scripts that are drawn like Latin ones. */
const LATIN: Record<string, string> = Object.fromEntries(
  [
    ...['аa', 'сc', 'ԁd', 'еe', 'һh', 'іi', 'јj', 'ӏl', 'оo', 'рp', 'ԛq', 'ѕs', 'уy', 'ѵv', 'ԝw', 'хx'],
    ...['АA', 'ВB', 'СC', 'ЕE', 'Ԍg', 'НH', 'ІI', 'ЈJ', 'КK', 'МM', 'ОO', 'РP', 'Ѕs', 'ТT', 'УY', 'ХX', 'ԜW'],
    ...['αa', 'ιi', 'οo', 'ρp', 'υu', 'νv', 'ΑA', 'ΒB', 'ΕE', 'ΖZ', 'ΗH', 'ΙI', 'ΚK', 'ΜM', 'ΝN', 'ΟO', 'ΡP', 'ΤT', 'ΥY', 'ΧX'],
    ...['օo', 'ոn', 'ѐe', 'ɡg', 'ıi', 'ߊl', 'ᴄc', 'ᴏo', 'ᴠv', 'ᴡw', 'ᴢz'],
  ].map((pair) => [...pair] as [string, string]),
);

/** The text with every such letter, and every full-width or styled one, as the plain letter it looks like. */
export function plainLetters(text: string): string {
  return [...text.normalize('NFKC')].map((letter) => LATIN[letter] ?? letter).join('');
}

/** The same for comparing two names of one list: what differs only in `l`, `I` and `1`, or in `O` and `0`, looks alike as well. */
export function skeleton(name: string): string {
  return plainLetters(name).replace(/[I1|]/g, 'l').replace(/0/g, 'O');
}

/** A word of a text that mixes Latin letters with Cyrillic or Armenian ones drawn like Latin; undefined when there is none. */
export function lookalikeWord(text: string): { shown: string; plain: string } | undefined {
  if (!/[\u0400-\u058f]/u.test(text)) return undefined;
  for (const [word] of text.slice(0, 100_000).matchAll(/[\p{L}\p{M}]+/gu)) {
    const foreign = [...word].filter((letter) => /[\u0400-\u058f]/u.test(letter));
    // A word with a letter that no Latin one resembles is honestly of two scripts: a Russian ending on an English stem.
    if (foreign.length && /\p{Script=Latin}/u.test(word) && foreign.every((letter) => letter in LATIN))
      return { shown: quote(word, 60), plain: plainLetters(word) };
  }
  return undefined;
}

/** True for a name in which letters of another script, or full-width ones, stand among Latin letters and look like them. */
export function isDisguised(name: string): boolean {
  const plain = plainLetters(name);
  return plain !== name && /[a-z]/i.test(name) && /^[\x20-\x7e]+$/.test(plain);
}
