import type { Secret } from './target.ts';

/** Shorter values would be found everywhere. */
const MIN_LENGTH = 8;
const NAME =
  /token|secret|passw|passphrase|api_?key|access_?key|private_?key|credential|auth|cookie|session|bearer|_key$|^key$|_pat$|dsn$/i;

/** Passed values that must not come back: by their name, or because nobody would write them by hand. */
export function secretsIn(values: Record<string, string>): Secret[] {
  return Object.entries(values).flatMap(([name, value]) => (isSecret(name, value) ? [{ name, value }] : []));
}

function isSecret(name: string, value: string): boolean {
  if (value.length < MIN_LENGTH || /^(true|false|null|none|undefined)$/i.test(value)) return false;
  if (NAME.test(name)) return true;
  // A long word of mixed letters and digits is a key of some kind; a path, a URL or a sentence is not.
  return /^[\w+=-]{24,}$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value) && !/^[\da-f-]{36}$/i.test(value);
}

/** A value as it stands in a text: as it is, or as JSON or a URL has escaped it. */
export function writtenForms(value: string): string[] {
  return [...new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)])];
}

/** A function that replaces every secret value in a text by `NAME=•••`, also where JSON or a URL has escaped it. */
export function masker(secrets: readonly Secret[]): (text: string) => string {
  const forms = secrets.flatMap(({ name, value }) => writtenForms(value).map((form) => ({ name, form })));
  // The longest first, so that one secret within another leaves nothing of the longer one behind.
  forms.sort((a, b) => b.form.length - a.form.length);
  return (text) => forms.reduce((masked, { name, form }) => masked.replaceAll(form, `${name}=•••`), text);
}
