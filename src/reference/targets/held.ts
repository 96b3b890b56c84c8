import type { ElementHandle, Locator } from 'playwright-core';

/**
 * An element of the document that the page held when it was found. A locator would find another one on whatever page comes next, perhaps of
 * another site; nothing can be done to this one once its document is gone.
 */
export interface Held {
  element: ElementHandle;
  /** Of the document that it is in: what a grant, or a credential, has to allow. */
  origin: string;
}

/** Holds the one element that the locator finds, waiting for it so long at most. */
export async function hold(locator: Locator, waitMs: number): Promise<Held> {
  const element = await locator.elementHandle({ timeout: Math.max(1, waitMs) });
  // Should the page go on just now, this is the origin of the next one: then the element is of no use any more.
  const frame = await element.ownerFrame();
  return { element, origin: new URL(frame?.url() ?? 'about:blank').origin };
}
