import { writtenForms } from '../model/secret.ts';
import { findPatternSecrets } from '../model/secret-patterns.ts';
import type { Secret } from '../model/target.ts';
import { linesOf } from '../model/text.ts';
import { SHORTEST_PART } from './secrets.ts';

/** A secret that stands in a file. */
export interface FoundSecret {
  /** The name of a known one, else what it looks like; never the value. */
  name: string;
  /** True for a value that we know; false for what only looks like a credential. */
  known: boolean;
  /** From 1. */
  line: number;
}

/**
 * The secrets that stand in the text of a file, each once a line: known values, in whatever form they are written, and what looks
 * like a credential.
 */
export function scanForSecrets(text: string, known: readonly Secret[]): FoundSecret[] {
  const spans = known.flatMap((secret) => placesOf(text, secret));
  const patterns = findPatternSecrets(text)
    .filter(({ start, end }) => !isHidden(text, start, end) && spans.every((span) => end <= span.start || start >= span.end))
    .map(({ start, end, kind }) => ({ start, end, name: kind, known: false }));
  const found = [...spans, ...patterns].sort((a, b) => a.start - b.start);
  const lines = linesOf(
    text,
    found.map(({ start }) => start),
  );
  const once = new Map<string, FoundSecret>();
  for (const [index, { name, known: isKnown }] of found.entries()) {
    const line = lines[index]?.line ?? 1;
    once.set(`${name} ${line}`, { name, known: isKnown, line });
  }
  return [...once.values()];
}

/** True for what stands in the place of a secret: a reference to it, or the mask with its name. */
function isHidden(text: string, start: number, end: number): boolean {
  return /^\{\{env:\w+\}\}$|•••/.test(text.slice(start, end)) || text.startsWith('•••', end);
}

function placesOf(text: string, { name, value }: Secret): { start: number; end: number; name: string; known: true }[] {
  // A short form stands in other texts by chance.
  return writtenForms(value).flatMap((form) => {
    if (form.length < SHORTEST_PART) return [];
    const places: { start: number; end: number; name: string; known: true }[] = [];
    for (let start = text.indexOf(form); start >= 0; start = text.indexOf(form, start + form.length))
      places.push({ start, end: start + form.length, name, known: true });
    return places;
  });
}
