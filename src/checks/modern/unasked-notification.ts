import type { Evidence } from '../../model/evidence.ts';
import { metaOf } from '../../model/exchange.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import { MODERN } from '../../model/protocol.ts';
import { quote } from '../../model/text.ts';
import type { Hit, SessionRule } from '../rule.ts';
import { answered, frameIn } from '../sample.ts';
import { allModernExchanges } from './conversation.ts';

const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';
const log = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'up' } };
const changed = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
const calling = (notifications: JsonObject[], sent: JsonObject = { id: 1 }) => ({
  exchanges: [answered('tools/call', { content: [] }, { notifications, sent, tool: 'find_order' })],
  lists: {},
});

export const unaskedNotification: SessionRule = {
  id: 'modern/unasked-notification',
  on: 'session',
  severity: 'error',
  since: MODERN,
  transports: ['stdio', 'http'],
  clause:
    '2026-07-28 server/utilities/logging: no notifications/message unless the request set a log level; basic/patterns/subscriptions: changes only on subscriptions/listen',
  why: 'Clients of 2026-07-28 get only what they asked for; the rest is dropped, or taken for a fault of the stream.',
  fix: 'send log messages only for a request with io.modelcontextprotocol/logLevel, and changes only on subscriptions/listen; other logs go to stderr',
  examples: {
    good: [
      calling([{ jsonrpc: '2.0', method: 'notifications/progress', params: {} }]),
      calling([log], { id: 1, params: { _meta: { [LOG_LEVEL]: 'info' } } }),
    ],
    bad: [calling([log]), { unsolicited: [frameIn(log)] }, { unsolicited: [frameIn(changed)] }],
  },
  *check(evidence: Evidence) {
    for (const each of allModernExchanges(evidence)) {
      const wantsLogs = metaOf(each, LOG_LEVEL) !== undefined;
      if (each.method === 'subscriptions/listen') continue;
      for (const message of each.notifications) yield* judge(message, wantsLogs, each.tool);
    }
    // Where the legacy era was spoken too, what comes unasked may belong to it.
    if (evidence.era !== 'modern') return;
    for (const { message, tool } of evidence.unsolicited) if (isObject(message) && !('id' in message)) yield* judge(message, false, tool);
  },
};

function* judge(message: JsonObject, wantsLogs: boolean, tool: string | null): Iterable<Hit> {
  const { method } = message;
  if (typeof method !== 'string') return;
  const isChange = /^notifications\/((tools|prompts|resources)\/list_changed|resources\/updated)$/.test(method);
  if (!isChange && !(method === 'notifications/message' && !wantsLogs)) return;
  yield {
    tool,
    subject: quote(method),
    message: isChange
      ? 'this came without a subscription; from 2026-07-28 changes are told only on subscriptions/listen'
      : 'this log message came although the request asked for none (no logLevel in its _meta)',
  };
}
