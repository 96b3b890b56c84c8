import type { Page } from 'playwright-core';
import { orTimeUp } from '../../kit/time-up.ts';
import { cleanLine } from './clean-text.ts';

/** Characters of a title in a result. */
export const MAX_TITLE = 200;
/** Of a title, this much is looked at. */
const LONGEST = 2_000;
const TITLE_MS = 1_000;

/** The title of a page, cleaned, masked and then cut: half a credential would not be known as one. Empty when the page does not answer. */
export async function titleOf(page: Page, mask: (text: string) => string): Promise<string> {
  const title = await orTimeUp(page.title(), TITLE_MS).catch(() => '');
  return cleanLine(mask(cleanLine(title, LONGEST)), MAX_TITLE);
}
