import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { embeddedChromium } from '../../../src/reference/browser/embedded.ts';
import { launchBrowser } from '../../../src/reference/browser/launch.ts';

/** The browser for the tests of a file; a function, because it is there only once they run. */
export function realBrowser(): () => Browser {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchBrowser(await embeddedChromium(), { folder });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    if (!browser) throw new Error('the browser is not there yet');
    return browser;
  };
}

/** A further browser, for which there is no host named `nowhere.test`. Nobody is asked for it. */
export async function launchWithoutNames(): Promise<Browser> {
  const { executable, env } = await embeddedChromium();
  return chromium.launch({
    executablePath: executable,
    env: { ...process.env, ...env },
    args: ['--disable-gpu', '--disable-background-networking', '--host-resolver-rules=MAP nowhere.test ~NOTFOUND'],
  });
}
