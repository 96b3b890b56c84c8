/** A part of a text: from `start`, up to and without `end`. */
export interface Span {
  start: number;
  end: number;
}

/** An opening quote: as it stands in the text, escaped or not, with the position of what it holds. */
export interface Quote {
  mark: string;
  /** Position behind the quote. */
  inside: number;
}

const QUOTE = /[bBuUrRfF]{0,2}(\\{0,63}["'`]|&quot;|&apos;|&#3[49];|&#x2[27];|%22|%27)/y;
/** Where a JSON string ends: at a quote with something of JSON behind it, or nothing. */
const JSON_GOES_ON = /["'](?:\s|\\{1,15}[nrt]){0,80}(?:[,}\]:)]|$)/y;
const LONGEST_ENTITY_VALUE = 4_096;

/** The quote that opens at a position, if one does. */
export function quoteAt(text: string, at: number): Quote | null {
  QUOTE.lastIndex = at;
  const match = QUOTE.exec(text);
  return match?.[1] ? { mark: match[1], inside: at + match[0].length } : null;
}

/** True for a quote behind which JSON goes on, so that it ends a string rather than begins one. */
export function looksClosing(text: string, quote: number): boolean {
  JSON_GOES_ON.lastIndex = quote;
  return JSON_GOES_ON.test(text);
}

/**
 * How deep in JSON within JSON a double quote stands, told by the backslashes in front of it: none or an even number 0, `\"` 1, `\\\"` 2.
 * A string of depth d ends at the first quote of depth d or less, whatever backslashes its content ends with.
 */
export function depthOfQuote(backslashes: number): number {
  let depth = 0;
  for (let rest = backslashes; rest & 1; rest >>= 1) depth++;
  return depth;
}

/** Where the text within a quote ends, never behind the string of JSON that holds it all; a line end ends it too. */
export function endOfQuoted(text: string, { mark, inside }: Quote): number {
  if (!/["'`]$/.test(mark)) return endOfEntityQuoted(text, mark, inside);
  const own = mark.slice(-1);
  const depth = depthOfQuote(mark.length - 1);
  const stops = /["'`\n]/g;
  stops.lastIndex = inside;
  for (let stop = stops.exec(text); stop; stop = stops.exec(text)) {
    const [found] = stop;
    if (found === '\n') return text[stop.index - 1] === '\r' && stop.index > inside ? stop.index - 1 : stop.index;
    const backslashes = backslashesBefore(text, stop.index, inside);
    const atQuote = depthOfQuote(backslashes);
    if (found === '"' && (own === '"' ? atQuote <= depth : looksClosing(text, stop.index))) return stop.index - (2 ** atQuote - 1);
    if (found !== '"' && found === own && backslashes === 0) return stop.index;
  }
  return text.length;
}

/** Where the line ends, in the text or as an escape within JSON; never behind the string of JSON that holds it. */
export function endOfLine(text: string, from: number): number {
  const stops = /["'\r\n]|\\[rn]/g;
  stops.lastIndex = from;
  for (let stop = stops.exec(text); stop; stop = stops.exec(text)) {
    const isQuote = stop[0] === '"' || stop[0] === "'";
    if (!isQuote || looksClosing(text, stop.index)) return stop.index - backslashesBefore(text, stop.index, from);
  }
  return text.length;
}

function endOfEntityQuoted(text: string, mark: string, inside: number): number {
  const part = text.slice(inside, inside + LONGEST_ENTITY_VALUE);
  const quote = part.indexOf('"');
  const outer = quote < 0 ? -1 : quote - (2 ** depthOfQuote(backslashesBefore(part, quote, 0)) - 1);
  const ends = [part.indexOf(mark), outer, part.indexOf('\n'), part.length].filter((end) => end >= 0);
  return inside + Math.min(...ends);
}

/** How many backslashes stand directly in front of a position, not looking behind `from`. */
function backslashesBefore(text: string, at: number, from: number): number {
  let start = at;
  while (start > from && text.charCodeAt(start - 1) === 92) start--;
  return at - start;
}
