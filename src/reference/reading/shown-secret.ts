import type { Frame, Page } from 'playwright-core';
import { ToolError } from '../../kit/tool-error.ts';
import { readText } from './read-visible.ts';

/**
 * Looks through what a page and its frames show for the value of a credential, as a field that has become a text field or a page that repeats what was
 * sent to it would show it. In a picture it could not be hidden any more.
 * @param mask hides values in a text
 * @throws ToolError `secret_shown`
 */
export async function mustShowNoSecret(page: Page, mask: (text: string) => string): Promise<void> {
  const shown = await Promise.all(page.frames().map((frame) => showsSecret(frame, mask)));
  if (shown.includes(true))
    throw new ToolError('secret_shown', {
      message:
        'the page shows the value of a credential as plain text, so no picture of it is kept: extract_text reads it with the value hidden',
    });
}

async function showsSecret(frame: Frame, mask: (text: string) => string): Promise<boolean> {
  try {
    const { text } = await readText(frame.locator(':root'));
    return mask(text) !== text;
  } catch (error) {
    if (frame.isDetached()) return false;
    throw error;
  }
}
