import type { BrowserContext, Dialog, Page } from 'playwright-core';
import { ToolError } from '../../kit/tool-error.ts';
import { some } from '../../model/text.ts';
import { cleanLine } from './clean-text.ts';
import { closePage, emptyContext } from './close-pages.ts';
import type { OpenPage, PageBook } from './page-book.ts';

const MAX_DIALOGS = 5;
const MAX_DIALOG_TEXT = 200;
/** Ids of pages that crashed: of older ones it is only told that they are closed. */
const MAX_CRASHED = 100;

export interface PageBookOptions {
  maxPages: number;
  /** Pages of whoever the context belongs to: never shown, never closed. Null where the context is ours alone. */
  foreign: ReadonlySet<Page> | null;
}

/** Keeps the pages of a context, which must have no other book. */
export function createPageBook(context: BrowserContext, { maxPages, foreign }: PageBookOptions): PageBook {
  /** By id, in the order they came. */
  const pages = new Map<string, OpenPage>();
  const crashed = new Set<string>();
  let [issued, newest] = [0, ''];

  context.on('page', (page) => void addPopup(page));
  context.on('dialog', dismiss);
  return { open, get, all, close, closeAll };

  async function open(): Promise<OpenPage> {
    while (pages.size >= maxPages) await closeOldest();
    const opened = add(await context.newPage(), false);
    newest = opened.id;
    return opened;
  }

  function get(pageId = newest || [...pages.keys()].at(-1)): OpenPage {
    const found = pageId === undefined ? undefined : pages.get(pageId);
    if (found) return found;
    const others = pages.size ? `open are ${some([...pages.keys()], 10)}` : 'no page is open';
    if (pageId === undefined) throw new ToolError('page_not_found', { message: 'no page is open in this environment: open_page first' });
    if (crashed.has(pageId))
      throw new ToolError('page_crashed', {
        retryable: true,
        message: `page ${pageId} crashed: open_page opens its address again (${others})`,
      });
    if (Number(pageId.slice(2)) <= issued)
      throw new ToolError('page_closed', {
        retryable: true,
        message: `page ${pageId} was closed: open_page opens its address again (${others})`,
      });
    throw new ToolError('page_not_found', { message: `there is no page ${pageId} in this environment: ${others}` });
  }

  function add(page: Page, isPopup: boolean): OpenPage {
    const entry: OpenPage = { id: `p-${++issued}`, page, isPopup, dialogs: [], crashed: false, download: false };
    pages.set(entry.id, entry);
    page.on('close', () => pages.delete(entry.id));
    page.on('crash', () => {
      entry.crashed = true;
      crashed.add(entry.id);
      for (const id of crashed) if (crashed.size > MAX_CRASHED) crashed.delete(id);
      pages.delete(entry.id);
      void closePage(page);
    });
    page.on('download', (download) => {
      entry.download = true;
      download.cancel().catch(() => {});
    });
    if (page.isClosed()) pages.delete(entry.id);
    return entry;
  }

  /** One that a page opened. What has no opener and is still empty was opened by `open`, or by a tool for itself. */
  async function addPopup(page: Page): Promise<void> {
    const isOurs = !(await page.opener()) && page.url() === 'about:blank';
    // So looks an empty one without an opener, too, of which nobody needs many.
    if (isOurs && context.pages().length <= 3 * maxPages) return;
    add(page, true);
    // Never a page that was asked for.
    if (pages.size > maxPages) await closeOldest();
  }

  async function closeOldest(): Promise<void> {
    const oldest = all().find(({ isPopup }) => isPopup) ?? all()[0];
    if (oldest) await close(oldest);
  }

  function all(): OpenPage[] {
    return [...pages.values()];
  }

  async function close(entry: OpenPage): Promise<void> {
    pages.delete(entry.id);
    if (newest === entry.id) newest = all().findLast(({ isPopup }) => !isPopup)?.id ?? '';
    await closePage(entry.page);
  }

  async function closeAll(): Promise<boolean> {
    pages.clear();
    newest = '';
    if (!foreign) return emptyContext(context);
    await Promise.all(context.pages().map((page) => (foreign.has(page) ? null : closePage(page))));
    return false;
  }

  function dismiss(dialog: Dialog): void {
    dialog.dismiss().catch(() => {});
    const entry = all().find(({ page }) => page === dialog.page());
    if (entry && entry.dialogs.length < MAX_DIALOGS)
      entry.dialogs.push({ kind: dialog.type(), text: cleanLine(dialog.message(), MAX_DIALOG_TEXT) });
  }
}
