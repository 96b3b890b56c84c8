import { writtenForms } from '../../model/secret.ts';
import type { Secret } from '../../model/target.ts';
import { namesCredential } from '../design/credential-words.ts';

/** The shortest value that is looked for: a shorter one occurs by chance. */
const SHORTEST = 8;

/** Tokens that are what they look like: a prefix of their issuer and the right length, with no letter or digit beside them. */
const PATTERNS: readonly { name: string; pattern: RegExp }[] = [
  { name: 'a private key block', pattern: /-----BEGIN (?:[A-Z]{2,10} ){0,2}PRIVATE KEY-----(?:\\[nr]|\s){0,4}[A-Za-z0-9+/=]{16}/g },
  {
    name: 'a GitHub token (ghp_…)',
    pattern: /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{50,255})(?![A-Za-z0-9])/g,
  },
  { name: 'a GitLab token (glpat-…)', pattern: /(?<![A-Za-z0-9])glpat-[A-Za-z0-9_-]{20,64}(?![A-Za-z0-9])/g },
  { name: 'an AWS key (AKIA…)', pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g },
  {
    name: 'an API key (sk-…)',
    pattern: /(?<![A-Za-z0-9])(?:sk-(?:proj-|ant-|svcacct-|or-)?[A-Za-z0-9_-]{20,255}|[sr]k_live_[A-Za-z0-9]{16,255})(?![A-Za-z0-9])/g,
  },
  { name: 'a Slack token (xox…)', pattern: /(?<![A-Za-z0-9])xox[abeoprs]-[A-Za-z0-9-]{20,255}(?![A-Za-z0-9])/g },
  { name: 'a Google API key (AIza…)', pattern: /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g },
  {
    name: 'a signed token (JWT)',
    pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{20,1000}/g,
  },
  { name: 'a bearer token', pattern: /\b[Bb]earer [A-Za-z0-9._~+/-]{20,2000}/g },
  { name: 'a password in a URL', pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'<>`]{1,100}:[^\s/:@"'<>`]{4,200}@[A-Za-z0-9.-]{1,200}/g },
  {
    name: 'an API key in a URL',
    pattern: /[?&](?:api_?key|access_token|auth_token|client_secret|password|secret)=[A-Za-z0-9._~%+/-]{12,500}/gi,
  },
];

/** How the patterns begin: most texts end here. */
const BEGINNINGS = /-----BEGIN|gh[pousr]_|github_pat_|glpat-|AKIA|ASIA|sk-|k_live_|xox|AIza|eyJ|earer |:\/\/|[?&][a-z_]{6,13}=/i;

/** Words of documentation: what holds one is a placeholder. */
const PLACEHOLDER =
  /your|example|placeholder|sample|dummy|fake|test|demo|redacted|masked|hidden|changeme|change[-_]me|insert|replace|xxx|\*\*\*|•|\.\.\.|…|<|>|\{|\}|\$|1234567|abcdef|abc123|0000000|localhost|127\.0\.0\.1/i;
const COMMON_PASSWORD = /:(?:pass|passw(?:or)?d|pwd|secret|user|admin|root|postgres|mysql|guest|token|pw)@/i;

/** The names of the well-known tokens in a text that are no placeholders, each once; never the values. */
export function tokensIn(text: string): string[] {
  if (!BEGINNINGS.test(text)) return [];
  const found = PATTERNS.filter(({ name, pattern }) => [...text.matchAll(pattern)].some(([value]) => isReal(name, value)));
  // A JWT behind "Bearer" is one token, told by its clearer name.
  const clear = found.filter(({ name }) => name !== 'a bearer token');
  const bearers = [...text.matchAll(/\b[Bb]earer ([A-Za-z0-9._~+/-]{20,2000})/g)].map((match) => match[1] ?? '');
  const told = bearers.every(
    (value) => !isReal('a bearer token', value) || clear.some(({ pattern }) => value.search(new RegExp(pattern.source, 'i')) >= 0),
  );
  return (told ? clear : found).map(({ name }) => name);
}

function isReal(name: string, value: string): boolean {
  if (name === 'a private key block') return true;
  if (name === 'a password in a URL') return !COMMON_PASSWORD.test(value) && !PLACEHOLDER.test(value.split('//')[1] ?? '');
  // A prefix such as sk- also begins names in kebab-case; a token has digits, and more than a few different letters.
  const body = value.replace(/^(?:sk-(?:proj|ant|svcacct|or)?|xox.|[Bb]earer )/, '');
  return !PLACEHOLDER.test(value) && /\d/.test(body) && /[A-Za-z]/.test(body) && new Set(body).size >= 8;
}

/** The names of the secrets whose value occurs in a text: as it is, or encoded as JSON, URL or base64 text. */
export function secretsIn(text: string, secrets: readonly Secret[]): string[] {
  const names = secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form))).map(({ name }) => name);
  return [...new Set(names)];
}

const known = new WeakMap<Secret, readonly string[]>();

/** What is looked for of a secret: worked out once, because every text is searched for it. Nothing when it is not one to keep. */
function formsOf(secret: Secret): readonly string[] {
  const forms = known.get(secret) ?? (isCredible(secret) ? encodings(secret) : []);
  known.set(secret, forms);
  return forms;
}

/**
 * Not every value that is passed to an adapter is one to keep: an address, a region or a log level may well come back. A name that
 * says credential, or a value that looks like one, decides.
 */
function isCredible({ name, value }: Secret): boolean {
  if (value.length < SHORTEST) return false;
  if (namesCredential(name) || SECRET_NAME.test(name)) return true;
  if (tokensIn(value).length || /:\/\/[^/\s]*:[^/\s]+@/.test(value)) return true;
  const digits = value.match(/\d/g)?.length ?? 0;
  return (
    value.length >= 16 && digits >= 4 && /[A-Za-z]/.test(value) && /^[A-Za-z0-9+_=~-]+$/.test(value) && !/^\d{4}-\d\d-\d\d/.test(value)
  );
}

const SECRET_NAME =
  /pass|secret|token|credential|cookie|bearer|auth|private|session|jwt|dsn|(?:^|[_-])(?:key|pat|pwd|pw|pin|sig)(?:$|[_-])|apikey/i;

function encodings({ name, value }: Secret): string[] {
  // What the wire has masked already was there.
  return [...writtenForms(value), Buffer.from(value).toString('base64').replace(/=+$/, ''), `${name}=•••`];
}

/** What a message calls a passed value, without showing it. */
export function shown(name: string): string {
  return `the value of ${name} (shown as ${name}=•••)`;
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
