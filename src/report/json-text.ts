import { isObject } from '../model/json.ts';
import { escapeUnsafe } from '../model/text.ts';

/** Levels that are written with indentation, and at all: an adapter may nest until indenting or writing breaks down. */
const INDENTED = 200;
const WRITTEN = 1500;

/**
 * One JSON document that any terminal or CI log may see: what is unsafe there is written as `\u` escapes, so parsing gives back the
 * same values. The second `#` of `##[name]` is one of these: GitHub's runner obeys it anywhere in a log.
 */
export function jsonDocument(value: unknown): string {
  return `${escapeUnsafe(toJson(value, 2))}\n`;
}

/** The JSON text of any parsed JSON value, however deep: below 1,500 levels a text stands instead of the value. */
export function toJson(value: unknown, indent: number): string {
  const depth = depthOf(value);
  const written = depth > WRITTEN ? pruned(value, WRITTEN) : value;
  return JSON.stringify(written, null, depth > INDENTED ? 0 : indent) ?? 'null';
}

/** Without recursion, as this is what decides whether recursion is safe. */
function depthOf(value: unknown): number {
  let level: unknown[] = [value];
  let depth = 0;
  while (level.length && depth <= WRITTEN) {
    level = level.flatMap((each) => (Array.isArray(each) ? each : isObject(each) ? Object.values(each) : []));
    depth += 1;
  }
  return depth;
}

function pruned(value: unknown, levels: number): unknown {
  const isList = Array.isArray(value);
  if (!isList && !isObject(value)) return value;
  if (levels === 0) return '(nested too deeply to write)';
  if (isList) return value.map((each) => pruned(each, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, pruned(each, levels - 1)]));
}
