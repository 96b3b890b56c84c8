import type { Exchange } from '../../model/exchange.ts';
import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange, failed, httpAnswer, sampleEvidence } from '../sample.ts';
import { idText } from './id-text.ts';

const { handshake } = sampleEvidence();
const unknown = (each: Exchange) => ({ probes: { 'unknown-notification': [each] } });

export const notificationAnswered: SessionRule = {
  id: 'jsonrpc/notification-answered',
  on: 'session',
  severity: 'error',
  clause: '2026-07-28 basic/index: "Notifications" (the receiver MUST NOT send a response)',
  why: 'The Go SDK and others end the connection when a notification is answered.',
  fix: 'return nothing when a message has no id',
  // Over HTTP the same answer is told by its status.
  yieldsTo: ['http/notification-status'],
  examples: {
    good: [
      unknown(exchange('notifications/mcp-adapter', { outcome: 'accepted' })),
      // A refusal by status may carry an error without an id (2025-11-25 basic/transports, "Sending Messages to the Server").
      unknown(failed('notifications/mcp-adapter', -32600, 'unknown', { http: httpAnswer(400) })),
    ],
    bad: [
      { handshake: { ...handshake, initialized: answered('notifications/initialized', {}) } },
      unknown(answered('notifications/mcp-adapter', {})),
      unknown(failed('notifications/mcp-adapter', -32601, 'Method not found', { http: httpAnswer(200) })),
    ],
  },
  *check({ handshake, probes }) {
    const sent = [handshake.initialized, ...(probes['unknown-notification'] ?? [])];
    for (const each of sent) {
      if (!each?.answer || (each.http && each.http.status >= 400)) continue;
      yield {
        subject: quote(each.method),
        message: `this notification was answered (id ${idText(each.answer.id ?? null)}); notifications get no answer`,
      };
    }
  },
};
