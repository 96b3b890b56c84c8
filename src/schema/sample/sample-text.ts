import type { JsonObject } from '../../model/json.ts';
import { splitWords } from '../../model/word-match.ts';
import { textFor } from './pattern-text.ts';

/** A plain valid text of each format. Dates say all that they have to; the others stand for something that has to exist. */
const DATES: Record<string, string> = {
  date: '2026-01-01',
  time: '00:00:00Z',
  'date-time': '2026-01-01T00:00:00Z',
  duration: 'P1D',
};
const FORMATS: Record<string, string> = {
  ...DATES,
  email: 'user@example.com',
  'idn-email': 'user@example.com',
  hostname: 'example.com',
  ipv4: '127.0.0.1',
  ipv6: '::1',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  iri: 'https://example.com/',
  'uri-reference': '/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

const PLAIN = 'example';

/** No longer text is made. */
const MAX_LENGTH = 10_000;

export interface SampleText {
  text: string;
  /** True when it only fits: what it should be, a person has to say. */
  isOpen: boolean;
}

/**
 * A text for a schema of strings: short, and as a reader would write it; null when it would be too long.
 * @param name of the property
 * @param attempt 0 for what the schema suggests; after that, texts that a pattern may like better
 * @param nth which of several that have to differ, from 0
 */
export function sampleText(schema: JsonObject, name: string, attempt: number, nth: number): SampleText | null {
  const [shortest, longest] = [count(schema.minLength, 0), count(schema.maxLength, MAX_LENGTH)];
  if (shortest > MAX_LENGTH) return null;
  const { pattern, format, description } = schema;
  const told = nth === 0 ? exampleIn(description) : [];
  if (typeof pattern === 'string') {
    const read = patternText(pattern, shortest);
    const named = plainText(name);
    // `^https?://` is met by `http://`, which nobody would call.
    const texts = [...told, ...(named === PLAIN ? [] : [named]), ...(read === null ? [] : [read]), PLAIN, 'a', '1', 'A'];
    return { text: texts[attempt % texts.length] ?? '', isOpen: true };
  }
  const known = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (known !== undefined) return { text: known, isOpen: typeof format === 'string' && !Object.hasOwn(DATES, format) };
  const [text = fitted(plainText(name), nth, shortest, longest)] = attempt === 0 ? told : [];
  return { text, isOpen: true };
}

/** The one word that a description gives as an example: `The number of the order, such as A-1001.` */
function exampleIn(description: unknown): string[] {
  if (typeof description !== 'string') return [];
  const [, word] =
    /\b(?:such as|e\.g\.|for example),? ["'`]?([\w@/:+-](?:[\w@./:+-]{0,78}[\w@/+-])?)["'`]?(?=[.,;)]|$)/.exec(description) ?? [];
  return word ? [word] : [];
}

function patternText(pattern: string, shortest: number): string | null {
  const text = textFor(pattern);
  return text !== null && text.length < shortest ? textFor(pattern, shortest) : text;
}

/** What the name asks for. */
function plainText(name: string): string {
  const last = splitWords(name).at(-1) ?? '';
  if (/^(?:urls?|uris?|href|links?)$/.test(last)) return 'https://example.com/';
  if (/^(?:path|paths|dir|directory|folder|root)$/.test(last)) return '.';
  return PLAIN;
}

/** The text cut or lengthened to what is allowed. */
function fitted(text: string, nth: number, shortest: number, longest: number): string {
  const whole = nth ? `${text} ${nth + 1}` : text;
  if (whole.length > longest) return nth ? String.fromCharCode(97 + (nth % 26)).repeat(shortest || 1) : whole.slice(0, longest);
  if (whole.length >= shortest) return whole;
  const repeated = `${whole} `.repeat(Math.ceil(shortest / whole.length));
  return repeated.slice(0, shortest).replace(/ $/, '.');
}

function count(value: unknown, otherwise: number): number {
  return typeof value === 'number' && value >= 0 ? value : otherwise;
}

/** True for a name whose number tells things apart, so that not every one means something: `order_id`. */
export function namesThing(name: string): boolean {
  return /^(?:id|ids|number|no|code|key|uid|pid)$/.test(splitWords(name).at(-1) ?? '');
}
