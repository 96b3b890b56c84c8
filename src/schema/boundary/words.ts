import { kindOf } from '../../model/json.ts';
import { shorten } from '../../model/text.ts';

/** A value as a message shows it. */
export function show(value: unknown): string {
  if (typeof value === 'string' && [...value.slice(0, 100)].length > 40) return `a text of ${lengthOf(value)} characters`;
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  return shorten(JSON.stringify(value) ?? 'nothing', 60);
}

/** Characters as JSON Schema counts them: code points. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** `a number`, `null`, `a list`. */
export function kindWords(value: unknown): string {
  const words: Record<string, string> = { null: 'null', array: 'a list', object: 'an object', string: 'a text' };
  const kind = kindOf(value);
  return words[kind] ?? `a ${kind}`;
}

/** A member as people write it: `filter.since`. */
export function inWords(words: string, name: string): string {
  const shown = shorten(name, MAX_NAME);
  return words ? `${words}.${shown}` : shown;
}

/** The same in the name of a case: `filter/since`. */
export function inNames(names: string, name: string): string {
  return names ? `${names}/${label(name)}` : label(name);
}

/** Any text as one part of the name of a case. */
export function label(text: string): string {
  return shorten(text, MAX_NAME).replaceAll('/', '~1');
}

const MAX_NAME = 60;

/** Up to `max` of a list, evenly spread over it. */
export function spread<T>(list: readonly T[], max: number): T[] {
  if (list.length <= max) return [...list];
  return list.filter((_, index) => Math.floor((index * max) / list.length) !== Math.floor(((index - 1) * max) / list.length));
}
