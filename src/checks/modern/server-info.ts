import { resultOf } from '../../model/exchange.ts';
import { isObject, member } from '../../model/json.ts';
import { META, MODERN } from '../../model/protocol.ts';
import { quote, some } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered } from '../sample.ts';
import { modernExchanges } from './conversation.ts';

const saying = (_meta: unknown) => ({
  exchanges: [answered('tools/list', { tools: [], ...(_meta === undefined ? {} : { _meta }) })],
  lists: {},
});

export const serverInfo: SessionRule = {
  id: 'modern/server-info',
  on: 'session',
  severity: 'warning',
  since: MODERN,
  transports: ['stdio', 'http'],
  clause: '2026-07-28 basic/index: servers SHOULD include io.modelcontextprotocol/serverInfo in the _meta of every result',
  why: 'Without a handshake this is the only place that tells logs and users which server, and which version of it, answered.',
  fix: 'write "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "…", "version": "…"}} into every result',
  // What lacks the required members lacks more than its name.
  yieldsTo: ['modern/result-fields'],
  examples: {
    good: [saying({ [META.serverInfo]: { name: 'erp', version: '1' } }), { exchanges: [], lists: {} }],
    bad: [saying(undefined), saying({ [META.serverInfo]: 'erp' })],
  },
  *check(evidence) {
    const methods = modernExchanges(evidence)
      .filter((each) => resultOf(each) && !isObject(member(member(resultOf(each), '_meta'), META.serverInfo)))
      .map((each) => quote(each.method));
    const named = [...new Set(methods)];
    if (named.length)
      yield {
        message: `the results of ${some(named)} do not name the server in _meta; logs cannot tell which version answered`,
        count: methods.length,
      };
  },
};
