import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stopAtChallenge } from '../../../src/reference/pages/challenge.ts';
import { realBrowser } from './real-browser.ts';

const browser = realBrowser();
let page: Page;

beforeEach(async () => {
  page = await browser().newPage();
  // What frames would load is answered here: nothing is asked of anybody.
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<p>frame</p>' }));
});
afterEach(() => page.close());

const frame = (src: string, style = 'width:300px;height:80px') => `<h1>Shop</h1><iframe src="${src}" style="${style}"></iframe>`;

describe('a page that wants a human is stopped at', () => {
  test.each([
    ['by its title', '<title>Just a moment...</title>'],
    ['by its title', '<title>Please verify that you are human</title>'],
    ['by a marked frame', '<iframe data-challenge></iframe>'],
    ['by the frame of a check', frame('https://www.google.com/recaptcha/api2/anchor?k=1&size=normal')],
    ['by the frame of a check', frame('https://newassets.hcaptcha.com/captcha/v1/x/hcaptcha.html#frame=checkbox')],
    ['by the frame of a check', frame('https://challenges.cloudflare.com/cdn-cgi/x')],
    ['by a part of a check', '<div class="cf-turnstile" style="height:65px">wait</div>'],
  ])('%s: %s', async (_, html) => {
    await page.setContent(html);
    await expect(stopAtChallenge(page)).rejects.toMatchObject({ code: 'human_verification_required', retryable: false });
  });
});

describe('an ordinary page goes on', () => {
  test.each([
    ['', '<title>Orders</title><h1>Orders</h1>'],
    ['that speaks of it', '<title>How to solve a captcha</title><p>verify you are human</p>'],
    ['with a check that shows itself only when needed', frame('https://www.google.com/recaptcha/api2/anchor?k=1&size=invisible')],
    ['with a check that is hidden', frame('https://www.google.com/recaptcha/api2/bframe?k=1', 'visibility:hidden')],
    ['with a frame', frame('https://player.example/video')],
    ['whose form hides its title', '<title>Orders</title><img name="title">'],
  ])('%s: %s', async (_, html) => {
    await page.setContent(html);
    await expect(stopAtChallenge(page)).resolves.toBeUndefined();
  });

  test('that answers nothing: whatever is done on it next tells so', async () => {
    await page.setContent('<title>Just a moment...</title>');
    page.evaluate('for (;;);').catch(() => {});
    await expect(stopAtChallenge(page)).resolves.toBeUndefined();
  });
});
