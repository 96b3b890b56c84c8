import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { orTimeUp, TimeUp } from '../../kit/time-up.ts';
import { ToolError } from '../../kit/tool-error.ts';
import { WENT_ON } from './failure-texts.ts';

/** A page that answers nothing within this time tells no tool anything either. */
const LOOK_MS = 1_000;
const PAUSE_MS = 20;

/** Titles of pages that stand in front of the one that was asked for. */
const TITLE =
  /^(?:just a moment|attention required! \| cloudflare|(?:please )?(?:verify|verifying) (?:that )?you are (?:a )?human|are you (?:a )?(?:human|robot)|human verification)/i;

/** What such a check consists of on a page. Counted only where a person would see it: many ordinary pages carry one that shows itself when needed. */
const PARTS = [
  'iframe[data-challenge]',
  'iframe[src*="/recaptcha/"]:not([src*="size=invisible"])',
  'iframe[src*="hcaptcha.com/"]:not([src*="size=invisible"])',
  'iframe[src*="//challenges.cloudflare.com/"]',
  'iframe[src*="arkoselabs.com/"]',
  'iframe[src*="captcha-delivery.com/"]',
  '.cf-turnstile',
  '.cf-challenge',
  '#challenge-form',
  '#challenge-running',
  '#px-captcha',
];

/**
 * Stops at a page that wants to know whether a human is there. That is all that is ever done about such a page.
 * @throws ToolError `human_verification_required`; what the browser says when the page is gone
 */
export async function stopAtChallenge(page: Page): Promise<void> {
  if (!(await isChallenge(page))) return;
  throw new ToolError('human_verification_required', {
    message: 'the page wants a person to prove to be one: stop here and ask a person to do it; no tool here will',
  });
}

async function isChallenge(page: Page): Promise<boolean> {
  try {
    const { title, shown } = await orTimeUp(look(page, performance.now() + LOOK_MS), LOOK_MS);
    return shown || TITLE.test(title);
  } catch (error) {
    if (error instanceof TimeUp) return false;
    throw error;
  }
}

/** A page that goes on to another one is looked at there. */
async function look(page: Page, endsAt: number): Promise<{ title: string; shown: boolean }> {
  for (;;) {
    try {
      return await page.evaluate<{ title: string; shown: boolean }>(LOOK);
    } catch (error) {
      if (!(error instanceof Error && error.message.includes(WENT_ON)) || performance.now() > endsAt) throw error;
    }
    await sleep(PAUSE_MS);
  }
}

/** Run in the page, as text because Node knows no DOM. */
const LOOK = `(() => {
  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width >= 40 && height >= 40 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  return { title: String(document.title).slice(0, 200).trim(), shown: [...document.querySelectorAll(${JSON.stringify(PARTS.join())})].some(isShown) };
})()`;
