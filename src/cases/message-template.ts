import { isObject, member } from '../model/json.ts';
import { escapeRegExp } from '../model/text.ts';

/** Characters that a template keeps. */
const KEPT = 300;
/** Characters that are read of what happened: however hostile, every expression below is quick on so few. */
const READ = 4_096;

/**
 * What stays the same of a message between two runs of one bug: numbers, ids, times, durations, file paths, ports, quoted values and the
 * handles of the run become placeholders, white space is folded, a stack trace is only the line that says what happened. Quoted names of
 * parameters and the like stay, and so do HTTP statuses, because they tell one bug from another. At most 300 characters.
 * @param handles values that differ from run to run: what was captured, the task
 */
export function messageTemplate(message: string, handles: readonly string[]): string {
  const read = withoutStack(wordsIn(message)).slice(0, READ).replace(/\s+/g, ' ').trim();
  const text = withoutHandles(read, handles);
  let template = '';
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    template += text.slice(end, match.index) + placeholder(match, text);
    end = match.index + match[0].length;
    if (template.length > KEPT) break;
  }
  return (template + text.slice(end)).slice(0, KEPT).replace(/[\ud800-\udbff]$/, '');
}

/** The message in a text that is a JSON object, else the text. */
function wordsIn(text: string): string {
  if (!/^\s*\{/.test(text.slice(0, 100))) return text;
  try {
    return told(JSON.parse(text), 3) ?? text;
  } catch {
    return text;
  }
}

function told(value: unknown, levels: number): string | null {
  for (const key of levels ? ['message', 'error', 'detail', 'reason', 'title', 'msg'] : []) {
    const found = member(value, key);
    const words = isObject(found) ? told(found, levels - 1) : found;
    if (typeof words === 'string') return words;
  }
  return null;
}

const PYTHON = 'Traceback (most recent call last):';
/** The line with which frames begin: of Node, Java and .NET, of Python, of Go; or the log of Playwright. */
const FRAMES = /\n[ \t]*(?:at |File "|goroutine \d|\.{3} \d+ more|={3,} logs|Call log:|Caused by: |--- )/;

function withoutStack(message: string): string {
  const text = message.replaceAll('\r\n', '\n').trimStart();
  const start = text.lastIndexOf(PYTHON);
  if (start >= 0) {
    // Python says last what happened, in the first line that is not indented.
    const trace = text.slice(start + PYTHON.length);
    const said = trace.search(/\n\S/);
    if (said >= 0) return trace.slice(said);
  }
  const end = text.search(FRAMES);
  return end < 0 ? text : text.slice(0, end);
}

/** Handles as whole words; shorter ones are words of the message, longer ones are ids by their length. */
function withoutHandles(text: string, handles: readonly string[]): string {
  const known = [...new Set(handles)].filter(({ length }) => length >= 3 && length <= 200).slice(0, 100);
  if (!known.length) return text;
  // The longest first, because one may begin with another.
  known.sort((a, b) => b.length - a.length);
  const any = known.map(escapeRegExp).join('|');
  return text.replace(new RegExp(`(?<![\\w-])(?:${any})(?![\\w-])`, 'g'), '<id>');
}

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}';
const CLOCK = String.raw`\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?(?: ?(?:Z\b|UTC|GMT)(?:[+-]\d\d:?\d\d)?| ?[+-]\d\d:?\d\d)?`;
const UNIT = '(?:ns|[uµμ]s|ms|msecs?|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?|days?)';
const SIZE = String.raw`(?:\s?(?:[kKMGT]i?B|B|bytes?)|%)`;
const ROOT = String.raw`\/(?:home|Users|tmp|var|usr|opt|etc|srv|root|mnt|private|proc|dev|nix|builds?|app|workspace|__w|Volumes)`;
/** As far as a path goes when its kind is known. */
const REST = String.raw`[^\s"'<>()\[\]{},;:]*`;

/** Each part of a message that may vary, taken whole. What stands first wins. */
const TOKEN = new RegExp(
  [
    String.raw`(?<quoted>"(?:[^"\\]|\\.)*"|“[^”]*”|«[^»]*»|‘[^’]*’|\x60[^\x60]*\x60|(?<![\w\p{L}])'(?:[^'\\]|\\.|'(?=[\w\p{L}]))*')`,
    String.raw`(?<url>[a-zA-Z][a-zA-Z+.-]{1,20}:\/\/(?:\[[\da-fA-F:.]+\])?[^\s"'<>()\[\]{},;]*)`,
    `(?<time>${[
      String.raw`\d{4}-\d\d-\d\d(?:[T ]${CLOCK})?`,
      String.raw`(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? )?(?:\d{1,2} ${MONTH}|${MONTH} \d{1,2}),? \d{4}(?: ${CLOCK})?`,
      String.raw`(?<![\w.:])\d\d:\d\d:\d\d(?:[.,]\d+)?`,
    ].join('|')})`,
    // Known by its root, drive or share, by dots, or by the ending of what stands last: other slashes are routes and JSON pointers.
    String.raw`(?<path>(?<![\w./:@\\>-])(?:(?:${ROOT}|~|\.{1,2})(?=[/\\])${REST}|[A-Za-z]:[\\/]${REST}|\\\\${REST}|(?:[\w@.-]*[/\\])+[\w@.-]*\.[a-zA-Z]\w{0,5}(?![\w/\\]))(?::\d+){0,2})`,
    String.raw`(?<duration>(?<![\w.])(?:\d+(?:[.,]\d+)*\s?${UNIT}|(?:\d+(?:\.\d+)?(?:h|ms?|s))+)(?![\w-]))`,
    String.raw`(?<number>(?<![\w.])[+-]?\d+(?:[.,:]\d+)*${SIZE}?(?![\w$-]|[.,]\d))`,
    // Base64: letters of both cases and digits, more than any name has.
    String.raw`(?<id>(?<![\w+/=-])(?=[a-zA-Z+/_-]*\d)(?=[a-z\d+/_-]*[A-Z])[\w+/-]{40,}=*)`,
    String.raw`(?<word>[\p{L}\p{M}\p{N}_$][\p{L}\p{M}\p{N}_$-]*)`,
  ].join('|'),
  'gu',
);

/** What a part becomes; for some its surroundings decide. */
function placeholder(match: RegExpExecArray, text: string): string {
  const [whole] = match;
  const { quoted, url, time, path, duration, number, id } = match.groups ?? {};
  const end = match.index + whole.length;
  const before = text.slice(Math.max(0, match.index - 40), match.index);
  if (quoted) return isName(whole, before, text.slice(end, end + 40)) ? whole : '<text>';
  if (url) return urlTemplate(whole);
  if (time || duration) return '<time>';
  if (path) return '<path>';
  if (number) return isStatus(whole, before) ? whole : '<n>';
  return id || isId(whole) ? '<id>' : whole;
}

const NAMED_BEFORE =
  /\b(?:propert(?:y|ies)|field|argument|parameter|param|column|attribute|reading|variable|relation|table|module|method|function|keyword|header|setting|KeyError):? ?$/i;
const NAMED_AFTER =
  /^ (?:(?:is|was|are) (?:an? )?(?:required|missing|undefined|unexpected|not (?:defined|allowed|permitted|a function|iterable))|(?:must|should) )/i;

/** True for a quoted name in a place where programs name what they miss, and for a key of JSON: not for a value. */
function isName(quoted: string, before: string, after: string): boolean {
  if (!/^.[A-Za-z_$][A-Za-z_$.]{0,60}.$/.test(quoted)) return false;
  return NAMED_BEFORE.test(before) || NAMED_AFTER.test(after) || (/[{,]\s*$/.test(before) && after.trimStart().startsWith(':'));
}

/** An HTTP status, an exit code, a code of JSON-RPC: a different one is a different bug. */
function isStatus(number: string, before: string): boolean {
  if (/^-32\d{3}$/.test(number)) return true;
  return /^\d{1,3}$/.test(number) && /\b(?:HTTP(?:\/[\d.]+)?|status(?:[ _-]?code)?|exit code|exited with|errno)[\s:=(]{0,3}$/i.test(before);
}

function isId(word: string): boolean {
  return /\p{N}/u.test(word) || word.length > 40 || /^[a-f]{8,}$/i.test(word);
}

/** Scheme, host and route; without port and query. */
function urlTemplate(url: string): string {
  const [, scheme = '', host = '', route = ''] = /^([^:]+):\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/?#:]*)(?::\d*)?([^?#]*)/.exec(url) ?? [];
  if (scheme === 'file') return '<path>';
  return `${scheme}://${/\d|^localhost$/.test(host) ? '<host>' : host}${route
    .split('/')
    .map((part) => (part && isId(part) ? '<id>' : part))
    .join('/')}`;
}
