import { resultOf } from '../../model/exchange.ts';
import { kindOf } from '../../model/json.ts';
import { some } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered } from '../sample.ts';

const listed = (...results: unknown[]) => ({
  tools: [],
  lists: {
    tools: {
      method: 'tools/list',
      exchanges: results.map((result) => answered('tools/list', result)),
      items: [],
      stopped: null,
      cursor: null,
    },
  },
});

export const toolsMissing: SessionRule = {
  id: 'list/tools-missing',
  on: 'session',
  severity: 'error',
  clause: '2026-07-28 schema, ListToolsResult: tools is a required list',
  why: 'Clients refuse the answer to tools/list, so no tool of the adapter can be used.',
  fix: 'answer tools/list with {"tools": […]}; an empty list is fine',
  examples: {
    good: [listed({ tools: [] }), listed({ tools: [], nextCursor: 'b' }, { tools: [] })],
    bad: [listed({}), listed({ tools: {} }), listed({ tools: null, items: [] })],
  },
  *check({ lists }) {
    for (const [index, exchange] of (lists.tools?.exchanges ?? []).entries()) {
      const result = resultOf(exchange);
      const page = index ? ` (page ${index + 1})` : '';
      if (result && !Array.isArray(result.tools))
        yield {
          message: `the result of tools/list${page} has ${'tools' in result ? `"tools" of type ${kindOf(result.tools)}` : 'no "tools"'} (found: ${some(Object.keys(result).map((key) => key.slice(0, 40))) || 'nothing'}); clients refuse it`,
        };
    }
  },
};
