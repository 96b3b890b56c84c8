import { metaOf, resultOf } from '../../model/exchange.ts';
import { isObject, member } from '../../model/json.ts';
import { capabilityFor, META, MODERN } from '../../model/protocol.ts';
import { quote, shorten } from '../../model/text.ts';
import type { CallExample, CallRule } from '../rule.ts';

const asks = (result: Record<string, unknown>, capabilities: Record<string, unknown> = {}): CallExample => ({
  result: { resultType: 'input_required', ...result },
  exchange: {
    sent: {
      jsonrpc: '2.0',
      id: 3,
      method: 'tools/call',
      params: { name: 'find_order', _meta: { [META.clientCapabilities]: capabilities } },
    },
  },
});
const confirm = {
  confirm: { method: 'elicitation/create', params: { message: 'Really?', requestedSchema: { type: 'object', properties: {} } } },
};

export const inputRequired: CallRule = {
  id: 'call/input-required',
  on: 'call',
  severity: 'error',
  since: MODERN,
  clause: '2026-07-28 basic/patterns/mrtr: inputRequests or requestState is present, and only declared capabilities are asked for',
  why: 'The client cannot answer what it did not offer, so the call can never be completed.',
  fix: 'ask only for what clientCapabilities of this request declare; else work without it, or answer error -32021 with requiredCapabilities',
  examples: {
    good: [asks({ inputRequests: confirm }, { elicitation: {} }), asks({ requestState: 'a1' }), {}],
    bad: [
      asks({}),
      asks({ inputRequests: confirm }),
      asks({ inputRequests: [] }),
      asks({ inputRequests: { a: { method: 'tools/call' } } }),
    ],
  },
  *check(call) {
    const result = resultOf(call.exchange);
    if (result?.resultType !== 'input_required') return;
    const { inputRequests, requestState } = result;
    if (inputRequests === undefined && requestState === undefined)
      yield { message: 'the result asks for input, but has neither inputRequests nor requestState' };
    if (requestState !== undefined && typeof requestState !== 'string') yield { message: 'requestState must be a text' };
    if (inputRequests === undefined) return;
    if (!isObject(inputRequests)) {
      yield { message: 'inputRequests must be an object from keys to requests' };
      return;
    }
    const declared = metaOf(call.exchange, META.clientCapabilities);
    for (const [key, request] of Object.entries(inputRequests).slice(0, 20)) {
      const method = member(request, 'method');
      const capability = typeof method === 'string' ? capabilityFor(method) : undefined;
      if (!capability)
        yield { subject: quote(key, 40), message: `asks for ${shorten(JSON.stringify(method) ?? 'nothing', 40)}, which no client answers` };
      else if (member(declared, capability) === undefined)
        yield {
          subject: quote(key, 40),
          message: `asks for ${capability}, which the client did not declare, so the call cannot be completed`,
        };
    }
  },
};
