import { kindOf } from './json.ts';

/**
 * Characters that a terminal or a reader must never get raw from an adapter: C0 and C1 controls but tab and newline, soft hyphen,
 * zero-width and bidi controls, line separators, variation selectors that carry data, byte order marks, the TAG block.
 */
const UNSAFE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\u{e0000}-\u{e01ef}]/gu;

/**
 * The text with every unsafe character shown as `\u{…}`, so that no adapter can move the cursor or hide words; and the second `#` of
 * `##[name]`, which GitHub's runner obeys anywhere in a log.
 */
export function visible(text: string): string {
  const safe = replaceUnsafe(text, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
  return safe.replaceAll('##[', '#\\u{23}[');
}

/** The text with every unsafe character (one code point each) replaced, for formats with escapes of their own. */
export function replaceUnsafe(text: string, replacement: (character: string) => string): string {
  return text.replace(UNSAFE, replacement);
}

/**
 * A JSON text that any terminal or CI log may see: what is unsafe there is written as `\\u` escapes, so parsing gives back the same values. The
 * second `#` of `##[name]` is one of these: GitHub's runner obeys it anywhere in a log.
 */
export function escapeUnsafe(json: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return replaceUnsafe(json, (character) => character.split('').map(escaped).join('')).replaceAll('##[', '#\\u0023[');
}

/** One line of at most `max` characters in double quotes, as a message quotes what it saw. */
export function quote(text: string, max = 120): string {
  return `"${shorten(text, max)}"`;
}

/** One line of at most `max` characters; what is left out shows as `…`. */
export function shorten(text: string, max = 120): string {
  // Cut before the costly folding: the text may be megabytes.
  const line = visible(
    text
      .slice(0, max * 4)
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return line.length > max || text.length > max * 4 ? `${line.slice(0, max).replace(/[\ud800-\udbff]$/, '')}…` : line;
}

/** The text as a part of a regular expression. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Bytes for people: `512 bytes`, `90 KiB`, `9.0 MiB`. */
export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} byte${bytes === 1 ? '' : 's'}`;
  const [value, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'KiB'] : [bytes / 1024 / 1024, 'MiB'];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** A text in quotes, or what else the value is in the words of JSON. */
export function quoteOrKind(value: unknown, max = 40): string {
  return typeof value === 'string' ? quote(value, max) : kindOf(value);
}

/** A number with its thousands apart: `12,345`. Loading a locale for that costs more than most commands. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Milliseconds for people: `61 ms`, `6.1 s`. */
export function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** `1 tool`, `2 tools`. */
export function plural(count: number, word: string, words = `${word}s`): string {
  return `${count} ${count === 1 ? word : words}`;
}

/** Up to `max` items as a list, the rest as a number: `a, b and 3 more`. */
export function some(items: readonly string[], max = 5): string {
  if (items.length > max) return `${items.slice(0, max).join(', ')} and ${items.length - max} more`;
  return items.length > 1 ? `${items.slice(0, -1).join(', ')} and ${items.at(-1)}` : (items[0] ?? '');
}

/** A place in a text, line and column from 1. */
export interface LineAndColumn {
  line: number;
  column: number;
}

/** Where offsets are that rise, in one pass over the text. */
export function linesOf(text: string, offsets: readonly number[]): LineAndColumn[] {
  let [line, start, end] = [1, 0, text.indexOf('\n')];
  return offsets.map((offset) => {
    for (; end >= 0 && end < offset; end = text.indexOf('\n', start)) {
      line++;
      start = end + 1;
    }
    return { line, column: offset - start + 1 };
  });
}

/** Where one offset is. */
export function lineOf(text: string, offset: number): LineAndColumn {
  const [place] = linesOf(text, [offset]);
  return place ?? { line: 1, column: 1 };
}
