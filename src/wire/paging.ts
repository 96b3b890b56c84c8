import type { Pages } from '../model/evidence.ts';
import { resultOf } from '../model/exchange.ts';
import type { Session } from './session.ts';

/** Where clients stop too; an adapter that needs more has a fault of its own. */
const MAX_PAGES = 100;
const MAX_ITEMS = 10_000;

/**
 * Reads every page of a list. Stops at the first repeated cursor, after 100 pages or 10,000 items, and says which; a page that is the same
 * as the one before is counted once. The empty text is a valid cursor (2026-07-28 server/utilities/pagination).
 */
export async function listAll(session: Session, method: string, key: string): Promise<Pages> {
  const pages: Pages = { method, exchanges: [], items: [], stopped: null, cursor: null };
  const seen = new Set<string>();
  let previous = '';
  for (let cursor: unknown; ; ) {
    const exchange = await session.request(method, typeof cursor === 'string' ? { cursor } : {});
    pages.exchanges.push(exchange);
    const result = resultOf(exchange);
    const items = result?.[key];
    if (!result || !Array.isArray(items)) return pages;
    cursor = result.nextCursor;
    if (cursor === undefined || cursor === null) {
      pages.items.push(...items);
      return pages;
    }
    const page = JSON.stringify(items);
    if (page !== previous) pages.items.push(...items);
    previous = page;
    pages.cursor = String(cursor);
    if (typeof cursor !== 'string') pages.stopped = 'bad-cursor';
    else if (seen.has(cursor)) pages.stopped = 'repeated-cursor';
    else if (pages.exchanges.length >= MAX_PAGES) pages.stopped = 'too-many-pages';
    else if (pages.items.length >= MAX_ITEMS) pages.stopped = 'too-many-items';
    if (pages.stopped) return pages;
    seen.add(pages.cursor);
  }
}
