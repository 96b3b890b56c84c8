import { eachValue } from './each-value.ts';

/**
 * The JSON text of an object with a value at a path: in the place of what is there, else as a new member of the nearest object above it.
 * Every other byte stays as it was. Of two members of one name the last is meant, as when it is parsed.
 * @param keys the path; at least one, and through objects only
 */
export function setAt(text: string, keys: readonly string[], value: unknown): string {
  const places = placesOf(text, keys);
  const depth = places.length - 1;
  const place = places[depth];
  if (!place) throw new TypeError('the text is no JSON');
  if (depth === keys.length) return text.slice(0, place.start) + JSON.stringify(value) + text.slice(place.end);
  const end = place.end - 1;
  const isEmpty = !text.slice(place.start + 1, end).trim();
  return `${text.slice(0, end)}${isEmpty ? '' : ','}${JSON.stringify(keys[depth])}:${nested(keys.slice(depth + 1), value)}${text.slice(end)}`;
}

/** Where the root stands, then each value on the path, as far as there are any. */
function placesOf(text: string, keys: readonly string[]): { start: number; end: number }[] {
  const last = new Map<number, { start: number; end: number }>();
  eachValue(text, (at, start, end) => {
    if (at.length <= keys.length && at.every((key, index) => key === keys[index])) last.set(at.length, { start, end });
  });
  const places: { start: number; end: number }[] = [];
  for (let depth = 0; depth <= keys.length; depth++) {
    const [place, above] = [last.get(depth), places.at(-1)];
    // What stands in a member that a later one hides is not there.
    if (!place || (above && (place.start < above.start || place.end > above.end))) break;
    places.push(place);
  }
  return places;
}

function nested(keys: readonly string[], value: unknown): string {
  return keys.reduceRight((inner, key) => `{${JSON.stringify(key)}:${inner}}`, JSON.stringify(value));
}
