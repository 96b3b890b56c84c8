import { findNamedSecrets } from './named-secrets.ts';
import type { Span } from './quoted-text.ts';
import { namesSecret } from './secret-names.ts';
import { findPatternSecrets } from './secret-patterns.ts';
import type { Secret } from './target.ts';

export { namesSecret };

/** What stands where a secret was. */
const MASK = '•••';
/** Shorter values would be found everywhere. */
const MIN_LENGTH = 8;
/** Names of variables and headers that hold a secret; wider than `namesSecret`, because a person named them for one adapter. */
const VARIABLE =
  /pass|secret|token|credential|cookie|bearer|auth(?!or)|private|session|jwt|dsn|api_?key|access_?key|(?:^|[_-])(?:key|pat|pwd|pw|pin|sig)(?:$|[_-])/i;

/** Passed values that must not come back: by their name, or because nobody would write them by hand. */
export function secretsIn(values: Record<string, string>): Secret[] {
  return Object.entries(values).flatMap(([name, value]) => (isSecret({ name, value }) ? [{ name, value }] : []));
}

/** Not every value that is passed to an adapter is one to keep: an address, a region or a log level may well come back. */
export function isSecret({ name, value }: Secret): boolean {
  if (value.length < MIN_LENGTH || /^(true|false|null|none|undefined)$/i.test(value)) return false;
  if (namesSecret(name) || VARIABLE.test(name) || findPatternSecrets(value).length) return true;
  // A long word of mixed letters and digits is a key of some kind; a path, a URL, a date or a sentence is not.
  if (!/^[\w+=~-]{16,}$/.test(value) || !/[a-z]/i.test(value)) return false;
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) || /^\d{4}-\d\d-\d\d/.test(value)) return false;
  return (value.match(/\d/g)?.length ?? 0) >= 4 || (value.length >= 24 && /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value));
}

/** True for a header of a request that is there to let its sender in. */
export function isSecretHeader(name: string): boolean {
  return /^(?:authorization|cookie|x-api-key)$/i.test(name);
}

/** What a text shows in place of the value of a variable. */
export function maskOf(name: string): string {
  return `${name.replace(/["\\]/g, '_')}=${MASK}`;
}

/** A value as it may stand in a text: as it is, in JSON (three levels deep), a URL, HTML, or base64, alone or within more. */
export function writtenForms(value: string): string[] {
  const [json = value] = nested(value);
  const ascii = json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const upperAscii = ascii.replace(/\\u[\da-f]{4}/g, (unit) => `\\u${unit.slice(2).toUpperCase()}`);
  const inJson = [json, ascii, upperAscii, json.replaceAll('/', '\\/'), ascii.replaceAll('/', '\\/')];
  return [...new Set([value, ...inJson, ...inJson.flatMap(nested), ...urlForms(value), ...htmlForms(value), ...base64Forms(value)])];
}

/** A text as JSON escapes it, and what is made of that by one and two more levels. */
function nested(text: string): string[] {
  const forms: string[] = [];
  for (let form = text; forms.length < 3; forms.push(form)) form = JSON.stringify(form).slice(1, -1);
  return forms;
}

function htmlForms(value: string): string[] {
  const html = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return ['"', '&quot;', '&#34;'].flatMap((double) =>
    ["'", '&#39;', '&#x27;', '&apos;'].map((single) => html.replaceAll('"', double).replaceAll("'", single)),
  );
}

function urlForms(value: string): string[] {
  // A lone surrogate cannot be written in a URL.
  const component = encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd'));
  const strict = component.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  const forms = [component, strict, ...[component, strict].map((form) => form.replaceAll('%20', '+')), strict.replaceAll('%2F', '/')];
  return [...forms, ...forms.map((form) => form.replace(/%[\dA-F]{2}/g, (byte) => byte.toLowerCase()))];
}

/** Also where other bytes stand in front, as in the `name:password` of a header: without the characters that share bits with those. */
function base64Forms(value: string): string[] {
  const forms = [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]);
    const text = bytes.toString('base64').replace(/=+$/, '');
    return text.slice(Math.ceil((before * 4) / 3), before === 0 || bytes.length % 3 === 0 ? undefined : -1);
  });
  const long = forms.filter((form, index) => index === 0 || form.length >= 10);
  return [...long, ...long.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}

/**
 * A function that hides what is secret in a text: the values of `secrets` as `NAME=•••`, in whatever form they are written; values behind
 * the name of a credential; and credentials that are known by their form. JSON stays JSON, and what is masked is not masked again.
 */
export function masker(secrets: readonly Secret[]): (text: string) => string {
  const forms = secrets.flatMap(({ name, value }) => writtenForms(value).map((form) => ({ name, form }))).filter(({ form }) => form);
  // The longest first, so that one secret within another leaves nothing of the longer one behind.
  forms.sort((a, b) => b.form.length - a.form.length);
  const shown = new Map(secrets.map(({ name }) => [name, forms.some(({ form }) => maskOf(name).includes(form)) ? MASK : maskOf(name)]));
  const withoutKnown = (text: string) =>
    forms.reduce((masked, { name, form }) => (masked.includes(form) ? replaceKnown(masked, form, shown.get(name) ?? MASK) : masked), text);
  const once = (text: string) => {
    const rest = withoutCut(withoutKnown(text), secrets);
    return hide(rest, [...findNamedSecrets(rest), ...findPatternSecrets(rest)]);
  };
  return (text) => {
    let masked = once(text);
    // Again, because a mask may end what hid the next secret: two tokens without a space between them.
    for (let [pass, before] = [1, text]; masked !== before && pass < MOST_PASSES; pass++) [before, masked] = [masked, once(masked)];
    return masked;
  };
}

const MOST_PASSES = 8;

/** A number is replaced only where it stands for itself, and by a number where JSON has it as one. */
function replaceKnown(text: string, form: string, mask: string): string {
  if (!/^\d+$/.test(form)) return text.replaceAll(form, mask);
  return text.replace(new RegExp(`(?<!\\d|\\d\\.)${form}(?!\\d|\\.\\d|[eE][+-]?\\d)`, 'g'), (_, at: number) => {
    const [before, after] = [text.slice(Math.max(0, at - 20), at), text.slice(at + form.length, at + form.length + 20)];
    return /(?:^|[:[,])\s*-?$/.test(before) && /^\s*(?:$|[,}\]])/.test(after) ? '0' : mask;
  });
}

/** The shortest beginning of a value that is recognised in front of `…`. */
const SHORTEST_CUT = 6;

/** Hides the beginnings of secret values where a text was cut, so that `tok-9f8e…` tells nothing either. */
function withoutCut(text: string, secrets: readonly Secret[]): string {
  const spans: Span[] = [];
  for (let at = text.indexOf('…'); at >= 0 && secrets.length; at = text.indexOf('…', at + 1)) {
    const last = text.slice(Math.max(0, at - SHORTEST_CUT), at);
    for (const { value } of secrets) {
      const length = value.indexOf(last) + last.length;
      if (length < SHORTEST_CUT || length > at || !text.startsWith(value.slice(0, length), at - length)) continue;
      spans.push({ start: at - length, end: at });
    }
  }
  return hide(text, spans);
}

/** The text with the mask in place of each part; parts may overlap. */
function hide(text: string, spans: Span[]): string {
  if (!spans.length) return text;
  const pieces: string[] = [];
  let [from, masked] = [0, -1];
  for (const { start, end } of spans.sort((a, b) => a.start - b.start)) {
    if (end <= masked) continue;
    if (start >= masked) pieces.push(text.slice(from, start), MASK);
    from = masked = end;
  }
  return pieces.join('') + text.slice(from);
}
