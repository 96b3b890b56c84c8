import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { orTimeUp } from '../../kit/time-up.ts';
import { firstOf } from './locate.ts';
import type { TargetMaps } from './target-map.ts';

const PAUSE_MS = 100;

/** Whether a target is to be seen within so long, on whatever page this one has become by then. */
export async function untilSeen(page: Page, maps: Pick<TargetMaps, 'mapFor'>, name: string, waitMs: number): Promise<boolean> {
  const endsAt = performance.now() + waitMs;
  while (performance.now() < endsAt && !page.isClosed()) {
    // The page may be replaced, or stop answering, while it is looked at.
    const seen = await orTimeUp(isSeen(page, maps, name), Math.max(1, endsAt - performance.now())).catch(() => false);
    if (seen) return true;
    await delay(PAUSE_MS);
  }
  return false;
}

async function isSeen(page: Page, maps: Pick<TargetMaps, 'mapFor'>, name: string): Promise<boolean> {
  const targets = maps.mapFor(page.url())?.targets ?? {};
  const entry = Object.hasOwn(targets, name) ? targets[name] : undefined;
  if (!entry) return false;
  const { won } = await firstOf(page, entry.locators);
  return won !== null && (await won.locator.isVisible());
}
