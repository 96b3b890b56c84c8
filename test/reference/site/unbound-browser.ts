import { type Browser, chromium } from 'playwright-core';
import { embeddedChromium } from '../../../src/reference/browser/embedded.ts';
import { FLAGS } from '../../../src/reference/browser/launch.ts';

/**
 * A browser as we start it, but for the rule that keeps the browser itself from going anywhere: with it nothing could be shown about the guard, or
 * about what pages do without one.
 */
export async function unboundBrowser(): Promise<Browser> {
  const { executable } = await embeddedChromium();
  return chromium.launch({ executablePath: executable, args: FLAGS.filter((flag) => !flag.startsWith('--host-resolver-rules')) });
}
