import { resultOf } from '../../model/exchange.ts';
import { MODERN } from '../../model/protocol.ts';
import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered } from '../sample.ts';

const pages = (...scopes: unknown[]) => ({
  lists: {
    tools: {
      method: 'tools/list',
      exchanges: scopes.map((cacheScope) => answered('tools/list', { tools: [], cacheScope })),
      items: [],
      stopped: null,
      cursor: null,
    },
  },
});

export const cacheScopeMixed: SessionRule = {
  id: 'modern/cache-scope-mixed',
  on: 'session',
  severity: 'error',
  since: MODERN,
  clause: '2026-07-28 server/utilities/caching: all pages of a list carry the same cacheScope',
  why: 'A shared cache keeps the public pages and drops the private ones, so others get a list with holes.',
  fix: 'give every page of a list the same cacheScope, "private" if any of it belongs to one user',
  examples: { good: [pages('public', 'public'), pages('private'), pages(undefined, 'public')], bad: [pages('public', 'private')] },
  *check({ lists }) {
    for (const list of Object.values(lists)) {
      const scopes = new Set(
        list?.exchanges.map((each) => resultOf(each)?.cacheScope).filter((each) => each === 'public' || each === 'private'),
      );
      if (list && scopes.size > 1)
        yield {
          subject: quote(list.method),
          message: 'some pages of the list are public, others private; a cache then serves a list with holes',
        };
    }
  },
};
