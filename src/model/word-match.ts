/**
 * A list of words of one meaning. `spaced` is for languages that put spaces between words: whole words, in lower case and without
 * accents; an entry of several words matches them in a row. `joined` is for Chinese: matched anywhere in the text.
 */
export interface WordList {
  spaced: readonly string[];
  joined: readonly string[];
}

/** A word that was found: as listed, as it stands in the text, and the position of its first word. */
export interface WordMatch {
  word: string;
  position: number;
  length: number;
}

/** A hostile text must not cost more than a long honest one. */
const MAX_TEXT = 20_000;

/** One list for several languages: `wordList({en: 'crawl paginate', es: 'recorrer', zh: '爬取'})`; `_` stands for a space in an entry. */
export function wordList(byLanguage: { en?: string; es?: string; fil?: string; zh?: string }): WordList {
  const entries = (text = '') => text.split(/\s+/).filter(Boolean);
  return {
    spaced: [...entries(byLanguage.en), ...entries(byLanguage.es), ...entries(byLanguage.fil)].map((entry) =>
      plain(entry.replaceAll('_', ' ')),
    ),
    joined: entries(byLanguage.zh),
  };
}

/**
 * The words of a name or text, in lower case and without accents: `getHTTPUrl`, `get_http_url` and `get-http-url` are all
 * `['get', 'http', 'url']`. Digits stay with the letters before them.
 */
export function splitWords(text: string): string[] {
  const head = text.slice(0, MAX_TEXT);
  if (ASCII.test(head)) return asciiWords(head);
  const apart = head.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return plain(apart)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

const ASCII = /^[\x00-\x7f]*$/;

/** The same without Unicode classes, which cost more to compile than a whole list of names takes to split. */
function asciiWords(text: string): string[] {
  const apart = text.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return apart.toLowerCase().match(/[a-z\d]+/g) ?? [];
}

/** The first of the listed words in a text, by position. */
export function findWord(text: string, list: WordList): WordMatch | undefined {
  return findAmong(splitWords(text), list) ?? findJoined(text, list);
}

/** The same for words that were split already. */
export function findAmong(words: readonly string[], list: WordList): WordMatch | undefined {
  const byFirst = indexOf(list);
  for (let position = 0; position < words.length; position++) {
    for (const entry of byFirst.get(words[position] ?? '') ?? []) {
      if (entry.every((part, index) => words[position + index] === part)) return { word: entry.join(' '), position, length: entry.length };
    }
  }
  return undefined;
}

export function hasWord(text: string, list: WordList): boolean {
  return findWord(text, list) !== undefined;
}

/** The first of the words that are matched anywhere in a text. */
export function findJoined(text: string, list: WordList): WordMatch | undefined {
  const head = text.slice(0, MAX_TEXT);
  const found = list.joined.map((word) => ({ word, position: head.indexOf(word), length: 1 })).filter(({ position }) => position >= 0);
  return found.sort((a, b) => a.position - b.position)[0];
}

const indexes = new WeakMap<WordList, Map<string, string[][]>>();

/** The entries of a list by their first word, longest first. */
function indexOf(list: WordList): Map<string, string[][]> {
  const known = indexes.get(list);
  if (known) return known;
  const index = new Map<string, string[][]>();
  for (const entry of list.spaced.map((each) => each.split(' ')).sort((a, b) => b.length - a.length)) {
    const first = entry[0] ?? '';
    index.set(first, [...(index.get(first) ?? []), entry]);
  }
  indexes.set(list, index);
  return index;
}

function plain(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
