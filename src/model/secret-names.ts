import { findAmong, splitWords, wordList } from './word-match.ts';

/** Last words of a name that mean the credential itself; with another word behind them it is something about one. */
const CREDENTIALS = wordList({
  en: `password passwords passwd pwd passphrase secret secrets token tokens cookie cookies credential credentials apikey api_key api_keys
    access_key secret_key private_key ssh_key signing_key encryption_key auth_key bearer authorization jwt db_pass user_pass smtp_pass
    password_confirm password_confirmation`,
  es: 'contrasena contrasenas secreto clave_api clave_secreta clave_privada credenciales',
  fil: 'lihim_na_susi',
});
const JOINED = wordList({ zh: '密码 口令 令牌 密钥 私钥' });

/** Words that make a token one of paging, of counting, or a coin. */
const NOT_SECRET = wordList({
  en: `page next previous prev continuation pagination sync cursor resume max min maximum minimum input output prompt completion total csrf
    start delta stop count num number context reserved budget from to base quote erc20 sell buy pad special progress`,
  es: 'pagina siguiente maximo',
});

/** Endings of one word that are words of their own: `pgpassword`, `authtoken`; and `password2`. */
const ENDINGS =
  /^(.*?)(password|passwd|pwd|passphrase|secret|token|cookie|apikey|accesskey|secretkey|privatekey)(?:(?<=pass.{2,5}|pwd)\d+)?$/;

/**
 * What every name of a credential contains, for a first look at a text; the Chinese ones also as ASCII-only JSON escapes them. Three
 * expressions, because together they take several times as long.
 */
export const NAME_HINTS: readonly RegExp[] = [
  /pass|pwd|secret|token|cookie|credential|key|bearer|authorization|jwt|contrase|clave|lihim/gi,
  new RegExp(JOINED.joined.join('|'), 'g'),
  new RegExp(JOINED.joined.map(escaped).join('|'), 'gi'),
];

const known = new Map<string, boolean>();
const MOST_KNOWN = 2_000;

/** True when the name says that its value is a credential, and not something about one: `api_key` is, `page_token` and `secretType` are not. */
export function namesSecret(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  const answer = decide(name);
  // The names are an adapter's: they must not fill the memory.
  if (known.size >= MOST_KNOWN) known.clear();
  if (name.length <= 200) known.set(name, answer);
  return answer;
}

function decide(name: string): boolean {
  if (JOINED.joined.some((word) => name.endsWith(word))) return true;
  const words = splitWords(name);
  const [, head, ending] = ENDINGS.exec(words.at(-1) ?? '') ?? [];
  if (ending) words.splice(-1, 1, ...(head ? [head] : []), ending.replace(/(?<=api|access|secret|private)key$/, ' key'));
  if (words.length === 1 && words[0] === 'pass') return true;
  const parts = words.flatMap((word) => word.split(' '));
  for (const length of [1, 2]) {
    const tail = parts.slice(-length);
    const match = tail.length === length ? findAmong(tail, CREDENTIALS) : undefined;
    if (match && match.length === length)
      return !findAmong(parts.slice(0, -length), NOT_SECRET) || /pass|secret|cookie|credential/.test(match.word);
  }
  return false;
}

/** Each character as `\uXXXX`, without the backslash in front: how many there are depends on the depth. */
function escaped(word: string): string {
  return [...word].map((character) => `u${character.charCodeAt(0).toString(16)}`).join('\\\\+');
}
