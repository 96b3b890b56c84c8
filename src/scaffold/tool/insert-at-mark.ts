import { Fault } from '../../model/fault.ts';
import { plural } from '../../model/text.ts';

/** How lines are inserted into a file. */
export interface AtMark {
  /** The file as messages name it. */
  file: string;
  /** True when they go before lines that begin alike and are greater, as imports are sorted; else right above the mark. */
  sorted: boolean;
}

/**
 * The text with lines inserted above the one line that is nothing but the mark, indented and ended as that is. Nothing else changes.
 * @throws Fault (usage) when the mark does not stand there exactly once
 */
export function insertAtMark(text: string, mark: string, lines: readonly string[], { file, sorted }: AtMark): string {
  const all = text.split('\n');
  const places = all.flatMap((line, index) => (line.trim() === mark ? [index] : []));
  const [place] = places;
  if (place === undefined || places.length > 1) {
    const seen = places.length ? `has ${plural(places.length, 'line')}` : 'has lost the line';
    const hint = places.length ? 'leave one of them: new lines go above it' : 'put it back as a line of its own: new lines go above it';
    throw new Fault('usage', `${file} ${seen}  ${mark}`, hint);
  }
  const [indent = ''] = /^[ \t]*/.exec(all[place] ?? '') ?? [];
  const end = text.includes('\r\n') ? '\r' : '';
  const inserted = lines.map((line) => (line ? indent + line : '') + end);
  return all.toSpliced(sorted ? sortedPlace(all, place, inserted[0] ?? '') : place, 0, ...inserted).join('\n');
}

/** Above the mark, and above the lines there that begin with the same word and come later in the alphabet. */
function sortedPlace(all: readonly string[], mark: number, line: string): number {
  const [start = line] = /^.*?\s\w+/.exec(line) ?? [];
  let place = mark;
  for (let above = all[place - 1]; above?.startsWith(start) && above > line; above = all[place - 1]) place--;
  return place;
}
