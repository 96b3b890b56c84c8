import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange, sampleEvidence } from '../sample.ts';

const { handshake } = sampleEvidence();

export const notificationAnswered: SessionRule = {
  id: 'jsonrpc/notification-answered',
  on: 'session',
  severity: 'error',
  clause: '2026-07-28 basic/index: "Notifications" (the receiver MUST NOT send a response)',
  why: 'The Go SDK and others end the connection when a notification is answered.',
  fix: 'return nothing when a message has no id',
  examples: {
    good: [{ probes: { 'unknown-notification': [exchange('notifications/mcp-adapter', { outcome: 'accepted' })] } }],
    bad: [
      { handshake: { ...handshake, initialized: answered('notifications/initialized', {}) } },
      { probes: { 'unknown-notification': [answered('notifications/mcp-adapter', {})] } },
    ],
  },
  *check({ handshake, probes }) {
    const sent = [handshake.initialized, ...(probes['unknown-notification'] ?? [])];
    for (const each of sent) {
      if (each?.answer)
        yield {
          subject: quote(each.method),
          message: `this notification was answered (id ${JSON.stringify(each.answer.id ?? null)}); notifications get no answer`,
        };
    }
  },
};
