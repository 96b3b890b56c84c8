import type { Evidence } from '../../model/evidence.ts';
import { resultOf } from '../../model/exchange.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange, failed, sampleEvidence, sampleFailure } from '../sample.ts';

const { handshake } = sampleEvidence();
/** How long a modern client waits at least for server/discover; an adapter that starts no faster has not hung. */
const PROBE_MS = 2_000;
const restart = (restarted: Evidence['handshake']['restarted'], firstAnswerMs = 60, reason: string | null = null) => ({
  handshake: { ...handshake, restarted, firstAnswerMs, discover: exchange('server/discover', { reason }) },
});

export const probeHangs: SessionRule = {
  id: 'version/probe-hangs',
  on: 'session',
  severity: 'warning',
  transports: ['stdio'],
  clause: '2026-07-28 basic/transports/stdio, "Backward Compatibility": clients probe with server/discover and fall back to initialize',
  why: 'Modern clients ask server/discover first; an adapter that hangs or dies then starts late, or not at all.',
  fix: 'answer every method you do not know with error code -32601, also before initialize',
  examples: {
    good: [
      {},
      restart('silent', 6_100),
      { ...restart('silent'), failure: sampleFailure('silent', { limitMs: 3000 }) },
      // Refused by the fresh process too: there is no handshake.
      { era: 'bare', handshake: { ...handshake, restarted: 'refused', initialize: failed('initialize', -32601, 'Method not found') } },
      { handshake: { ...handshake, discover: answered('server/discover', {}) } },
    ],
    bad: [
      restart('silent'),
      restart('died', 60, 'exit code 1'),
      restart('refused'),
      { ...restart('silent'), probes: { 'unknown-method': [exchange('mcp-adapter/unknown')] } },
    ],
  },
  *check({ failure, handshake, probes }) {
    const { discover, firstAnswerMs, restarted } = handshake;
    // Where the second start failed too, the failure is not the probe's.
    if (failure || !restarted || !resultOf(handshake.initialize)) return;
    const evidence = discover?.reason ? { evidence: discover.reason } : {};
    if (restarted === 'died')
      yield {
        severity: 'error',
        message:
          'the process ended when it got server/discover before initialize; a second process that got initialize first works, but modern clients that ask server/discover first find a dead adapter',
        ...evidence,
      };
    if (restarted === 'refused')
      yield {
        message:
          'after server/discover the same process refused initialize, which a fresh process takes; modern clients that ask server/discover first cannot connect',
        fix: 'an unknown method must not change the state: answer it with -32601 and take initialize afterwards',
        ...evidence,
      };
    if (restarted === 'silent' && (firstAnswerMs ?? 0) <= PROBE_MS) {
      const others = (probes['unknown-method'] ?? []).some((each) => each.outcome === 'silent')
        ? ' (other unknown methods get none either)'
        : '';
      yield {
        message: `no answer to server/discover in 2 s${others}; treated as legacy, and modern-first clients start 2 s later with this adapter`,
        ...evidence,
      };
    }
  },
};
