import { hash } from 'node:crypto';
import { keysIn, pointer, withoutDepths } from '../model/json.ts';
import type { CaseStep } from '../model/saved-case.ts';
import { quote } from '../model/text.ts';
import { eachValue } from './each-value.ts';

/** What is nested deeper stands in `wire` only: every reader and printer of a case recurses. */
const SHOWN_LEVELS = 200;

/**
 * The arguments of a call as a case keeps them: for reading, and the text itself where reading would not give it back byte by byte.
 * @throws SyntaxError when the text is no JSON
 */
export function keepExact(text: string): Pick<CaseStep, 'arguments' | 'wire' | 'wire_sha256'> {
  const shown = forReading(text);
  return { arguments: shown, wire: JSON.stringify(shown) === text ? null : text, wire_sha256: textHash(text) };
}

/** The exact text of a step's arguments, secrets standing in it as `{{env:NAME}}`. */
export function exactTextOf({ arguments: shown, wire }: Pick<CaseStep, 'arguments' | 'wire'>): string {
  return wire ?? JSON.stringify(shown);
}

/** What `arguments` shows of a text: its value, without what is nested too deeply to show. */
export function forReading(text: string): unknown {
  return withoutDepths(JSON.parse(text), SHOWN_LEVELS);
}

/** sha256 of the UTF-8 bytes, in hex. */
export function textHash(text: string): string {
  return hash('sha256', text, 'hex');
}

/**
 * The JSON text with new values at JSON pointers, every other byte as it was. Of two members of one name the last is meant, as when it is
 * parsed.
 * @throws Error when there is nothing at a pointer, or when one of them is within another
 */
export function replaceAt(text: string, edits: readonly { at: string; value: unknown }[]): string {
  const places = locate(
    text,
    edits.map(({ at }) => at),
  );
  const sorted = edits
    .map(({ at, value }) => ({ ...placeOf(places, at), value: JSON.stringify(value) ?? 'null' }))
    .sort((a, b) => a.start - b.start);
  let [made, end] = ['', 0];
  for (const each of sorted) {
    if (each.start < end) throw new Error('one of the places is within another');
    made += text.slice(end, each.start) + each.value;
    end = each.end;
  }
  return made + text.slice(end);
}

interface Place {
  start: number;
  end: number;
}

/** Where the last values at the pointers, and at those above them, stand. */
function locate(text: string, pointers: readonly string[]): Map<string, Place> {
  const wanted = new Set(pointers.flatMap((at) => keysIn(at).map((_, depth, keys) => pointer(...keys.slice(0, depth)))).concat(pointers));
  const deepest = Math.max(0, ...pointers.map((at) => keysIn(at).length));
  const places = new Map<string, Place>();
  eachValue(text, (keys, start, end) => {
    if (keys.length > deepest) return;
    const at = pointer(...keys);
    if (wanted.has(at)) places.set(at, { start, end });
  });
  return places;
}

/** A place within a member that a later one hides is none. */
function placeOf(places: ReadonlyMap<string, Place>, at: string): Place {
  const found = places.get(at);
  const isHidden = keysIn(at).some((_, depth, keys) => {
    const above = places.get(pointer(...keys.slice(0, depth)));
    return !above || !found || above.start > found.start || above.end < found.end;
  });
  if (!found || isHidden) throw new Error(`there is nothing at ${quote(at)} in the arguments`);
  return found;
}
