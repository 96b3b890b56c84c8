import type { Span } from './quoted-text.ts';

/** A credential in a text, known by its form: only the secret part of it. `kind` is what a message calls it: `a GitHub token (ghp_…)`. */
export interface PatternSecret extends Span {
  kind: string;
}

interface Form {
  kind: string;
  /** How it begins: for the one pass over the text that finds them all. */
  begins: string;
  /** Tried where it begins. Its first group is the secret; the whole match when it has none. */
  pattern: RegExp;
  isSecret?: (secret: string, isCut: boolean) => boolean;
  /** What else is secret around it. */
  beside?: (text: string, found: Span) => Span[];
}

const WORD = '[A-Za-z0-9_-]';
const ALNUM = '[A-Za-z0-9]';
/** Behind an escape a word begins: the `n` of `\n`, `%20`, a colour. */
const ESCAPE = String.raw`(?<=\\[bfnrt]|\\u[0-9a-fA-F]{4}|%[0-9a-fA-F]{2}|\u001b\[[\d;]{0,12}m)`;

/** A token of an issuer: its prefix, and from `least` to `most` characters, or the beginning of one that was cut. */
function issued(prefix: string, characters: string, least: number, most = 2_000): Pick<Form, 'begins' | 'pattern' | 'isSecret'> {
  const begin = new RegExp(`^${prefix}`);
  return {
    begins: prefix,
    // One character more than it may have: what goes on is another text.
    pattern: new RegExp(`(?=${prefix})(?:(?<!${ALNUM}|${characters})|${ESCAPE})${prefix}${characters}{4,${most + 1}}`, 'y'),
    isSecret: (token, isCut) => {
      const body = token.replace(begin, '');
      return body.length <= most && (isCut || (body.length >= least && isMixed(token, body)));
    },
  };
}

/** A prefix such as sk- also begins names in kebab-case; a token of it has digits, and more than a few different letters. */
function isMixed(token: string, body: string): boolean {
  return !token.startsWith('sk-') || (/\d/.test(body) && /[A-Za-z]/.test(body) && new Set(body).size >= 8);
}

/**
 * Every quantifier is bounded, so that no text costs more than its length allows. In groups, because an engine skips quickly to words that
 * are alike in length and letters, and creeps where they are not: together they take seven times as long.
 */
const FORMS: readonly (readonly Form[])[] = [
  [
    {
      kind: 'a private key block',
      begins: '-----BEGIN',
      pattern: /-----BEGIN (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----()/y,
      beside: (text, { end }) => keyLines(text, end),
    },
    {
      kind: 'a private key block',
      begins: '-----END',
      pattern: /-----END (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----()/y,
      beside: (text, { start }) => keyLinesBefore(text, text.lastIndexOf('-----END', start)),
    },
    { kind: 'a GitHub token (ghp_…)', ...issued('gh[pousr]_', ALNUM, 36) },
    { kind: 'a GitHub token (ghp_…)', ...issued('github_pat_', '\\w', 50) },
    { kind: 'a GitLab token (glpat-…)', ...issued('glpat-', '[A-Za-z0-9_.-]', 20) },
    { kind: 'an AWS key (AKIA…)', ...issued('A[KS]IA', '[A-Z0-9]', 16, 16), beside: awsSecrets },
    { kind: 'an API key (sk-…)', ...issued('sk-(?:proj-|ant-|svcacct-|or-)?', WORD, 20) },
    { kind: 'an API key (sk-…)', ...issued('[sr]k_(?:live|test)_', ALNUM, 16) },
    { kind: 'an npm token (npm_…)', ...issued('npm_', ALNUM, 36) },
  ],
  [
    { kind: 'a Slack token (xox…)', ...issued('xox[abeoprs]-', '[A-Za-z0-9-]', 20) },
    { kind: 'a Google API key (AIza…)', ...issued('AIza', WORD, 35, 35) },
    {
      kind: 'a signed token (JWT)',
      begins: 'eyJ',
      pattern: new RegExp(`(?=eyJ)(?:(?<!${WORD})|${ESCAPE})eyJ${WORD}{6,8000}\\.${WORD}{6,16000}(?:\\.${WORD}{0,8000}){0,3}`, 'y'),
    },
  ],
  [
    {
      kind: 'a bearer token',
      begins: '[Bb]earer|BEARER',
      pattern: /bearer(?: {1,3}|%20)((?:[\w.~+/=-]|%(?:2[bf]|3d)){8,8192})/iy,
      isSecret: isOpaque,
    },
    {
      kind: 'a name and password in base64',
      begins: '[Bb]asic|BASIC',
      pattern: /basic(?: {1,3}|%20)((?:[\w+/=-]|%(?:2[bf]|3d)){6,2048})/iy,
      isSecret: holdsPassword,
    },
  ],
  [
    {
      kind: 'a password in a URL',
      begins: String.raw`:\\{0,3}/\\{0,3}/`,
      pattern: /:\\{0,3}\/\\{0,3}\/[^\s/:@"'<>`\\]{0,200}:([^\s/"'<>`\\•]{1,500})@(?=[\w.[-])/y,
    },
    {
      kind: 'an API key in a URL',
      begins:
        '(?:[?&]|\\\\u0026)(?:access_?t|auth_?t|id_?t|refresh_?t|token|api_?key|client_s|secret|passw|pwd|sig|jwt|[Xx]-(?:[Aa]mz|[Gg]oog)-)',
      pattern:
        /(?:[?&]|\\u0026)(?:(?:access|auth|id|refresh)?_?token|api_?key|(?:client_)?secret|password|passwd|pwd|sig|signature|jwt|x-(?:amz|goog)-(?:signature|security-token|credential))=([^\s&?#"'<>`\\•]{1,2048})/iy,
    },
  ],
];

const GROUPS = FORMS.map((forms) => ({ forms, begins: new RegExp(forms.map(({ begins }) => begins).join('|'), 'g') }));

/** The credentials in a text that are known by their form, by position; two may overlap, as a JWT and `Bearer` do. */
export function findPatternSecrets(text: string): PatternSecret[] {
  const found = GROUPS.flatMap(({ forms, begins }) => secretsOfGroup(text, forms, begins));
  return found.sort((a, b) => a.start - b.start);
}

function secretsOfGroup(text: string, forms: readonly Form[], begins: RegExp): PatternSecret[] {
  const found: PatternSecret[] = [];
  let from = 0;
  for (;;) {
    begins.lastIndex = from;
    const beginning = begins.exec(text);
    if (!beginning) return found;
    from = beginning.index + beginning[0].length;
    for (const form of forms) {
      for (const secret of secretsAt(form, text, beginning.index)) {
        found.push(secret);
        from = Math.max(from, secret.end);
      }
    }
  }
}

function secretsAt({ kind, pattern, isSecret, beside }: Form, text: string, at: number): PatternSecret[] {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (!match) return [];
  const secret = match[1] ?? match[0];
  const start = at + match[0].lastIndexOf(secret);
  const span = { start, end: start + secret.length };
  if (isSecret && !isSecret(secret, CUT.test(text.slice(span.end, span.end + 3)))) return [];
  return [...(secret ? [span] : []), ...(beside?.(text, span) ?? [])].map((each) => ({ ...each, kind }));
}

const CUT = /^(?:…|\.\.\.)/;

/** No word of a sentence, such as "Bearer authentication". */
function isOpaque(secret: string): boolean {
  return /\d/.test(secret) || (secret.length >= 20 && /[a-z]/.test(secret) && /[A-Z]/.test(secret));
}

function holdsPassword(secret: string): boolean {
  const plain = Buffer.from(decodeURIComponent(secret), 'base64').toString('utf8');
  return /^[^\0-\x1f\ufffd:]+:[^\0-\x1f\ufffd]+$/.test(plain);
}

/** How far from its id the secret half of an AWS key is looked for. */
const BESIDE = 200;
const AWS_SECRET = new RegExp(`(?:(?<![A-Za-z0-9+/=\\\\])|${ESCAPE})[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])`, 'g');

function awsSecrets(text: string, { start, end }: Span): Span[] {
  const from = Math.max(0, start - BESIDE);
  return [...text.slice(from, end + BESIDE).matchAll(AWS_SECRET)].flatMap(({ index, 0: secret }) => {
    const at = from + index;
    return /[a-z]/.test(secret) && /[A-Z]/.test(secret) && /\d/.test(secret) ? [{ start: at, end: at + secret.length }] : [];
  });
}

/** What stands between two lines of a key: line ends, real or escaped, headers of the block, or the quotes of a list of lines. */
const BETWEEN = /(?:\s|\\{1,15}[nrt]|%0[adAD]|\\{0,15}["'],?|(?:Proc-Type|DEK-Info|Version|Comment): [^\n\\"]{0,100}){0,100}/y;
const KEY_LINE = /[A-Za-z0-9+/=]{1,20000}/y;
/** A shorter line is the last one of a key. */
const FULL_LINE = 32;

/** The lines of the key behind its first line, each for itself, so that a list of lines stays one. */
function keyLines(text: string, from: number): Span[] {
  const lines: Span[] = [];
  for (let at = from; ; ) {
    BETWEEN.lastIndex = at;
    BETWEEN.test(text);
    KEY_LINE.lastIndex = BETWEEN.lastIndex;
    if (!KEY_LINE.test(text)) {
      // Short lines belong to the key only where it ends, or the text.
      const isEnd = BETWEEN.lastIndex >= text.length || /^(?:-----END|…)/.test(text.slice(BETWEEN.lastIndex, BETWEEN.lastIndex + 8));
      return isEnd ? lines : lines.filter((line) => line.end - line.start >= FULL_LINE);
    }
    lines.push({ start: BETWEEN.lastIndex, end: KEY_LINE.lastIndex });
    const isShort = KEY_LINE.lastIndex - BETWEEN.lastIndex < FULL_LINE;
    const before = lines.at(-2);
    if (isShort && before && before.end - before.start < FULL_LINE) return lines.filter((line) => line.end - line.start >= FULL_LINE);
    at = KEY_LINE.lastIndex;
  }
}

const CUT_KEY_LINE = new RegExp(
  String.raw`(?:(?<![A-Za-z0-9+/=\\])|${ESCAPE})(?:[A-Za-z0-9+/]{32,}={0,2}|[A-Za-z0-9+/=]+(?=(?:\s|\\{1,15}[nr]|\\{0,15}["'],?){1,80}$))`,
  'g',
);

/** The lines of a key whose first line was cut off: what is long enough, and the last one. */
function keyLinesBefore(text: string, end: number): Span[] {
  const part = text.slice(Math.max(0, end - 4_096), end);
  const from = end - part.length;
  const begin = part.lastIndexOf('-----') + 1;
  // Behind a first line they are found already.
  if (part.slice(0, begin + 4).endsWith('KEY-----')) return [];
  const lines = [...part.slice(begin).matchAll(CUT_KEY_LINE)];
  return lines.map(({ index, 0: line }) => ({ start: from + begin + index, end: from + begin + index + line.length }));
}
