import type { Pages } from '../../model/evidence.ts';
import { resultOf } from '../../model/exchange.ts';
import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered } from '../sample.ts';
import { same } from './listing.ts';

const page = answered('tools/list', { tools: [], nextCursor: '8' });
const paged = (over: Partial<Pages>) => ({
  lists: { tools: { method: 'tools/list', exchanges: [page, page], items: [], stopped: null, cursor: null, ...over } },
});

export const cursorLoop: SessionRule = {
  id: 'list/cursor-loop',
  on: 'session',
  severity: 'error',
  clause: '2026-07-28 server/utilities/pagination: a missing nextCursor is the end of the list',
  why: 'A client that reads all pages never comes to an end.',
  fix: 'read the cursor that the client sends, and leave nextCursor out on the last page',
  examples: {
    good: [paged({}), paged({ exchanges: [page, answered('tools/list', { tools: [] })] })],
    bad: [
      paged({ stopped: 'repeated-cursor', cursor: '8' }),
      paged({ stopped: 'repeated-cursor', cursor: '' }),
      paged({ stopped: 'too-many-pages', cursor: '100' }),
    ],
  },
  *check({ lists }) {
    for (const pages of Object.values(lists)) {
      const count = pages.exchanges.length;
      if (pages.stopped === 'repeated-cursor') yield { message: repeated(pages), ...lastPage(pages) };
      else if (pages.stopped === 'too-many-pages')
        yield { message: `${pages.method} had not ended after ${count} pages; clients stop at 32 to 100, so the rest is lost` };
      else if (pages.stopped === 'too-many-items')
        yield { message: `${pages.method} had not ended after ${pages.items.length} items; clients stop at 10,000, so the rest is lost` };
    }
  },
};

function repeated({ method, exchanges, cursor }: Pages): string {
  const [before, last] = exchanges.slice(-2).map(resultOf);
  const key = Object.keys(last ?? {}).find((name) => Array.isArray(last?.[name])) ?? '';
  const stays = exchanges.length > 1 && before?.nextCursor === last?.nextCursor;
  const again = stays ? `again for cursor ${quote(cursor ?? '', 60)}` : 'a second time';
  return `${method} returned cursor ${quote(cursor ?? '', 60)} ${again}${same(before?.[key], last?.[key]) ? ' (same page)' : ''}; a client that reads all pages never ends`;
}

/** An empty text is what serialisers make of "no cursor", but it is a cursor like any other. */
function lastPage({ cursor }: Pages): { fix?: string } {
  return cursor === '' ? { fix: 'leave nextCursor out on the last page: the empty text is a valid cursor, so clients ask on' } : {};
}
