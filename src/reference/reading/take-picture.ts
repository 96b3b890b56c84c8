import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { messageOf } from '../../model/fault.ts';
import { hideSecrets } from './hide-secrets.ts';
import { pictureSize } from './picture-size.ts';

export interface PictureWish {
  fullPage: boolean;
  format: 'jpeg' | 'png';
  /** Pixels. A page that is wider is made smaller; none is made larger. */
  maxWidth: number;
}

export interface Picture {
  bytes: Buffer;
  /** Pixels, as the picture says it. */
  width: number;
  height: number;
  /** The page is larger than what was taken of it. */
  truncated: boolean;
}

/** CSS pixels of a full page: a larger picture is of no use to anybody, and costs the browser its memory. */
const MAX_SIDE = 8_000;
const QUALITY = 70;
const MAX_TRIES = 3;
const PAUSE_MS = 100;
/** A frame that does not answer has a script that never ends. */
const PAINT_MS = 5_000;

/** Takes a picture of a page as it stands, with passwords painted over. The page is left as it was. */
export async function takePicture(page: Page, wish: PictureWish): Promise<Picture> {
  const devTools = await page.context().newCDPSession(page);
  try {
    await inFrames(page, true);
    const { clip, truncated } = await clipOf(devTools, wish);
    const data = await captured(devTools, clip, wish);
    const bytes = Buffer.from(data, 'base64');
    return { bytes, ...(pictureSize(bytes) ?? { width: 0, height: 0 }), truncated };
  } finally {
    await inFrames(page, false).catch(() => {});
    await devTools.detach().catch(() => {});
  }
}

/** @returns base64 */
async function captured(devTools: CDPSession, clip: Clip, { format, fullPage }: PictureWish): Promise<string> {
  const settings = { format, ...(format === 'jpeg' ? { quality: QUALITY } : {}), clip, captureBeyondViewport: fullPage };
  for (let tries = 1; ; tries++) {
    try {
      return (await devTools.send('Page.captureScreenshot', settings)).data;
    } catch (error) {
      // On a busy machine a frame may be dropped while it is copied.
      if (tries === MAX_TRIES || !messageOf(error).includes('Unable to capture screenshot')) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** @throws when passwords in a frame cannot be painted over: then there is no picture */
async function inFrames(page: Page, on: boolean): Promise<void> {
  const paint = page.frames().map(async (frame) => {
    try {
      await frame.locator(':root').evaluate(hideSecrets, on, { timeout: PAINT_MS });
    } catch (error) {
      if (!frame.isDetached()) throw error;
    }
  });
  await Promise.all(paint);
}

interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
  scale: number;
}

async function clipOf(devTools: CDPSession, { fullPage, maxWidth }: PictureWish): Promise<{ clip: Clip; truncated: boolean }> {
  const { cssVisualViewport: seen, cssContentSize: content } = await devTools.send('Page.getLayoutMetrics');
  const width = fullPage ? Math.min(content.width, MAX_SIDE) : seen.clientWidth;
  const height = fullPage ? Math.min(content.height, MAX_SIDE) : seen.clientHeight;
  const [x, y] = fullPage ? [0, 0] : [seen.pageX, seen.pageY];
  const truncated = fullPage && (content.width > width || content.height > height);
  return { clip: { x, y, width, height, scale: Math.min(1, maxWidth / width) }, truncated };
}
