import { type Exchange, errorCode, errorOf } from '../../model/exchange.ts';
import { CODES } from '../../model/protocol.ts';
import { quote } from '../../model/text.ts';
import type { Hit, SessionRule } from '../rule.ts';
import { answered, exchange, failed, httpAnswer } from '../sample.ts';

const sending = (each: Exchange) => ({ probes: { 'invalid-json': [each] } });
const METHOD = '(invalid JSON)';

export const invalidJson: SessionRule = {
  id: 'jsonrpc/invalid-json',
  on: 'session',
  severity: 'warning',
  transports: ['stdio', 'http'],
  clause: 'JSON-RPC 2.0, "Error object": invalid JSON is -32700; 2026-07-28 schema, ParseError',
  why: 'A client cannot tell its own broken message from a fault of the adapter when both look the same.',
  fix: 'catch the parse error and answer with code -32700, id null (over HTTP with status 400)',
  yieldsTo: ['lifecycle/crash-on-input'],
  examples: {
    good: [
      sending(failed(METHOD, -32700, 'Parse error', { sent: null })),
      sending(failed(METHOD, -32600, 'Invalid Request', { sent: null })),
      { probes: { 'invalid-json': [exchange(METHOD, { sent: null }), answered('tools/list', { tools: [] })] } },
      sending(exchange(METHOD, { sent: null, outcome: 'refused', http: httpAnswer(400) })),
    ],
    bad: [
      { probes: { 'invalid-json': [exchange(METHOD, { sent: null }), exchange('tools/list')] } },
      sending(answered(METHOD, {}, { sent: null })),
      sending(failed(METHOD, -32603, 'Internal error', { sent: null })),
      sending(exchange(METHOD, { sent: null, outcome: 'refused', http: httpAnswer(500) })),
    ],
  },
  *check({ probes }) {
    const [broken, next] = probes['invalid-json'] ?? [];
    // The answer to the notification before it may have been taken for its own.
    if (!broken || probes['unknown-notification']?.some((each) => each.answer)) return;
    yield* judge(broken);
    if (next?.outcome === 'silent' && broken.outcome === 'silent')
      yield { message: `after invalid JSON ${quote(next.method)} gets no answer any more; one broken message ends every conversation` };
  },
};

function* judge(each: Exchange): Iterable<Hit> {
  const { answer, http } = each;
  if (answer && 'result' in answer) yield { message: 'invalid JSON was answered with a result instead of error -32700' };
  else if (errorOf(each)) {
    const code = errorCode(each);
    // A -32601 answers another message: this one has no method.
    if (code !== undefined && code !== CODES.parse && code !== CODES.invalidRequest && code !== CODES.methodNotFound)
      yield { message: `invalid JSON was answered with ${code} instead of -32700` };
  } else if (http && http.status >= 500)
    yield { message: `invalid JSON was answered with HTTP status ${http.status} instead of 400 and -32700` };
}
