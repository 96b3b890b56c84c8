/** Longer patterns are not read, and longer texts not made. */
const MAX_LENGTH = 1_000;

/** What is tried in place of a class or an escape that stands for one of many characters, the plainest first. */
const CHARACTERS = ['a', 'A', '1', '-', '_', '.', ' ', '/', ':', '+', '#', '@', '=', ',', 'é', '中'];

/**
 * A short text that a regular expression matches, read from how it is written: `A-1111` for `^[A-Z]-\d{4}$`. The expression itself is
 * never run, so that none can take long; what comes out has still to be judged.
 * @param length where the expression leaves open how often something stands, it stands this often
 * @returns null for what is not read: look-around, back references, and what is no expression
 */
export function textFor(pattern: string, length = 0): string | null {
  if (pattern.length > MAX_LENGTH) return null;
  const reader = { pattern, at: 0, length };
  const text = alternatives(reader);
  return reader.at === pattern.length ? text : null;
}

interface Reader {
  pattern: string;
  at: number;
  length: number;
}

/** The first of the alternatives; the others are read over. */
function alternatives(reader: Reader): string | null {
  const first = sequence(reader);
  while (reader.pattern[reader.at] === '|') {
    reader.at++;
    if (sequence(reader) === null) return null;
  }
  return first;
}

function sequence(reader: Reader): string | null {
  let text = '';
  while (reader.at < reader.pattern.length && !'|)'.includes(reader.pattern[reader.at] ?? '')) {
    const part = atom(reader);
    const count = quantifier(reader);
    if (part === null || count === null || text.length + part.length * count > MAX_LENGTH) return null;
    text += part.repeat(count);
  }
  return text;
}

/** One character, class or group. */
function atom(reader: Reader): string | null {
  const rest = reader.pattern.slice(reader.at);
  const [, open = ''] = /^(\((?:\?:|\?<\w+>|(?!\?)))/.exec(rest) ?? [];
  if (open) {
    reader.at += open.length;
    const inside = alternatives(reader);
    if (reader.pattern[reader.at] !== ')') return null;
    reader.at++;
    return inside;
  }
  const token =
    /^(?:\[\^?(?:\\.|[^\\\]])*\]|\\[pP]\{[^}]*\}|\\u\{[\da-f]+\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\[^ukxc1-9]|[^[\\()*+?{}])/isu.exec(
      rest,
    )?.[0];
  if (token === undefined) return null;
  reader.at += token.length;
  return /^(?:[\^$]|\\[bB])$/.test(token) ? '' : characterOf(token);
}

function characterOf(token: string): string | null {
  if (token.length === 1 && token !== '.') return token;
  const [, hex] = /^\\(?:x|u)\{?([\da-f]+)\}?$/i.exec(token) ?? [];
  try {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    // Of one character on one character: that cannot take long.
    const expression = new RegExp(`^${token}$`, 'u');
    const named = [...token].filter((character) => /[^\\[\]^-]/.test(character));
    return [...CHARACTERS, ...named].find((character) => expression.test(character)) ?? null;
  } catch {
    return null;
  }
}

/** How often what stands in front is repeated. */
function quantifier(reader: Reader): number | null {
  const [token, sign, low, comma, high] = /^(?:([*+?])|\{(\d{1,4})(?:(,)(\d{0,4}))?\})\??/.exec(reader.pattern.slice(reader.at)) ?? [];
  if (token === undefined) return 1;
  reader.at += token.length;
  const least = sign ? Number(sign === '+') : Number(low);
  const most = sign === '?' ? 1 : sign || (comma && !high) ? Number.POSITIVE_INFINITY : Number(comma ? high : low);
  return Math.max(least, Math.min(most, reader.length));
}
