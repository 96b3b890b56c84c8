import { errorCode, errorOf } from '../../model/exchange.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange, failed } from '../sample.ts';

const pinging = (each = answered('ping', {})) => ({ probes: { ping: [each] } });

export const pingUnanswered: SessionRule = {
  id: 'lifecycle/ping-unanswered',
  on: 'session',
  severity: 'error',
  until: '2025-11-25',
  transports: ['stdio', 'http'],
  clause: '2025-11-25 basic/utilities/ping: the receiver MUST respond promptly with an empty response',
  why: 'Clients ping to see whether a connection is alive, and close one that does not answer.',
  fix: 'answer the method ping with the result {}',
  yieldsTo: ['version/no-handshake', 'lifecycle/crash-on-input', 'lifecycle/stdin-shared', 'lifecycle/exited'],
  examples: {
    good: [pinging(), pinging(answered('ping', { ok: true })), pinging(exchange('ping', { outcome: 'refused' })), {}],
    bad: [pinging(failed('ping', -32601, 'Method not found')), pinging(exchange('ping'))],
  },
  *check({ probes }) {
    for (const each of probes.ping ?? []) {
      if (errorOf(each))
        yield {
          message: `ping was answered with ${errorCode(each) ?? 'an error'} instead of an empty result; clients that watch a connection so close it`,
        };
      else if (each.outcome === 'silent') yield { message: 'ping got no answer; clients that watch a connection so close it' };
    }
  },
};
