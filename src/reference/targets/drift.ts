import type { Locator, Page } from 'playwright-core';
import { orTimeUp } from '../../kit/time-up.ts';
import { firstOf } from './locate.ts';
import type { ListEntry, LocatorSpec, PageMap } from './target-map.ts';

/** How well the map still knows one thing of a page. */
export interface Drift {
  /** `sign in button`; of a list `orders` (its items), `orders.total` (a field of its first item), `orders.delete`. */
  name: string;
  /** `later-locator`: found, but no longer by the first; `ambiguous`: several, by every locator that finds any. */
  state: 'ok' | 'later-locator' | 'missing' | 'ambiguous';
  /** The locator that finds it, from 0. */
  used: number | null;
  /** How many elements each locator that was tried resolves to; null for one that is no selector. */
  counts: readonly (number | null)[];
}

const LIMIT_MS = 20_000;

/**
 * Compares a page as it is now with its map. The next link and the confirmation of a list are not looked for: they are not always there.
 * @throws TimeUp when the page does not answer within 20 s
 */
export async function findDrift(page: Page, map: PageMap): Promise<Drift[]> {
  return orTimeUp(compare(page, map), LIMIT_MS);
}

async function compare(page: Page, { targets, lists }: PageMap): Promise<Drift[]> {
  const found: Drift[] = [];
  for (const [name, { locators }] of Object.entries(targets)) found.push(await driftOf(page, name, locators));
  for (const [name, list] of Object.entries(lists)) found.push(...(await driftOfList(page, name, list)));
  return found;
}

async function driftOfList(page: Page, name: string, list: ListEntry): Promise<Drift[]> {
  const { counts, won } = await firstOf(page, list.items, true);
  const items: Drift = { name, state: stateOf(won?.index, counts), used: won?.index ?? null, counts };
  if (!won) return [items];
  const item = won.locator.first();
  const fields = Object.entries(list.fields).map(([field, { css }]) => driftOf(item, `${name}.${field}`, [{ css }], true));
  const remove = list.delete ? [driftOf(item, `${name}.delete`, list.delete)] : [];
  return [items, ...(await Promise.all([...fields, ...remove]))];
}

async function driftOf(scope: Page | Locator, name: string, specs: readonly LocatorSpec[], several = false): Promise<Drift> {
  const { counts, won } = await firstOf(scope, specs, several);
  return { name, state: stateOf(won?.index, counts), used: won?.index ?? null, counts };
}

function stateOf(used: number | undefined, counts: readonly (number | null)[]): Drift['state'] {
  if (used === undefined) return counts.some((count) => count) ? 'ambiguous' : 'missing';
  return used === 0 ? 'ok' : 'later-locator';
}
