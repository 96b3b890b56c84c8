import type { Page } from 'playwright-core';
import { firstOf } from './locate.ts';
import type { TargetEntry } from './target-map.ts';

/** Milliseconds for an element that vanishes while it is looked at. */
const GLANCE_MS = 500;

/** Whether a target is there (exactly once), and whether it can be seen and is enabled; nothing is waited for. */
export async function presenceOf(page: Page, { locators }: TargetEntry): Promise<{ present: boolean; actionable: boolean }> {
  const { won } = await firstOf(page, locators);
  if (!won) return { present: false, actionable: false };
  const [visible, enabled] = await Promise.all([won.locator.isVisible(), won.locator.isEnabled({ timeout: GLANCE_MS }).catch(() => false)]);
  return { present: true, actionable: visible && enabled };
}
