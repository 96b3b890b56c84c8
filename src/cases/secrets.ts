import { pointer } from '../model/json.ts';
import { findNamedSecrets } from '../model/named-secrets.ts';
import type { SecretReference } from '../model/saved-case.ts';
import { namesSecret } from '../model/secret.ts';
import { findPatternSecrets, type PatternSecret } from '../model/secret-patterns.ts';
import type { Secret } from '../model/target.ts';
import { rewriteTexts } from './rewrite-texts.ts';
import { secretMarks } from './secret-marks.ts';

/** A known value that is shorter stands in other texts by chance: it is hidden only where it is the whole of a text. */
export const SHORTEST_PART = 6;

/** What is left of a text beside a known value, when nothing of it is secret. */
const SCHEME = /^\s*(?:bearer|basic|token|apikey)?\s*$/i;

/** Arguments without their secrets: `{{env:NAME}}` stands in their place. */
export interface Hidden {
  text: string;
  secrets: SecretReference[];
}

export interface HideOptions {
  /** Places whose values are made anew at replay: what stands there is hidden too, but nothing needs to be known of it. */
  bound?: readonly string[];
  /** The secrets that got a name of ours so far, by name: shared by the calls of one case. Added to. */
  named?: Map<string, string>;
}

/**
 * Takes the secrets out of the exact JSON text of a call's arguments, every other byte as it was: known values, what has the name of a
 * credential, what the schema marks, and what looks like a credential. Those in keys stay: the scan of the file finds them. A secret that was written
 * with escapes that JSON does not need is written without them at replay: equal as JSON.
 * @param mac the keyed hash of a value
 */
export function hideSecrets(
  text: string,
  known: readonly Secret[],
  schema: unknown,
  mac: (value: string) => string,
  { bound = [], named = new Map() }: HideOptions = {},
): Hidden {
  const isMarked = secretMarks(schema);
  const longestFirst = [...known].filter(({ value }) => value !== '').sort((a, b) => b.value.length - a.value.length);
  const secrets = new Map<string, SecretReference>();
  const hidden = rewriteTexts(text, (value, keys) => {
    const name = nameOf(keys);
    const parts = partsOf(value, longestFirst, namesSecret(name) || isMarked(keys)).map(({ start, end, known: ref }) => {
      const secret = value.slice(start, end);
      return { start, end, secret, ref: ref ?? nameFor(name, secret, named) };
    });
    const at = pointer(...keys);
    for (const { secret, ref } of bound.includes(at) ? [] : parts)
      secrets.set(`${at} ${ref}`, { at, ref: `env:${ref}`, mac: mac(secret), len: secret.length });
    return parts.map(({ start, end, ref }) => ({ start, end, text: `{{env:${ref}}}` }));
  });
  return { text: hidden, secrets: [...secrets.values()] };
}

/**
 * Puts the secrets back. Nothing is changed when one is not there, or has another value than the one that was taken out.
 * @param lookup the value of a secret by its name
 */
export function showSecrets(
  text: string,
  secrets: readonly SecretReference[],
  lookup: (name: string) => string | undefined,
  mac: (value: string) => string,
): { text: string } | { missing: string } | { differs: string } {
  const values = new Map<string, string>();
  for (const { at, ref, mac: recorded } of secrets) {
    const name = ref.replace(/^env:/, '');
    const value = lookup(name);
    if (value === undefined) return { missing: name };
    if (mac(value) !== recorded) return { differs: name };
    values.set(`${at} ${name}`, value);
  }
  const places = new Set(secrets.map(({ at }) => at));
  const shown = rewriteTexts(text, (value, keys) => {
    const at = pointer(...keys);
    if (!places.has(at)) return [];
    return [...value.matchAll(/\{\{env:(\w+)\}\}/g)].flatMap(({ 0: all, 1: name, index }) => {
      const secret = values.get(`${at} ${name}`);
      return secret === undefined ? [] : [{ start: index, end: index + all.length, text: secret }];
    });
  });
  return { text: shown };
}

/** A part of a text that is a secret, and its name when it is a known one. */
interface Part {
  start: number;
  end: number;
  known: string | null;
}

function partsOf(value: string, known: readonly Secret[], isSecret: boolean): Part[] {
  if (value === '') return [];
  const parts: Part[] = [];
  const add = (part: Part) => {
    if (parts.every(({ start, end }) => part.end <= start || part.start >= end)) parts.push(part);
  };
  for (const { name, value: secret } of known) {
    if (secret.length < SHORTEST_PART && secret !== value) continue;
    for (let start = value.indexOf(secret); start >= 0; start = value.indexOf(secret, start + secret.length))
      add({ start, end: start + secret.length, known: name });
  }
  parts.sort((a, b) => a.start - b.start);
  if (isSecret) return parts.length && SCHEME.test(rest(value, parts)) ? parts : [{ start: 0, end: value.length, known: null }];
  for (const { start, end } of [...joined(value, findPatternSecrets(value)), ...findNamedSecrets(value)]) add({ start, end, known: null });
  return parts.sort((a, b) => a.start - b.start);
}

/** The lines of a key are one secret. */
function joined(value: string, found: readonly PatternSecret[]): PatternSecret[] {
  const spans: PatternSecret[] = [];
  for (const each of found) {
    const before = spans.at(-1);
    if (before?.kind === each.kind && each.start >= before.end && /^[\s\\nr"',]{0,8}$/.test(value.slice(before.end, each.start)))
      before.end = each.end;
    else spans.push({ ...each });
  }
  return spans;
}

function rest(value: string, parts: readonly Part[]): string {
  return parts.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), value);
}

/** The key that a value stands at; for an item of a list, that of the list. */
function nameOf(keys: readonly string[]): string {
  return keys.findLast((key) => !/^\d+$/.test(key)) ?? 'value';
}

/** `MCP_ADAPTER_SECRET_PASSWORD`; another value at a key of that name gets a number. */
function nameFor(key: string, value: string, named: Map<string, string>): string {
  for (const [name, known] of named) if (known === value) return name;
  const base = `MCP_ADAPTER_SECRET_${
    key
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '_')
      .slice(0, 60) || 'VALUE'
  }`;
  let name = base;
  for (let count = 2; named.has(name); count++) name = `${base}_${count}`;
  named.set(name, value);
  return name;
}
