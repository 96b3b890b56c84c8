import type { Page } from 'playwright-core';
import { ToolError } from '../../kit/tool-error.ts';
import { firstOf } from '../targets/locate.ts';
import type { ListEntry } from '../targets/target-map.ts';
import type { DomElement } from './dom.ts';

/**
 * The address that a list's link to its next page leads to; null where there is none, or none that a GET on the same site follows.
 * @throws ToolError `target_ambiguous` when several links lead to different pages
 */
export async function nextPageOf(page: Page, { next }: ListEntry): Promise<string | null> {
  if (!next) return null;
  const { won } = await firstOf(page, next, true);
  if (!won) return null;
  // Many lists have the same link above and below.
  const [href, ...others] = new Set(await won.locator.evaluateAll(addressesOf));
  if (others.length)
    throw new ToolError('target_ambiguous', {
      message:
        'the link to the next page of this list stands for several: its map must tell them apart, which only the operator can change',
      data: { count: others.length + 1 },
    });
  if (!href || !URL.canParse(href)) return null;
  const url = new URL(href);
  return url.origin === new URL(page.url()).origin ? url.href : null;
}

/** Runs in the page: where links lead that are not switched off. */
function addressesOf(links: (DomElement & { href?: unknown })[]): string[] {
  return links
    .slice(0, 100)
    .flatMap((link) => (typeof link.href === 'string' && link.href && link.getAttribute('aria-disabled') !== 'true' ? [link.href] : []));
}
