import { isSecret, maskOf, writtenForms } from '../../model/secret.ts';
import { findPatternSecrets, type PatternSecret } from '../../model/secret-patterns.ts';
import type { Secret } from '../../model/target.ts';

/** Words of documentation: what holds one is a placeholder. */
const PLACEHOLDER =
  /your|example|placeholder|sample|dummy|fake|test|demo|redacted|masked|hidden|changeme|change[-_]me|insert|replace|xxx|\*\*\*|•|\.\.\.|…|<|>|\{|\}|\$|1234567|abcdef|abc123|0000000|localhost|127\.0\.0\.1/i;
const COMMON_PASSWORD = /^(?:pass|passw(?:or)?d|pwd|secret|user|admin|root|postgres|mysql|guest|token|pw)$/i;

/** The names of the well-known tokens in a text that are no placeholders, each once; never the values. */
export function tokensIn(text: string): string[] {
  const found = findPatternSecrets(text).filter((secret) => isReal(secret, text));
  // A JWT behind "Bearer" is one token, told by its clearer name.
  const clear = found.filter((secret) => !found.some((other) => other.kind !== secret.kind && holds(secret, other)));
  return [...new Set(clear.map(({ kind }) => kind))];
}

/** True for a value that something clearer stands in. */
function holds(outer: PatternSecret, inner: PatternSecret): boolean {
  return outer.kind === 'a bearer token' && inner.start >= outer.start && inner.end <= outer.end;
}

/** What a text must be to count as a find: the masker hides more than a rule may accuse of. */
function isReal({ kind, start, end }: PatternSecret, text: string): boolean {
  const value = text.slice(start, end);
  if (kind === 'a private key block') return value.length >= 16;
  if (kind === 'a password in a URL') return value.length >= 4 && isPassword(value) && !PLACEHOLDER.test(urlAround(text, start, end));
  if (kind === 'a name and password in base64') {
    const plain = Buffer.from(value, 'base64').toString('utf8');
    return isPassword(plain.slice(plain.indexOf(':') + 1)) && !PLACEHOLDER.test(plain);
  }
  if (kind === 'an API key in a URL' && value.length < 12) return false;
  if (kind === 'a bearer token' && value.length < 20) return false;
  // A prefix such as sk- also begins names in kebab-case; a token has digits, and more than a few different letters.
  const body = value.replace(/^(?:sk-(?:proj|ant|svcacct|or)?|xox.)/, '');
  const isCut = /^(?:…|\.\.\.)/.test(text.slice(end, end + 3));
  return !isCut && !PLACEHOLDER.test(value) && /\d/.test(body) && /[A-Za-z]/.test(body) && new Set(body).size >= 8;
}

function isPassword(value: string): boolean {
  return !COMMON_PASSWORD.test(value);
}

/** The rest of the URL on both sides, without its scheme. */
function urlAround(text: string, start: number, end: number): string {
  const before = /[^/\s"'<>`]*$/.exec(text.slice(Math.max(0, start - 200), start))?.[0] ?? '';
  return before + (/^[^\s"'<>`]*/.exec(text.slice(start, end + 200))?.[0] ?? '');
}

/** The names of the secrets whose value occurs in a text, in whatever form it is written. */
export function secretsIn(text: string, secrets: readonly Secret[]): string[] {
  const names = secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form))).map(({ name }) => name);
  return [...new Set(names)];
}

const known = new WeakMap<Secret, readonly string[]>();

/** What is looked for of a secret: worked out once, because every text is searched for it. Nothing when it is not one to keep. */
function formsOf(secret: Secret): readonly string[] {
  // What the wire has masked already was there.
  const forms = known.get(secret) ?? (isSecret(secret) ? [...writtenForms(secret.value), maskOf(secret.name)] : []);
  known.set(secret, forms);
  return forms;
}

/** What a message calls a passed value, without showing it. */
export function shown(name: string): string {
  return `the value of ${name} (shown as ${maskOf(name)})`;
}

/** True for a default or example that can only be a credential: long, mixed, and no placeholder. */
export function looksRandom(value: string): boolean {
  return (
    value.length >= 16 &&
    value.length <= 500 &&
    /^[\w+/=.~-]+$/.test(value) &&
    !PLACEHOLDER.test(value) &&
    (value.match(/\d/g)?.length ?? 0) >= 3 &&
    new Set(value).size >= 8
  );
}
