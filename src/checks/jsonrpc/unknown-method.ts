import { type Exchange, errorCode, errorOf } from '../../model/exchange.ts';
import { CODES, isModern } from '../../model/protocol.ts';
import type { Hit, SessionRule } from '../rule.ts';
import { answered, exchange, failed, sampleEvidence } from '../sample.ts';

const asking = (each: Exchange) => ({ probes: { 'unknown-method': [each] } });
const { handshake } = sampleEvidence();

export const unknownMethod: SessionRule = {
  id: 'jsonrpc/unknown-method',
  on: 'session',
  severity: 'error',
  transports: ['stdio', 'http'],
  clause: 'JSON-RPC 2.0, "Error object": an unknown method is -32601; 2026-07-28 basic/transports/streamable-http: 404 with -32601',
  why: 'Clients ask for optional methods and take -32601 for "not supported"; a result misleads them, and silence makes them wait.',
  fix: 'answer every method you do not know with error code -32601',
  yieldsTo: ['lifecycle/crash-on-input'],
  examples: {
    good: [
      asking(failed('mcp-adapter/unknown', -32601, 'Method not found')),
      // What an SDK of its own makes of it, and what only an HTTP server can say.
      asking(failed('mcp-adapter/unknown', -32602, 'Invalid request parameters')),
      asking(exchange('mcp-adapter/unknown', { outcome: 'refused' })),
      { ...asking(exchange('mcp-adapter/unknown')), handshake: { ...handshake, restarted: 'silent' } },
    ],
    bad: [
      asking(answered('mcp-adapter/unknown', {})),
      asking(failed('mcp-adapter/unknown', 404, 'no route')),
      asking(exchange('mcp-adapter/unknown')),
      { ...asking(failed('mcp-adapter/unknown', -32602, 'Invalid params')), era: 'modern', revision: '2026-07-28' },
    ],
  },
  *check({ probes, revision, handshake }) {
    for (const each of probes['unknown-method'] ?? []) yield* judge(each, isModern(revision), handshake.restarted === 'silent');
  },
};

function* judge(each: Exchange, modern: boolean, silentOnDiscover: boolean): Iterable<Hit> {
  const { answer, outcome } = each;
  if (answer && 'result' in answer) {
    yield { message: 'a method that does not exist was answered with a result; clients take that for support of everything' };
  } else if (outcome === 'silent') {
    // Silence at server/discover is the same fault, and is told there.
    if (silentOnDiscover) return;
    yield {
      severity: 'warning',
      message: 'a method that does not exist got no answer; a client that asks for an optional one waits until its time-out',
    };
  } else if (errorOf(each)) {
    const code = errorCode(each);
    if (code === CODES.methodNotFound || code === undefined) return;
    // Before 2026-07-28 some SDKs answer so by themselves, and clients cope.
    if (!modern && (code === CODES.invalidParams || code === CODES.invalidRequest)) return;
    yield { severity: modern ? 'error' : 'warning', message: `a method that does not exist was answered with ${code} instead of -32601` };
  }
}
