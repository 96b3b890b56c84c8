import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange, httpAnswer, sampleEvidence } from '../sample.ts';
import { type Answered, answeredOnly, bodyLine, conversation, outcomeOf } from './answers.ts';

const { handshake } = sampleEvidence();
const got = (status: number, body = '') =>
  exchange('notifications/initialized', {
    sent: { jsonrpc: '2.0', method: 'notifications/initialized' },
    outcome: status < 300 ? 'accepted' : 'refused',
    http: httpAnswer(status, { body, bodyBytes: body.length }),
  });
const after = (initialized: ReturnType<typeof got>) => ({ handshake: { ...handshake, initialized } });
const unknown = (status: number) => ({ probes: { 'unknown-notification': [got(status, 'no')] } });

export const notificationStatus: SessionRule = {
  id: 'http/notification-status',
  on: 'session',
  severity: 'error',
  since: '2025-03-26',
  transports: ['http'],
  clause: '2025-11-25 basic/transports: an accepted notification MUST be answered with 202 and no body',
  why: 'Codex and other clients on the Rust SDK break off the handshake when a notification gets anything but 202 without a body.',
  fix: 'answer a message without id with 202 and an empty body',
  examples: {
    good: [after(got(202)), unknown(400), after(got(401))],
    bad: [
      after(got(200, 'null')),
      after(got(204)),
      after(got(400, 'Bad Request')),
      after(got(202, '{}')),
      unknown(500),
      after(answered('notifications/initialized', {}, { http: httpAnswer(200), sent: { method: 'notifications/initialized' } })),
    ],
  },
  *check(evidence) {
    const unknown = answeredOnly(evidence.probes['unknown-notification'] ?? []);
    const sent = conversation(evidence).filter(({ sent }) => sent && !('id' in sent) && typeof sent.method === 'string');
    for (const each of [...sent, ...unknown]) {
      const { status, bodyBytes } = each.http;
      const empty = bodyBytes === 0 && !each.answer;
      if ((status === 202 && empty) || status === 401 || status === 403 || isRedirect(status)) continue;
      // What is not understood may be refused.
      if (unknown.includes(each) && status >= 400 && status < 500) continue;
      yield {
        at: 'http',
        subject: quote(each.method),
        message: `${whatCame(each)}; wanted 202, no body`,
        ...(status < 300 && empty ? { severity: 'warning' as const } : {}),
      };
    }
  },
};

function whatCame(each: Answered): string {
  const { status, bodyBytes } = each.http;
  if (each.answer) return `got HTTP ${status} and was answered like a request (${outcomeOf(each)})`;
  if (bodyBytes === 0) return `got HTTP ${status}`;
  const line = bodyLine(each.http, 60);
  return `got HTTP ${status} with a body${line ? ` (${line})` : ''}`;
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}
