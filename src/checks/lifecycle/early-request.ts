import { quote } from '../../model/text.ts';
import { serverRequests } from '../jsonrpc/conversation.ts';
import type { SessionRule } from '../rule.ts';
import { answered, frameIn, sampleEvidence } from '../sample.ts';

const { handshake } = sampleEvidence();
const begun = { ...handshake, initialize: answered('initialize', {}, { line: 2 }) };
const asks = (method: string, line: number) => frameIn({ jsonrpc: '2.0', id: 's1', method }, { line, phase: 'handshake' });

export const earlyRequest: SessionRule = {
  id: 'lifecycle/early-request',
  on: 'session',
  severity: 'warning',
  until: '2025-11-25',
  transports: ['stdio'],
  clause:
    '2025-11-25 basic/lifecycle: the server SHOULD NOT send requests other than pings and logging before the initialized notification',
  why: 'A client that has not finished its handshake cannot answer, and some close the connection.',
  fix: 'wait for notifications/initialized before you send a request',
  examples: {
    good: [
      { handshake: begun, unsolicited: [asks('ping', 1)] },
      { handshake: begun, unsolicited: [asks('roots/list', 3)] },
    ],
    bad: [{ handshake: begun, unsolicited: [asks('roots/list', 1)] }],
  },
  *check(evidence) {
    const answer = evidence.handshake.initialize?.line;
    if (answer === null || answer === undefined) return;
    for (const { frame, method } of serverRequests(evidence)) {
      // Only the order of the lines is certain: what came before the answer came before `initialized`.
      if (method !== 'ping' && frame.line !== undefined && frame.line < answer)
        yield {
          at: `stdout:${frame.line}`,
          subject: quote(method),
          message: 'this request came before "initialize" was answered; clients cannot serve it yet',
        };
    }
  },
};
