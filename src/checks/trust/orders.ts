import { orderedFiles, SIGNS } from './order-words.ts';

/** No description is longer on purpose, and the time for a longer one would be an attacker's to choose. */
const MAX_TEXT = 100_000;

/** Without one of these there is no sign in a text; most texts end here. */
const TOPICS =
  /<|\[\/?inst|\[system|confirmation|permission|approval|consent|informed|notified|ignor|disregard|forget|overr|olvida|omite|balewalain|pansinin|kalimutan|tell|inform|notify|alert|warn|\blet\b|mention|hide|keep|conceal|usuario|huwag|tools?\b|function|herramienta|user must|you are now|forward|\.env|secretly|silently|covertly|@|system|hidden|chain|\.ssh|\.aws|\.kube|netrc|git-cred|mcp\.json|\.docker|gnupg|id_|\/etc\/|claude_|wallet|[^\x00-\u02ff]/i;

/** The phrases of a text with which it gives orders to a model, as they stand there. */
export function ordersIn(text: string, place: 'instructions' | 'description' | 'other'): string[] {
  const head = text.slice(0, MAX_TEXT);
  if (head.length < 8 || !TOPICS.test(head)) return [];
  const found: { at: number; said: string }[] = [];
  for (const { pattern, unless, notInInstructions } of SIGNS) {
    if (notInInstructions && place === 'instructions') continue;
    for (const match of head.matchAll(pattern)) {
      if (unless?.test(around(head, match.index, match[0].length))) continue;
      found.push({ at: match.index, said: match[0].trim() });
      if (found.length >= 20) break;
    }
  }
  const phrases = found.sort((a, b) => a.at - b.at).map(({ said }) => `"${said}"`);
  return [...phrases, ...orderedFiles(head, place === 'description').map((path) => `path "${path}"`)].filter((said, index, all) =>
    isFirst(said, index, all),
  );
}

/** A closing tag, or the same phrase again, adds nothing. */
function isFirst(said: string, index: number, all: readonly string[]): boolean {
  const plain = (text: string) => text.toLowerCase().replace('</', '<');
  return all.findIndex((other) => plain(other) === plain(said)) === index;
}

/** The sentence that a phrase stands in, without the phrase. */
function around(text: string, at: number, length: number): string {
  const before =
    text
      .slice(Math.max(0, at - 80), at)
      .split(/[.!?\n]/)
      .at(-1) ?? '';
  const after = text.slice(at + length, at + length + 80).split(/[.!?\n]/)[0] ?? '';
  return `${before} ${after}`;
}
