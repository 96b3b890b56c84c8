import { replaceUnsafe } from '../../model/text.ts';

/** Characters without a picture of their own, in which text can be hidden: fillers, joiners, variation selectors, tags, formats of direction. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu;

/**
 * Text of a page as a result may show it: without invisible characters and controls, blanks folded, lines kept (at most one empty one between
 * two), at most `max` characters, the last of them `…` where something was cut off.
 */
export function cleanText(text: string, max: number): string {
  const clean = folded(text);
  return clean.length > max ? `${clean.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…` : clean;
}

/** The same, on one line. */
export function cleanLine(text: string, max: number): string {
  return cleanText(text.replace(/\s+/g, ' '), max);
}

function folded(text: string): string {
  return replaceUnsafe(text.replace(/\r\n?/g, '\n'), () => '')
    .replace(INVISIBLE, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
