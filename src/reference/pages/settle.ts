import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { orTimeUp, TimeUp } from '../../kit/time-up.ts';
import { WENT_ON } from './failure-texts.ts';

export interface SettleOptions {
  /** True once what the map waits for (`ready`) is there; null where nothing is known of the page. */
  ready: (() => Promise<boolean>) | null;
  /** Milliseconds it may take at most. */
  timeoutMs: number;
}

export interface Settled {
  /** False when the time was up before: the page may still be loading, always moving, or answer nothing. */
  interactive: boolean;
  waited_ms: number;
}

const POLL_MS = 50;

/**
 * Waits until a page that has its document can be used: what `ready` looks for is there, and two animation frames went by without the layout
 * changing. Waits for no silence of the network: a page that polls never has it.
 * @throws what the browser says when the page crashes or is closed
 */
export async function settle(page: Page, { ready, timeoutMs }: SettleOptions): Promise<Settled> {
  const startedAt = performance.now();
  const endsAt = startedAt + timeoutMs;
  const waited = (interactive: boolean) => ({ interactive, waited_ms: Math.round(performance.now() - startedAt) });
  try {
    // A page whose script never pauses answers nothing: the time must end the wait from outside.
    return waited(await orTimeUp(isSettled(page, ready, endsAt), timeoutMs));
  } catch (error) {
    if (error instanceof TimeUp) return waited(false);
    throw error;
  }
}

async function isSettled(page: Page, ready: SettleOptions['ready'], endsAt: number): Promise<boolean> {
  for (let left = endsAt - performance.now(); left > 0; left = endsAt - performance.now()) {
    try {
      if ((!ready || (await ready())) && (await page.evaluate<boolean>(`(${LAYOUT_RESTS})(${left})`))) return true;
    } catch (error) {
      // A page that goes on to another one takes along whoever looked at it.
      if (!(error instanceof Error && error.message.includes(WENT_ON))) throw error;
    }
    await sleep(Math.min(POLL_MS, left));
  }
  return false;
}

/** Run in the page, as text because Node knows no DOM. What is on screen is the same if its size and the number of elements are. */
const LAYOUT_RESTS = `(limit) => new Promise((done) => {
  const endsAt = performance.now() + limit;
  let before = '', same = 0;
  const look = () => {
    const { scrollWidth, scrollHeight } = document.documentElement ?? {};
    const now = [document.readyState !== 'loading', scrollWidth, scrollHeight, document.getElementsByTagName('*').length].join();
    same = now === before && now.startsWith('true') ? same + 1 : 0;
    before = now;
    if (same === 2 || performance.now() > endsAt) done(same === 2);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;
