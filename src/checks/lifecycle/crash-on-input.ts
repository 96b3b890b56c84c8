import type { Evidence, ProbeName } from '../../model/evidence.ts';
import { quote } from '../../model/text.ts';
import { ordinaryExchanges } from '../jsonrpc/conversation.ts';
import type { SessionRule } from '../rule.ts';
import { exchange, sampleFailure, sampleProcess } from '../sample.ts';
import { isHandshake } from '../spawn/diagnosis.ts';

/** Probes that an adapter must survive on any transport, and what they send. */
export const SENT_ANYWHERE: Partial<Record<ProbeName, string>> = {
  'unknown-method': 'a method it does not know',
  'unknown-notification': 'a notification it does not know',
  'unknown-tool': 'a call of a tool that does not exist',
  'invalid-cursor': 'a cursor it did not make',
  ping: 'a ping',
  'string-id': 'a request whose id is a text',
  'zero-id': 'a request with id 0',
  'undeclared-lists': 'a request for a list it does not declare',
};
const PROBES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(SENT_ANYWHERE),
  ['removed-method', 'a method that was removed from the protocol'],
  ['meta-missing', 'a request without _meta'],
  ['invalid-json', 'a line that is no JSON'],
]);

const gone = (probe: ProbeName, over = {}): Partial<Evidence> => ({
  probes: { [probe]: [exchange('mcp-adapter/unknown', { outcome: 'gone', ...over })] },
});

export const crashOnInput: SessionRule = {
  id: 'lifecycle/crash-on-input',
  on: 'session',
  severity: 'error',
  transports: ['stdio'],
  clause: 'JSON-RPC 2.0, "Error object": what cannot be served is answered with an error',
  why: 'One message that the adapter does not understand ends it, and with it every conversation.',
  fix: 'answer what you do not understand with an error (-32601 for a method, -32602 for arguments, -32700 for invalid JSON), and read on',
  yieldsTo: ['lifecycle/exited'],
  examples: {
    good: [
      {},
      { probes: { 'unknown-method': [exchange('mcp-adapter/unknown')] } },
      { ...gone('ping'), failure: sampleFailure('exited') },
      { ...gone('ping'), exchanges: [exchange('tools/call', { outcome: 'gone' })] },
    ],
    bad: [
      gone('unknown-method'),
      // The first process died of server/discover, which is a fault of its own.
      { ...gone('unknown-method'), exchanges: [exchange('server/discover', { outcome: 'gone' })] },
      gone('invalid-json', { method: '(invalid JSON)', reason: 'exit code 1' }),
      { ...gone('ping'), process: sampleProcess() },
    ],
  },
  *check(evidence) {
    if (evidence.failure || ordinaryExchanges(evidence).some((each) => each.outcome === 'gone' && !isHandshake(each.method))) return;
    // In the order in which they were sent.
    for (const [name, sent] of Object.entries(evidence.probes)) {
      const what = PROBES.get(name);
      const probe = sent?.find((each) => each.outcome === 'gone');
      if (!probe || what === undefined) continue;
      const method = probe.sent && name !== 'invalid-json' ? ` (${quote(probe.method)})` : '';
      yield {
        severity: name === 'invalid-json' ? 'warning' : 'error',
        message: `the process ended when it got ${what}${method}; one such message ends every conversation`,
        evidence: probe.reason ?? undefined,
      };
      // Once it has gone, every later probe fails alike.
      return;
    }
  },
};
