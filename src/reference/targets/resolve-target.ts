import type { Locator, Page } from 'playwright-core';
import { ToolError } from '../../kit/tool-error.ts';
import { quote } from '../../model/text.ts';
import { entryOf } from './known-entry.ts';
import { type Search, untilFound, wordsOf } from './locate.ts';
import type { LocatorSpec, PageMap, TargetKind } from './target-map.ts';

/** An element of a page, found. */
export interface Resolved {
  locator: Locator;
  /** The locator that won: its place in the map, from 0. */
  used: number;
  spec: LocatorSpec;
  /** The same for the audit log: `role=button (1 of 3)`. */
  words: string;
}

/**
 * The element that a target stands for: that of the first locator that resolves to exactly one.
 * @param kinds the target must be of one of them
 * @param waitMs waits for a target that is not there yet; not at all unless said
 * @throws ToolError `map_missing`, `unknown_target`, `target_not_found`, `target_ambiguous` (`count`)
 */
export async function resolveTarget(
  page: Page,
  map: PageMap | null,
  name: string,
  { kinds, waitMs = 0 }: { kinds?: readonly TargetKind[]; waitMs?: number } = {},
): Promise<Resolved> {
  const { locators } = entryOf(map, name, kinds);
  const search = await untilFound(page, locators, waitMs);
  if (!search.won) throw notOne(`the target ${quote(name)}`, search);
  const { locator, index, spec } = search.won;
  return { locator, used: index, spec, words: wordsOf(spec, index, locators) };
}

/** Why a search without a winner has none. */
export function notOne(what: string, { counts }: Search): ToolError {
  const count = counts.find((each) => each);
  if (!count) return new ToolError('target_not_found', { message: `${what} is not on this page now: describe_page shows what is` });
  return new ToolError('target_ambiguous', {
    message: `${what} stands for ${count} elements of this page: its map must tell them apart, which only the operator can change`,
    data: { count },
  });
}
