import { resultOf } from '../../model/exchange.ts';
import { isObject, member } from '../../model/json.ts';
import { MODERN } from '../../model/protocol.ts';
import { quote, quoteOrKind } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered } from '../sample.ts';
import { modernExchanges } from './conversation.ts';

const typed = (resultType: unknown, capabilities = {}) => ({
  capabilities,
  exchanges: [answered('tools/call', { resultType, content: [] })],
  lists: {},
});

export const resultTypeUnknown: SessionRule = {
  id: 'modern/result-type-unknown',
  on: 'session',
  severity: 'error',
  since: MODERN,
  clause: '2026-07-28 basic/index, "ResultType": a value unrecognized by the client MUST be considered invalid',
  why: 'A client must treat a result of a type that it does not know as invalid, so the answer is lost.',
  fix: 'write "complete", or "input_required" with inputRequests; other types belong to extensions that capabilities.extensions names',
  examples: {
    good: [
      typed('complete'),
      typed('input_required'),
      // Told as missing by another rule.
      { exchanges: [answered('tools/call', { content: [] })], lists: {} },
      typed('task', { extensions: { 'io.modelcontextprotocol/tasks': {} } }),
    ],
    bad: [typed('weird'), typed(true), typed('task')],
  },
  *check(evidence) {
    const extended = hasExtensions(evidence.capabilities);
    for (const each of modernExchanges(evidence)) {
      const type = resultOf(each)?.resultType;
      if (type === undefined || type === 'complete' || type === 'input_required') continue;
      // Which types an extension adds is written in the extension.
      if (typeof type === 'string' && extended) continue;
      const shown = quoteOrKind(type);
      yield { subject: quote(each.method), message: `the resultType is ${shown}; clients must treat that as invalid` };
    }
  },
};

function hasExtensions(capabilities: unknown): boolean {
  const extensions = member(capabilities, 'extensions');
  return isObject(extensions) && Object.keys(extensions).length > 0;
}
