import { shorten } from '../model/text.ts';

/** Terminal columns of a text without escape sequences: wide characters take two, combining marks none. */
export function columns(text: string): number {
  // Most texts are plain, and the classes below are dear.
  if (PLAIN.test(text)) return text.length;
  let count = 0;
  for (const character of text) count += WIDE.test(character) ? 2 : COMBINING.test(character) ? 0 : 1;
  return count;
}

const PLAIN = /^[\x20-\x7e]*$/;
// East Asian Wide and Fullwidth blocks, and the blocks that terminals draw as emoji.
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const COMBINING = /[\p{Mn}\p{Me}]/u;

/** The text with spaces up to `width` columns. */
export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columns(text)));
}

/**
 * The text of an adapter as lines of at most `width` columns, broken at spaces where there are some. Unsafe characters are made
 * visible, line breaks become spaces, and what is longer than `max` characters is cut.
 */
export function wrap(text: string, width: number, max = 2000): string[] {
  const room = Math.max(width, 20);
  const lines: string[] = [];
  let line = '';
  for (const word of shorten(text, max).split(' ')) {
    const joined = line ? `${line} ${word}` : word;
    if (columns(joined) <= room) {
      line = joined;
      continue;
    }
    if (line) lines.push(line);
    const pieces = chop(word, room);
    line = pieces.pop() ?? '';
    lines.push(...pieces);
  }
  return [...lines, line];
}

/** Rows as lines with aligned columns, three spaces apart; the last cell of a row is not padded. */
export function table(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, columns(cell));
  }
  return rows.map((row) =>
    row
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        if (right.includes(index)) return ' '.repeat(width - columns(cell)) + cell;
        return index === row.length - 1 ? cell : pad(cell, width);
      })
      .join('   '),
  );
}

function chop(word: string, room: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const character of word) {
    const width = columns(character);
    if (used + width > room) {
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += character;
    used += width;
  }
  return [...pieces, piece];
}
