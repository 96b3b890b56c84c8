import { commonHead } from '../model/common-head.ts';
import type { Change } from '../model/finding.ts';
import { shorten } from '../model/text.ts';
import { toJson } from './json-text.ts';

/** So much of what both begin with is left where a text is cut. */
const HEAD = 20;

/**
 * What stood there and what stands there now, each on one line of at most `max` characters, what differs being among it; null for nothing,
 * and where the value itself is not what has changed.
 */
export function shownValues(
  { before, after }: Pick<Change, 'before' | 'after'>,
  max: number,
): { before: string | null; after: string | null } {
  const [old, now] = [textOf(before), textOf(after)];
  if (old === now) return { before: null, after: null };
  const isLong = (old?.length ?? 0) > max || (now?.length ?? 0) > max;
  const from = isLong && old !== null && now !== null ? Math.max(0, commonHead(old, now) - HEAD) : 0;
  const part = (text: string | null) => (text === null ? null : shorten(from > 0 ? `…${text.slice(from)}` : text, max));
  return { before: part(old), after: part(now) };
}

function textOf(value: unknown): string | null {
  return value === null || value === undefined ? null : toJson(value, 0);
}
