import { paramOf } from '../../model/exchange.ts';
import { member } from '../../model/json.ts';
import { capabilityFor } from '../../model/protocol.ts';
import { quote } from '../../model/text.ts';
import { serverRequests } from '../jsonrpc/conversation.ts';
import type { SessionRule } from '../rule.ts';
import { answered, frameIn, sampleEvidence } from '../sample.ts';

const { handshake } = sampleEvidence();
const asks = (method: string) => frameIn({ jsonrpc: '2.0', id: 's1', method });

export const undeclaredClientCapability: SessionRule = {
  id: 'lifecycle/undeclared-client-capability',
  on: 'session',
  severity: 'error',
  until: '2025-11-25',
  transports: ['stdio', 'http'],
  clause: '2025-11-25 basic/lifecycle, "Operation": both parties MUST only use capabilities that were successfully negotiated',
  why: 'Most clients declare neither sampling nor roots nor elicitation; a request for them is refused, or never answered.',
  fix: 'look into the capabilities of the initialize request before you ask, and go on without when they are missing',
  examples: {
    good: [
      { unsolicited: [asks('ping')] },
      {
        unsolicited: [asks('roots/list')],
        handshake: { ...handshake, initialize: answered('initialize', {}, { sent: { id: 1, params: { capabilities: { roots: {} } } } }) },
      },
    ],
    bad: [{ unsolicited: [asks('sampling/createMessage')] }, { unsolicited: [{ ...asks('roots/list'), tool: 'find_order' }] }],
  },
  *check(evidence) {
    const declared = paramOf(evidence.handshake.initialize, 'capabilities');
    for (const { frame, method } of serverRequests(evidence)) {
      const capability = capabilityFor(method);
      if (!capability || member(declared, capability) !== undefined) continue;
      yield {
        tool: frame.tool,
        subject: quote(method),
        message: `this request was sent although the client had not declared "${capability}"; such clients refuse it or never answer`,
      };
    }
  },
};
