import type { Page } from 'playwright-core';
import { firstOf } from '../targets/locate.ts';
import type { TargetMaps } from '../targets/target-map.ts';

/** Looks whether what the map of a page says must be there can be seen; null where nothing is known of it. */
export function readyOf(page: Page, maps: Pick<TargetMaps, 'mapFor'>): (() => Promise<boolean>) | null {
  const ready = maps.mapFor(page.url())?.ready;
  return ready ? async () => (await (await firstOf(page, ready, true)).won?.locator.first().isVisible()) ?? false : null;
}
