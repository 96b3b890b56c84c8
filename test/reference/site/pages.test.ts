import { readdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWorld, type World } from '../../../fixtures/site/start.mjs';
import { findDrift } from '../../../src/reference/targets/drift.ts';
import { loadTargetMaps } from '../../../src/reference/targets/load-target-maps.ts';
import type { TargetMaps } from '../../../src/reference/targets/target-map.ts';
import { unboundBrowser } from './unbound-browser.ts';

const pages = readdirSync(new URL('../../../fixtures/site/pages/', import.meta.url)).filter((name) => name.endsWith('.html'));

let world: World;
let maps: TargetMaps;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  world = await startWorld();
  maps = await loadTargetMaps(world.config.targets);
  browser = await unboundBrowser();
});
afterAll(async () => {
  await browser.close();
  await world.close();
});
beforeEach(async () => {
  page = await browser.newPage();
  page.on('dialog', (dialog) => dialog.dismiss());
});
afterEach(() => page.close());

test('the map knows every page but the blank one and the frame', () => {
  const mapped = maps.pages.map(({ map }) => map.path).filter((path) => !path.includes('*'));
  expect(mapped.sort()).toEqual(
    pages
      .filter((name) => name !== 'plain.html' && name !== 'captcha-frame.html')
      .map((name) => `/${name}`)
      .sort(),
  );
});

test.each(pages)('%s asks nothing of another host, has no error of its own, and is as its map says', async (name) => {
  const errors: string[] = [];
  const asked: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('request', (request) => asked.push(new URL(request.url()).origin));
  const url = `${world.url}/${name}`;
  await page.goto(url);
  const map = maps.mapFor(url);
  expect(map).not.toBeNull();
  const isHere = name !== 'captcha-frame.html';
  const drift = map && isHere ? await findDrift(page, map) : [];
  expect(drift.filter(({ state }) => state === 'missing' || state === 'ambiguous')).toEqual([]);
  expect(errors).toEqual([]);
  if (name !== 'subresources.html') expect([...new Set(asked)]).toEqual([world.url]);
});

test('the link that stands twice on the home page is found by its second locator', async () => {
  const url = `${world.url}/index.html`;
  await page.goto(url);
  const map = maps.mapFor(url);
  const drift = map ? await findDrift(page, map) : [];
  expect(drift.find(({ name }) => name === 'orders link')).toMatchObject({ state: 'later-locator', used: 1 });
  expect(drift.find(({ name }) => name === 'home link')).toMatchObject({ state: 'ok', used: 0 });
});

test('an order is deleted once its deletion is confirmed', async () => {
  await page.goto(`${world.url}/orders.html?shop=deleting`);
  const order = page.getByTestId('order').filter({ hasText: 'A-1003' });
  await order.getByTestId('delete').click();
  await page.getByTestId('keep').click();
  await order.getByTestId('delete').click();
  expect(world.seen('deleting').deletions).toEqual([]);
  await page.getByTestId('confirm').click();
  await expect.poll(() => order.count()).toBe(0);
  expect(world.seen('deleting').deletions).toEqual(['A-1003']);
  expect(page.url()).toBe(`${world.url}/orders.html?shop=deleting&page=1`);
});

test('the stock can be checked after a moment, and not before', async () => {
  expect(await (await fetch(`${world.url}/ready.html`)).text()).toContain('data-testid="check" disabled');
  await page.goto(`${world.url}/ready.html`);
  await page.getByTestId('check').click();
  expect(await page.getByTestId('stock-text').textContent()).toBe('Checked: 412 pieces.');
});

test('a browser without a guard reaches the private host by each kind of request', async () => {
  await page.goto(`${world.url}/subresources.html`);
  await page.getByText('asked', { exact: true }).waitFor();
  await expect.poll(() => world.private.paths().sort()).toEqual(['/beacon', '/fetch', '/frame.html', '/image.png', '/socket']);
  expect(world.private.hits()).toBeGreaterThan(0);
});
