import { MODERN } from '../../model/protocol.ts';
import { quote } from '../../model/text.ts';
import { serverRequests } from '../jsonrpc/conversation.ts';
import type { SessionRule } from '../rule.ts';
import { frameIn } from '../sample.ts';

export const serverRequest: SessionRule = {
  id: 'modern/server-request',
  on: 'session',
  severity: 'error',
  since: MODERN,
  transports: ['stdio', 'http'],
  clause:
    '2026-07-28 basic/transports/stdio: the server MUST NOT write JSON-RPC requests to its stdout; requests go from client to server only',
  why: 'Clients of 2026-07-28 take no requests, so the adapter waits for an answer that never comes.',
  fix: 'return a result with "resultType": "input_required" and inputRequests; the client asks again with the answers',
  examples: {
    good: [{ unsolicited: [frameIn({ jsonrpc: '2.0', method: 'notifications/message' })] }, { era: 'dual', unsolicited: [] }],
    bad: [
      { unsolicited: [frameIn({ jsonrpc: '2.0', id: 1, method: 'sampling/createMessage' })] },
      { unsolicited: [frameIn({ jsonrpc: '2.0', id: 2, method: 'elicitation/create' }, { tool: 'find_order', line: 4 })] },
    ],
  },
  *check(evidence) {
    for (const { frame, method } of serverRequests(evidence)) {
      yield {
        tool: frame.tool,
        at: frame.line === undefined ? null : `stdout:${frame.line}`,
        subject: quote(method),
        message: 'the adapter sent this request to the client; from 2026-07-28 servers send none, and it is never answered',
      };
    }
  },
};
