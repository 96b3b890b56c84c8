import { errorCode, errorOf } from '../../model/exchange.ts';
import { META, MODERN } from '../../model/protocol.ts';
import { isServed } from '../jsonrpc/conversation.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange, failed } from '../sample.ts';

export const clientInfoRequired: SessionRule = {
  id: 'modern/client-info-required',
  on: 'session',
  severity: 'error',
  since: MODERN,
  transports: ['stdio', 'http'],
  clause: '2026-07-28 basic/index, "Per-request protocol fields": clientInfo is not required',
  why: 'Clients that are configured not to name themselves cannot use an adapter that insists on it.',
  fix: `serve requests without ${META.clientInfo}`,
  examples: {
    good: [
      { probes: { 'meta-without-client': [answered('tools/list', { tools: [] })] } },
      // The same request fails with a client's name too.
      {
        probes: { 'meta-without-client': [failed('tools/list', -32603, 'down')] },
        exchanges: [failed('tools/list', -32603, 'down')],
        lists: {},
      },
      { probes: { 'meta-without-client': [exchange('tools/list', { outcome: 'gone' })] } },
    ],
    bad: [{ probes: { 'meta-without-client': [failed('tools/list', -32602, 'clientInfo is required')] } }],
  },
  *check(evidence) {
    for (const each of evidence.probes['meta-without-client'] ?? []) {
      if (errorOf(each) && isServed(evidence, each.method))
        yield {
          message: `a request without ${META.clientInfo} was refused (${errorCode(each) ?? 'no code'}), although that field is optional`,
        };
    }
  },
};
