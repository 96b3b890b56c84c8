import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { orTimeUp } from '../../kit/time-up.ts';

/** A renderer that answers nothing must not hold up its closing. */
const CLOSE_MS = 5_000;
/** Pages open further ones while they are closed; what has not stopped by then does not stop. */
const ROUNDS = 5;
const PAUSE_MS = 50;
const EMPTY_MS = 10_000;

/** Closes a page, however it stands with it. */
export async function closePage(page: Page): Promise<void> {
  await orTimeUp(page.close(), CLOSE_MS).catch(() => {});
}

/**
 * Closes every page of a context that is ours alone, those too that Playwright does not tell of yet: a popup whose address has not answered.
 * @returns false when some may be left: then nobody else may be given the context
 */
export async function emptyContext(context: BrowserContext): Promise<boolean> {
  const browser = context.browser();
  if (!browser?.isConnected()) return true;
  return orTimeUp(emptied(context, browser), EMPTY_MS).catch(() => false);
}

async function emptied(context: BrowserContext, browser: Browser): Promise<boolean> {
  const own = await contextIdOf(context);
  const session = await browser.newBrowserCDPSession();
  try {
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(context.pages().map(closePage));
      const { targetInfos } = await session.send('Target.getTargets');
      const left = targetInfos.filter(({ browserContextId, type }) => browserContextId === own && type === 'page');
      if (!left.length) return true;
      // One that has closed meanwhile is no error.
      await Promise.allSettled(left.map(({ targetId }) => session.send('Target.closeTarget', { targetId })));
      // It is answered before the page is gone.
      await sleep(PAUSE_MS);
    }
    return false;
  } finally {
    session.detach().catch(() => {});
  }
}

/** As the browser names the context. */
async function contextIdOf(context: BrowserContext): Promise<string | undefined> {
  const page = context.pages()[0] ?? (await context.newPage());
  const session = await context.newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  return targetInfo.browserContextId;
}
