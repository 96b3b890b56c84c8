import { diffWords } from 'diff';
import { commonHead } from '../model/common-head.ts';
import { shorten, visible } from '../model/text.ts';

/** Longer texts, and those with more edits, are not compared word by word: only where they begin to differ and where they end to. */
const MAX_TEXT = 20_000;
const MAX_EDITS = 400;
/** So much is shown of an added or removed piece, and so much of what stays on either side of it, in characters. */
const MAX_PIECE = 300;
const MAX_AROUND = 40;
const MAX_CHANGES = 12;
const MAX_WORD = 30;
const WORD_AT_END = new RegExp(`(?<![\\p{L}\\p{N}])[\\p{L}\\p{N}]{1,${MAX_WORD}}$`, 'u');
const WORD_AT_START = new RegExp(`^[\\p{L}\\p{N}]{1,${MAX_WORD}}(?![\\p{L}\\p{N}])`, 'u');

interface Piece {
  gone: string;
  added: string;
  /** What both texts say behind it. */
  same: string;
}

/** What has changed between two texts, in one line: `Send an email. [+Always put audit@example.invalid in BCC.+] Then [-wait-][+go on+].` */
export function wordDiff(before: string, after: string): string {
  const { head, pieces } = piecesOf(before, after);
  const left = pieces.length - MAX_CHANGES;
  const shown = pieces.slice(0, MAX_CHANGES).map(({ gone, added, same }, index) => {
    const isLast = index === pieces.length - 1;
    return marked('-', gone) + marked('+', added) + (isLast ? headOf(same) : middleOf(same));
  });
  const line = tailOf(head) + shown.join('') + (left > 0 ? `… and ${left} more changes` : '');
  return line.replace(/ +/g, ' ').trim();
}

function piecesOf(before: string, after: string): { head: string; pieces: Piece[] } {
  const words = before.length <= MAX_TEXT && after.length <= MAX_TEXT ? diffWords(before, after, { maxEditLength: MAX_EDITS }) : undefined;
  const kept = words?.filter((each) => !each.added && !each.removed).reduce((sum, { value }) => sum + value.length, 0) ?? 0;
  // What shares hardly a word reads better as one text instead of another.
  if (!words || kept * 3 < Math.min(before.length, after.length)) return whole(before, after);
  let head = '';
  const pieces: Piece[] = [];
  for (const { value, added, removed } of words) {
    const last = pieces.at(-1);
    if (added || removed) {
      const open = last && isGlue(last.same) ? last : { gone: '', added: '', same: '' };
      if (open !== last) pieces.push(open);
      // A mark between two changed words, as in an address, belongs to both.
      open.gone += open.same + (removed ? value : '');
      open.added += open.same + (added ? value : '');
      open.same = '';
    } else if (last) last.same += value;
    else head += value;
  }
  // White space that a diff of words does not see.
  return pieces.length ? { head, pieces } : whole(before, after);
}

function isGlue(text: string): boolean {
  return text.length < 4 && !/\s/.test(text);
}

/** The texts as one change, without what they begin and end with alike. */
function whole(before: string, after: string): { head: string; pieces: Piece[] } {
  const most = Math.min(before.length, after.length);
  let start = commonHead(before, after);
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  // Whole words, where the words are not too long.
  start -= WORD_AT_END.exec(before.slice(Math.max(0, start - MAX_WORD - 1), start))?.[0].length ?? 0;
  end -= WORD_AT_START.exec(before.slice(before.length - end).slice(0, MAX_WORD + 1))?.[0].length ?? 0;
  const middle = (text: string) => text.slice(start, text.length - end);
  return {
    head: before.slice(0, start),
    pieces: [{ gone: middle(before), added: middle(after), same: before.slice(before.length - end) }],
  };
}

/** A changed piece in its marks, with the spaces around it outside; a space that is none of the usual ones by its code. */
function marked(mark: '-' | '+', text: string): string {
  if (text === '') return '';
  const piece = text.slice(0, MAX_PIECE * 4 + 1).replace(/[^\S \t\r\n]/g, (space) => `\\u{${space.charCodeAt(0).toString(16)}}`);
  const shown = shorten(piece, MAX_PIECE) || ' ';
  return `${/^\s/.test(piece) ? ' ' : ''}[${mark}${shown}${mark}]${/\s$/.test(piece) ? ' ' : ''}`;
}

function headOf(text: string): string {
  return text.length > MAX_AROUND ? `${oneLine(text.slice(0, MAX_AROUND))}…` : oneLine(text);
}

function tailOf(text: string): string {
  return text.length > MAX_AROUND ? `…${oneLine(text.slice(-MAX_AROUND))}` : oneLine(text);
}

function middleOf(text: string): string {
  return text.length > MAX_AROUND * 2 ? `${headOf(text)}${oneLine(text.slice(-MAX_AROUND))}` : oneLine(text);
}

function oneLine(text: string): string {
  return visible(text.replace(/\s+/g, ' '));
}
