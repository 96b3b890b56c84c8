import { depthOfQuote, endOfLine, endOfQuoted, looksClosing, type Quote, quoteAt, type Span } from './quoted-text.ts';
import { NAME_HINTS, namesSecret } from './secret-names.ts';

/** The rest of a name behind the word that was found in it; a name that is longer is none. */
const NAME_REST = /(?:[\w$\u00c0-\u024f.-]|\\{1,15}u00[0-9a-fA-F]{2}){0,80}/y;
const MOST = 80;

/** Between name and value. A colon with another colon or slashes behind it is part of a path or a URL. */
const SEPARATOR = /[ \t]{0,20}(?:=>|={1,3}|:=|:(?!:|\/\/)|%3[aAdD])[ \t]{0,20}/y;
const AFTER_OPTION = /[ \t]{1,20}(?![-<[|])|(?:\\{0,15}["']),(?:\s|\\{1,15}[nrt]){0,80}(?=\\{0,15}["'](?!-))/y;
const LIST = /\[(?:\s|\\{1,15}[nrt]){0,80}/y;
const NEXT_ITEM = /(?:\\{0,63}["'`])(?:\s|\\{1,15}[nrt]){0,80},(?:\s|\\{1,15}[nrt]){0,80}/y;

/** A value without quotes: up to what ends a word, a parameter of a URL, or a member of a list. */
const BARE =
  /(?:[^\s"'`<>,;&\\]|[,;](?![\s"'\\]|$|[\w.-]{1,64}[=:])|&(?!(?:[\w.~[\]-]|%[\da-f]{2}){1,64}(?:=|%3D)|(?:amp|quot|apos|lt|gt|#\w{1,6});)|\\+[^\sbfnrtu"'`/\\]){1,4096}/iy;

/** Headers whose value is the rest of the line. */
const WHOLE_LINE = /^(?:proxy-)?authorization$|^(?:set-)?cookie2?$/i;
/** The word in front of what a header holds. */
const SCHEME = /(?:bearer|basic|digest|token|negotiate|apikey|aws4-hmac-sha256)(?: |%20|\+)+/iy;

/** What stands where a credential would and is none: nothing, a mask, a reference, a word about it, a type. */
const HARMLESS =
  /^(?:[^\p{L}\p{N}]{0,2}|[*•.…_-]+|(?:[\w.-]+=)?•••|\$\{[\w.:-]+\}|\{\{[^{}]+\}\}|\[(?:redacted|masked|hidden|filtered)\]|<[\w -]+>|(?:string|number|integer|object|array|boolean|null)(?:\(\d+\))?|true|false|none|nil|undefined|required|optional|missing|invalid|expired|revoked|wrong|incorrect|unknown|rejected|refused|denied|failed|error|expected|found|empty|unset|set|is|are|was|were|not|no|the|a|an|must|should|has|from|for|with|of|in|to|and|or)[.!?)\]}]?$/iu;

/**
 * The values in a text that stand behind the name of a credential: members of JSON (within JSON, too), of Python and JavaScript objects,
 * `name=value`, `name: value`, `--name value`, headers. Only texts: a number, an object or nothing is left as it is.
 */
export function findNamedSecrets(text: string): Span[] {
  return NAME_HINTS.flatMap((hints) => valuesNamed(text, hints));
}

function valuesNamed(text: string, hints: RegExp): Span[] {
  const found: Span[] = [];
  let from = 0;
  for (;;) {
    hints.lastIndex = from;
    const hint = hints.exec(text);
    if (!hint) return found;
    const end = endOfName(text, hint.index, hint[0]);
    const values = valuesOf(text, hint.index, end).filter((value) => value.end > value.start);
    found.push(...values);
    from = Math.max(end, values.at(-1)?.end ?? 0);
  }
}

function endOfName(text: string, at: number, hint: string): number {
  // Chinese words, and their escapes, end the name.
  if (NO_LETTERS.test(hint)) return at + hint.length;
  NAME_REST.lastIndex = at;
  return at + Math.max(1, NAME_REST.exec(text)?.[0].length ?? 0);
}

const NO_LETTERS = /^(?:[^\u0000-\u024f]|u[\da-f]{4}\\)/i;

function valuesOf(text: string, hint: number, end: number): Span[] {
  const key = quoteAt(text, end);
  const behind = key ? key.inside : end;
  SEPARATOR.lastIndex = behind;
  const at = SEPARATOR.test(text) ? SEPARATOR.lastIndex : null;
  // Numbers, objects, literals: most members of a report end here.
  if (at !== null && key && !quoteAt(text, at) && text[at] !== '[') return [];
  const start = startOfName(text, hint);
  if (at === null && !text.startsWith('--', start)) return [];
  const left = text.slice(Math.max(0, start - MOST), start);
  const name = unescaped((key ? quotedName(left) : '') + text.slice(start, end));
  if (!namesSecret(name)) return [];
  if (at === null) return optionValue(text, end);
  if (key) return quotedValues(text, at, key);
  if (/unexpected\s$/i.test(left)) return [];
  if (WHOLE_LINE.test(name) && text[at - 1] !== '=') return lineValue(text, at, left);
  return quoteAt(text, at) || text[at] === '[' ? quotedValues(text, at, null) : bareValue(text, at, name);
}

/** Where the name begins, behind an escape that may stand before it: the `n` of `\npassword` is no part of it, nor the `m` of a colour. */
function startOfName(text: string, hint: number): number {
  let start = hint;
  while (start > 0 && hint - start < MOST && isNameCharacter(text.charCodeAt(start - 1))) start--;
  const before = text[start - 1];
  if (before !== '\\' && before !== '%' && before !== '[' && before !== ';') return start;
  const behind = ESCAPE_END.exec(text.slice(Math.max(0, start - 16), hint));
  return behind ? Math.max(start, hint - (behind[1]?.length ?? 0)) : start;
}

const ESCAPE_END = /(?:\\[bfnrt]|\\u[0-9a-fA-F]{4}|%[0-9a-fA-F]{2}|(?:\u001b|\\u\{1b\})\[[\d;]{0,12}m)([^\s\\%[\];]*)$/;

/** Letters up to Latin Extended, digits, and `_ $ . -`. */
function isNameCharacter(code: number): boolean {
  if (code >= 97 ? code <= 122 || (code >= 0xc0 && code <= 0x24f) : code >= 65 && code <= 90) return true;
  return (code >= 48 && code <= 57) || code === 95 || code === 36 || code === 46 || code === 45;
}

/** The part of a quoted name in front of a position: spaces belong to it. */
function quotedName(left: string): string {
  return /[^"'`;,{}]*$/.exec(left)?.[0] ?? '';
}

function unescaped(name: string): string {
  return name.replace(/\\+u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The value in quotes, or each of a list of them. `key` is the quote that closes the name, null when the name has none. */
function quotedValues(text: string, at: number, key: Quote | null): Span[] {
  LIST.lastIndex = at;
  const isList = LIST.test(text);
  const values: Span[] = [];
  for (let next: number | null = isList ? LIST.lastIndex : at; next !== null; ) {
    const quote = quoteAt(text, next);
    if (!quote || !opensValue(text, quote, key)) break;
    const end = endOfQuoted(text, quote);
    values.push(...meant(text, quote.inside, end));
    NEXT_ITEM.lastIndex = end;
    next = isList && NEXT_ITEM.test(text) ? NEXT_ITEM.lastIndex : null;
  }
  return values;
}

/** False for a quote that ends the string of JSON in which the name stands: there is no value behind it. */
function opensValue(text: string, quote: Quote, key: Quote | null): boolean {
  if (!quote.mark.endsWith('"')) return true;
  const depth = depthOfQuote(quote.mark.length - 1);
  if (key?.mark.endsWith('"')) return depth === depthOfQuote(key.mark.length - 1);
  return !looksClosing(text, quote.inside - 1);
}

/** The word behind `--password`, or the next text of a list of arguments. */
function optionValue(text: string, end: number): Span[] {
  AFTER_OPTION.lastIndex = end;
  if (!AFTER_OPTION.test(text)) return [];
  const at = AFTER_OPTION.lastIndex;
  const quote = quoteAt(text, at);
  if (quote) {
    const last = endOfQuoted(text, quote);
    // In `{"a": "--token", "b": 5}` the next text is a name.
    const isName = KEY_END.test(text.slice(last, last + 40));
    return isName || !opensValue(text, quote, null) ? [] : meant(text, quote.inside, last);
  }
  const value = bareAt(text, at);
  // `--token TOKEN` stands in a help text.
  return /^[A-Z_]+$/.test(value) && namesSecret(value) ? [] : meant(text, at, at + value.length);
}

const KEY_END = /^\\*["']\s*:/;

/** The rest of a header's line; of a header in quotes, up to the closing one. */
function lineValue(text: string, at: number, before: string): Span[] {
  const quote = quoteAt(text, at);
  if (quote && opensValue(text, quote, null)) return meant(text, quote.inside, endOfQuoted(text, quote));
  const around = /\\{0,63}["'`]$/.exec(before)?.[0];
  const line = endOfLine(text, at);
  return meant(text, at, around ? Math.min(line, endOfQuoted(text, { mark: around, inside: at })) : line);
}

function bareValue(text: string, at: number, name: string): Span[] {
  const value = bareAt(text, at);
  // `tokens: 512` counts; a password may well be a number.
  if (/^[\d.,_]+$/.test(value) && !/passw|pwd|passphrase|secret/i.test(name)) return [];
  return meant(text, at, at + value.length);
}

function bareAt(text: string, at: number): string {
  BARE.lastIndex = at;
  return BARE.exec(text)?.[0] ?? '';
}

/** The part that is the credential itself, unless there is none. */
function meant(text: string, start: number, end: number): Span[] {
  SCHEME.lastIndex = start;
  const from = SCHEME.test(text) && SCHEME.lastIndex < end ? SCHEME.lastIndex : start;
  const isShort = end - from <= 60;
  return isShort && HARMLESS.test(text.slice(from, end)) ? [] : [{ start: from, end }];
}
