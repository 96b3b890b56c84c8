import { type Exchange, resultOf } from '../../model/exchange.ts';
import type { JsonObject } from '../../model/json.ts';
import { isModern, MODERN } from '../../model/protocol.ts';
import { quote, some } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange } from '../sample.ts';
import { modernExchanges } from './conversation.ts';

/** The results that say how long and by whom they may be kept. */
const CACHEABLE = new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]);
const whole = { resultType: 'complete', ttlMs: 0, cacheScope: 'public' };
const listing = (result: JsonObject) => ({ exchanges: [answered('tools/list', { tools: [], ...result })], lists: {} });
const file = (result: JsonObject, revisions: string[]) => ({ ...listing(result), transport: 'file' as const, revisions });

export const resultFields: SessionRule = {
  id: 'modern/result-fields',
  on: 'session',
  severity: 'error',
  since: MODERN,
  clause: '2026-07-28 basic/index: the result MUST include a resultType; server/utilities/caching: ttlMs and cacheScope are required',
  why: 'SDK clients of 2026-07-28 refuse a result without its required members, and with it the whole list.',
  fix: 'write "resultType": "complete" into every result, and "ttlMs": 0, "cacheScope": "private" (or longer, "public") into lists, server/discover and resources/read',
  examples: {
    good: [
      listing(whole),
      { exchanges: [answered('tools/call', { resultType: 'complete', content: [] })], lists: {} },
      { exchanges: [answered('resources/read', { resultType: 'input_required', inputRequests: {} })], lists: {} },
      // A legacy list that was saved is none of 2026-07-28, unless it is judged as one.
      file({}, ['2025-11-25', MODERN]),
      { exchanges: [exchange('tools/list')], lists: {} },
    ],
    bad: [
      listing({ resultType: 'complete' }),
      listing({ ...whole, ttlMs: -1 }),
      listing({ ...whole, cacheScope: 'shared' }),
      { exchanges: [answered('tools/call', { content: [] })], lists: {} },
      file({}, [MODERN]),
      file({ resultType: 'complete' }, ['2025-11-25', MODERN]),
    ],
  },
  *check(evidence) {
    for (const each of modernExchanges(evidence)) {
      const result = resultOf(each);
      if (!result) continue;
      if (evidence.transport === 'file' && !('resultType' in result) && !evidence.revisions.every(isModern)) continue;
      const { missing, wrong } = faults(each, result);
      const parts = [...(missing.length ? [`lacks ${some(missing)}`] : []), ...wrong];
      if (parts.length)
        yield {
          subject: quote(each.method),
          message: `the result ${parts.join(', and ')}, required from 2026-07-28; clients refuse it`,
        };
    }
  },
};

function faults({ method }: Exchange, result: JsonObject): { missing: string[]; wrong: string[] } {
  const { cacheScope, resultType, ttlMs } = result;
  const missing = 'resultType' in result ? [] : ['resultType'];
  const wrong: string[] = [];
  if (!CACHEABLE.has(method) || (resultType !== undefined && resultType !== 'complete')) return { missing, wrong };
  if (!('ttlMs' in result)) missing.push('ttlMs');
  else if (typeof ttlMs !== 'number' || !Number.isInteger(ttlMs) || ttlMs < 0)
    wrong.push('has a ttlMs that is no whole number of at least 0');
  if (!('cacheScope' in result)) missing.push('cacheScope');
  else if (cacheScope !== 'public' && cacheScope !== 'private') wrong.push('has a cacheScope that is neither "public" nor "private"');
  return { missing, wrong };
}
