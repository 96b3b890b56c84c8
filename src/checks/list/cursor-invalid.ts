import type { Pages } from '../../model/evidence.ts';
import { resultOf } from '../../model/exchange.ts';
import { kindOf } from '../../model/json.ts';
import type { SessionRule } from '../rule.ts';
import { answered } from '../sample.ts';

const ended = (result: unknown): { lists: { tools: Pages } } => ({
  lists: { tools: { method: 'tools/list', exchanges: [answered('tools/list', result)], items: [], stopped: null, cursor: null } },
});

export const cursorInvalid: SessionRule = {
  id: 'list/cursor-invalid',
  on: 'session',
  severity: 'error',
  clause: '2026-07-28 schema, PaginatedResult: nextCursor is a string',
  why: 'SDK clients refuse the whole answer, null included, so every tool of the adapter is lost.',
  fix: 'give nextCursor as a text, and leave it out on the last page',
  examples: {
    good: [ended({ tools: [] }), ended({ tools: [], nextCursor: 'p2' })],
    bad: [ended({ tools: [], nextCursor: null }), ended({ tools: [], nextCursor: 2 })],
  },
  *check({ lists }) {
    for (const { method, exchanges } of Object.values(lists)) {
      const cursor = exchanges
        .map((exchange) => resultOf(exchange)?.nextCursor)
        .find((each) => each !== undefined && typeof each !== 'string');
      if (cursor === undefined) continue;
      yield { message: `nextCursor of ${method} is ${kindOf(cursor)} instead of a text; SDK clients refuse the whole answer` };
    }
  },
};
