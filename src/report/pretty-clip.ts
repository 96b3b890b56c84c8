import { shorten } from '../model/text.ts';
import { columns } from './pretty-text.ts';
import { inert } from './words.ts';

/** One line of at most `width` terminal columns, unsafe characters made visible and no command of a CI log; what is left out shows as `…`. */
export function clip(text: string, width: number): string {
  const line = inert(shorten(text, width));
  if (columns(line) <= width) return line;
  let [kept, used] = ['', 0];
  for (const character of line) {
    used += columns(character);
    if (used > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}
