import { type Exchange, errorCode, errorMessage, errorOf } from '../../model/exchange.ts';
import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange, failed } from '../sample.ts';
import { LISTS } from './lists.ts';

const prompts = (first: Exchange) => ({
  capabilities: { tools: {}, prompts: {} },
  lists: { prompts: { method: 'prompts/list', exchanges: [first], items: [], stopped: null, cursor: null } },
});

export const capabilityUnserved: SessionRule = {
  id: 'lifecycle/capability-unserved',
  on: 'session',
  severity: 'error',
  transports: ['stdio', 'http'],
  clause: '2026-07-28 server/tools, server/resources, server/prompts, "Capabilities"',
  why: 'Clients ask for every list that is declared, and some give up on the whole server when one of them fails.',
  fix: 'declare only what you serve, or answer the list, if need be with an empty one',
  yieldsTo: ['lifecycle/refused', 'lifecycle/no-answer', 'lifecycle/closed', 'lifecycle/stdin-shared', 'version/no-handshake'],
  examples: {
    good: [
      prompts(answered('prompts/list', { prompts: [] })),
      { ...prompts(failed('prompts/list', -32601, 'Method not found')), capabilities: { tools: {} } },
      prompts(exchange('prompts/list', { outcome: 'gone' })),
    ],
    bad: [prompts(failed('prompts/list', -32601, 'Method not found')), prompts(exchange('prompts/list'))],
  },
  *check({ capabilities, lists }) {
    for (const { capability, key, method } of LISTS) {
      const first = lists[key]?.exchanges[0];
      if (!first || !Object.hasOwn(capabilities, capability)) continue;
      const how = errorOf(first)
        ? `is answered with ${errorCode(first) ?? 'an error'} ${quote(errorMessage(first), 100)}`
        : first.outcome === 'silent'
          ? 'gets no answer'
          : null;
      if (how) yield { subject: quote(capability), message: `this capability is declared, but ${method} ${how}` };
    }
  },
};
