import type { BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPageBook } from '../../../src/reference/pages/create-page-book.ts';
import type { PageBook } from '../../../src/reference/pages/page-book.ts';
import { type FailingSite, startFailingSite } from './failing-site.ts';
import { killRenderers } from './processes.ts';
import { realBrowser } from './real-browser.ts';

const browser = realBrowser();
let site: FailingSite;
let context: BrowserContext;
let book: PageBook;

beforeAll(async () => {
  site = await startFailingSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  context = await browser().newContext({ acceptDownloads: false });
  book = createPageBook(context, { maxPages: 3, foreign: null });
});
afterEach(() => context.close());

const ids = () => book.all().map(({ id }) => id);
/** Browsers tell such things a moment later. */
const soon = (look: () => void) => vi.waitFor(look, { timeout: 10_000, interval: 20 });
const openSite = async () => {
  const open = await book.open();
  await open.page.goto(site.origin);
  return open;
};

test('ids are counted and never used again', async () => {
  const first = await book.open();
  await book.open();
  await book.close(first);
  await book.open();
  await book.closeAll();
  expect((await book.open()).id).toBe('p-4');
  expect(ids()).toEqual(['p-4']);
});

describe('without an id', () => {
  test('it is the page that was opened last', async () => {
    await book.open();
    await book.open();
    expect(book.get(undefined).id).toBe('p-2');
  });

  test('one that we closed is followed by the one before it', async () => {
    await book.open();
    await book.close(await book.open());
    expect(book.get(undefined).id).toBe('p-1');
  });

  test('one that closed by itself is not silently another one', async () => {
    await book.open();
    await (await book.open()).page.close();
    expect(() => book.get(undefined)).toThrow(expect.objectContaining({ code: 'page_closed', retryable: true }));
  });

  test('nothing was opened', () => {
    expect(() => book.get(undefined)).toThrow(expect.objectContaining({ code: 'page_not_found', retryable: false }));
  });

  test('a popup does not come between', async () => {
    const { page } = await openSite();
    await page.evaluate("void window.open('/')");
    await soon(() => expect(ids()).toEqual(['p-1', 'p-2']));
    expect(book.get(undefined).id).toBe('p-1');
  });
});

test('an id that never was is not found, and the message names the open ones', async () => {
  await book.open();
  expect(() => book.get('p-9')).toThrow(
    expect.objectContaining({ code: 'page_not_found', retryable: false, message: expect.stringContaining('p-1') }),
  );
});

test('a page whose renderer died is told as crashed from then on, and the others stay', async () => {
  await openSite();
  const { id, page } = await openSite();
  await book.close(book.get('p-1'));
  killRenderers();
  await soon(() => expect(page.isClosed()).toBe(true));
  expect(() => book.get(id)).toThrow(expect.objectContaining({ code: 'page_crashed', retryable: true }));
  const { page: next } = await openSite();
  expect(await next.title()).toBe('Shop');
});

describe('popups', () => {
  test.each(['', 'noopener'])('one opened by a script is listed (%s)', async (features) => {
    const { page } = await openSite();
    await page.evaluate(`void window.open('/', '_blank', '${features}')`);
    await soon(() =>
      expect(book.all().map(({ id, isPopup }) => [id, isPopup])).toEqual([
        ['p-1', false],
        ['p-2', true],
      ]),
    );
  });

  test('a page that opens many of them keeps its place, and no more are open than allowed', async () => {
    const { page } = await openSite();
    await page.evaluate("for (let n = 0; n < 8; n++) window.open('/?' + n)");
    await soon(() => expect(ids()).toContain('p-9'));
    await soon(() => expect(context.pages()).toHaveLength(3));
    expect(ids()).toEqual(['p-1', 'p-8', 'p-9']);
  });

  test('a page of our own that a tool opens in the context is none, and costs no other its place', async () => {
    await book.open();
    await book.open();
    await book.open();
    const scratch = await context.newPage();
    await scratch.goto(site.origin);
    expect(ids()).toEqual(['p-1', 'p-2', 'p-3']);
    expect(scratch.isClosed()).toBe(false);
  });
});

test('beyond the limit the oldest popup goes, then the oldest page', async () => {
  const { page } = await openSite();
  await page.evaluate("void window.open('/')");
  await soon(() => expect(ids()).toEqual(['p-1', 'p-2']));
  await book.open();
  await book.open();
  expect(ids()).toEqual(['p-1', 'p-3', 'p-4']);
  await book.open();
  expect(ids()).toEqual(['p-3', 'p-4', 'p-5']);
  expect(context.pages()).toHaveLength(3);
});

test('dialogs of every kind are dismissed and noted, cut and cleaned, five at most', async () => {
  const open = await openSite();
  const answers = await open.page.evaluate(`(() => {
    alert('pay\\u200b now\\u202e' + 'x'.repeat(500));
    const answers = [confirm('Sure?'), prompt('Name?', 'me')];
    for (let n = 0; n < 5; n++) alert(n);
    return answers;
  })()`);
  expect(answers).toEqual([false, null]);
  expect(open.dialogs.map(({ kind }) => kind)).toEqual(['alert', 'confirm', 'prompt', 'alert', 'alert']);
  expect(open.dialogs[0]?.text).toMatch(/^pay nowx+…$/);
  expect(open.dialogs[0]?.text).toHaveLength(200);
});

test('an alert while it loads holds up no page', async () => {
  const open = await book.open();
  await open.page.setContent('<script>alert("Welcome")</script><title>Shop</title>');
  expect(await open.page.title()).toBe('Shop');
  expect(open.dialogs).toEqual([{ kind: 'alert', text: 'Welcome' }]);
});

test('a download is stopped and noted', async () => {
  const open = await openSite();
  await open.page.evaluate("location.href = '/download'");
  await soon(() => expect(open.download).toBe(true));
  expect(open.page.url()).toBe(`${site.origin}/`);
});

test("pages of the context's owner are not shown, and not closed", async () => {
  const page = await context.newPage();
  const other = createPageBook(context, { maxPages: 3, foreign: new Set([page]) });
  expect(() => other.get(undefined)).toThrow(expect.objectContaining({ code: 'page_not_found' }));
  await other.open();
  expect(await other.closeAll()).toBe(false);
  expect(context.pages()).toEqual([page]);
});

test('everything can be closed, even a page that answers nothing', async () => {
  const { page } = await openSite();
  await openSite();
  page.evaluate('for (;;);').catch(() => {});
  expect(await book.closeAll()).toBe(true);
  expect(context.pages()).toEqual([]);
  expect(book.all()).toEqual([]);
});

test.each([
  ['a popup whose address never answers', "void window.open('/hang')"],
  ['one without an opener', "void window.open('/hang', '_blank', 'noopener')"],
  ['what is still being opened', "for (let n = 0; n < 20; n++) window.open('/?' + n)"],
])('closing everything closes %s, although nobody was told of it', async (_, script) => {
  const { page } = await openSite();
  await page.evaluate(script);
  expect(await book.closeAll()).toBe(true);
  const session = await browser().newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets');
  expect(targetInfos.filter(({ type, url }) => type === 'page' && url !== 'about:blank')).toEqual([]);
  await session.detach();
});
