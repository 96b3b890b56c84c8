import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { settle } from '../../../src/reference/pages/settle.ts';
import { realBrowser } from './real-browser.ts';

const browser = realBrowser();
let page: Page;

beforeEach(async () => {
  page = await browser().newPage();
});
afterEach(() => page.close());

test('a quiet page is interactive at once', async () => {
  await page.setContent('<h1>Shop</h1>');
  const { interactive, waited_ms } = await settle(page, { ready: null, timeoutMs: 10_000 });
  expect(interactive).toBe(true);
  expect(waited_ms).toBeGreaterThanOrEqual(0);
});

test('what the map waits for comes later, and is waited for', async () => {
  await page.setContent('<h1>Shop</h1><script>setTimeout(() => { document.body.innerHTML = "<p id=stock>7</p>" }, 300)</script>');
  const ready = () => page.locator('#stock').isVisible();
  expect(await settle(page, { ready, timeoutMs: 10_000 })).toMatchObject({ interactive: true });
  expect(await page.locator('#stock').textContent()).toBe('7');
});

test('what the map waits for never comes', async () => {
  await page.setContent('<h1>Shop</h1>');
  expect(await settle(page, { ready: async () => false, timeoutMs: 300 })).toMatchObject({ interactive: false });
});

test('a page that grows with every frame is not interactive, and is not waited for without end', async () => {
  await page.setContent(
    '<script>(function grow() { document.body?.append("x", document.createElement("p")); requestAnimationFrame(grow) })()</script>',
  );
  expect(await settle(page, { ready: null, timeoutMs: 400 })).toMatchObject({ interactive: false });
});

test('a page that grows for a while is waited for until it rests', async () => {
  await page.setContent(`<main></main><script>
    let left = 20;
    (function grow() { document.querySelector('main').append(document.createElement('p')); if (--left) requestAnimationFrame(grow) })()
  </script>`);
  expect(await settle(page, { ready: null, timeoutMs: 10_000 })).toMatchObject({ interactive: true });
  expect(await page.locator('p').count()).toBe(20);
});

test('a page whose script never pauses ends the wait by time', async () => {
  await page.setContent('<h1>Shop</h1>');
  page.evaluate('for (;;);').catch(() => {});
  expect(await settle(page, { ready: null, timeoutMs: 300 })).toMatchObject({ interactive: false });
});

test('a page that goes on to another one meanwhile is waited for there', async () => {
  await page.setContent(
    '<script>(function grow() { document.body?.append(document.createElement("p")); requestAnimationFrame(grow) })()</script>',
  );
  setTimeout(() => void page.goto('about:blank'), 200);
  expect(await settle(page, { ready: null, timeoutMs: 10_000 })).toMatchObject({ interactive: true });
});

test('a page that is closed meanwhile is a failure', async () => {
  await page.setContent(
    '<script>(function grow() { document.body?.append(document.createElement("p")); requestAnimationFrame(grow) })()</script>',
  );
  setTimeout(() => void page.close(), 200);
  await expect(settle(page, { ready: null, timeoutMs: 10_000 })).rejects.toThrow(/closed/);
});
