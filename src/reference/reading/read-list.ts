import type { Page } from 'playwright-core';
import { ToolError } from '../../kit/tool-error.ts';
import { firstOf } from '../targets/locate.ts';
import type { ListEntry } from '../targets/target-map.ts';
import type { ListPlace } from './list-cursor.ts';
import { nextPageOf } from './next-page.ts';
import { readRows } from './read-visible.ts';

export type StopReason = 'max_items' | 'max_pages' | 'no_next' | 'repeat_page' | 'time';

export interface ListWish {
  list: ListEntry;
  maxItems: number;
  maxPages: number;
  /** Null begins with the page as it is now. */
  from: ListPlace | null;
  maxMs: number;
  /** Opens a page of the list somewhere else than in `page`, within this time; null when the time is up. */
  visit(url: string, timeoutMs: number): Promise<Page | null>;
  signal: AbortSignal;
}

export interface ListRead {
  items: Record<string, string>[];
  pagesVisited: number;
  stoppedBy: StopReason;
  /** Where it goes on; null where it does not. */
  next: ListPlace | null;
  /** The first page that was read. */
  sourceUrl: string;
}

/**
 * Reads the items of a list, from one page to the next by the links between them. The page itself stays where it is.
 * @throws ToolError `paging_loop` when the pages lead in a circle in which there is no item; `timeout` when not even one could be read
 */
export async function readList(page: Page, wish: ListWish): Promise<ListRead> {
  const { list, maxItems, maxPages, visit, signal } = wish;
  const endsAt = performance.now() + wish.maxMs;
  const items: Record<string, string>[] = [];
  const visited = new Set<string>();
  let pagesVisited = 0;
  let sourceUrl = '';
  let place = wish.from ?? { url: page.url(), index: 0 };
  const ended = (stoppedBy: StopReason, next: ListPlace | null) => ({ items, pagesVisited, stoppedBy, next, sourceUrl });

  for (;;) {
    signal.throwIfAborted();
    const isHere = pagesVisited === 0 && bare(place.url) === bare(page.url());
    const left = endsAt - performance.now();
    const at = isHere ? page : left > 0 ? await visit(place.url, left) : null;
    if (!at) {
      if (pagesVisited) return ended('time', place);
      throw new ToolError('timeout', { retryable: true, message: 'the page of the list took too long to open: ask again in a while' });
    }
    // It may have been sent on to a page that was read already.
    if (visited.has(bare(at.url()))) return looped();
    visited.add(bare(place.url)).add(bare(at.url()));
    sourceUrl ||= at.url();
    pagesVisited++;
    const { rows, total } = await rowsOf(at, list, place.index, maxItems - items.length);
    items.push(...rows);
    const index = place.index + rows.length;
    if (index < total) return ended(items.length < maxItems ? 'time' : 'max_items', { url: at.url(), index });
    const next = await nextPageOf(at, list);
    if (!next) return ended('no_next', null);
    if (visited.has(bare(next))) return looped();
    place = { url: next, index: 0 };
    if (items.length >= maxItems) return ended('max_items', place);
    if (pagesVisited >= maxPages) return ended('max_pages', place);
  }

  function looped(): ListRead {
    if (items.length) return ended('repeat_page', null);
    throw new ToolError('paging_loop', {
      message: 'the pages of this list lead in a circle, and there is no item on them: look at the page',
    });
  }
}

async function rowsOf(page: Page, { items, fields }: ListEntry, from: number, max: number) {
  const { won } = await firstOf(page, items, true);
  return won ? readRows(won.locator, fields, from, max) : { rows: [], total: 0 };
}

/** Fragments lead to a place on the same page. */
function bare(url: string): string {
  return url.replace(/#.*$/, '');
}
