import type { Exchange } from '../../model/exchange.ts';
import { errorOf } from '../../model/exchange.ts';
import { kindOf, member } from '../../model/json.ts';
import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange, failed, httpAnswer } from '../sample.ts';
import { allExchanges } from './conversation.ts';
import { idText } from './id-text.ts';

const withId = (id: unknown, over = {}) =>
  exchange('tools/list', { outcome: 'answered', answer: { jsonrpc: '2.0', id, result: {} }, ...over });
const refusal = { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'unsupported' } };

export const idMismatch: SessionRule = {
  id: 'jsonrpc/id-mismatch',
  on: 'session',
  severity: 'error',
  transports: ['stdio', 'http'],
  clause: '2026-07-28 basic/index: responses MUST include the same ID as the request they correspond to',
  why: 'Clients match answers by id: under another id, or the same one as another type, the answer is lost and the call times out.',
  fix: 'send back the id exactly as it came: a number stays a number, a text a text, and 0 is an id',
  examples: {
    good: [
      {},
      { probes: { 'string-id': [answered('tools/list', {}, { sent: { id: 'a' }, answer: { jsonrpc: '2.0', id: 'a', result: {} } })] } },
      { probes: { 'invalid-json': [exchange('(invalid JSON)', { sent: null, outcome: 'answered', answer: refusal })] } },
      { exchanges: [exchange('initialize', { outcome: 'answered', answer: refusal, http: httpAnswer(400) })] },
      { probes: { 'unknown-notification': [failed('notifications/x', -32601, 'no', { sent: { method: 'notifications/x' } })] } },
    ],
    bad: [
      { exchanges: [withId('1')] },
      { exchanges: [withId(null)] },
      { exchanges: [withId(1.5)] },
      { probes: { 'zero-id': [withId(null, { sent: { id: 0 } })] } },
      { exchanges: [exchange('tools/list', { outcome: 'answered', answer: refusal })] },
    ],
  },
  *check(evidence) {
    for (const each of allExchanges(evidence)) {
      const { sent, answer } = each;
      if (!sent || !answer || !('id' in sent) || answer.id === sent.id || mayLackId(each)) continue;
      yield { subject: quote(each.method), message: differs(sent.id, member(answer, 'id')) };
    }
  },
};

/** An HTTP refusal may come from in front of the adapter, before the id was read; the Python SDK puts "server-error" there. */
function mayLackId(each: Exchange): boolean {
  return each.http !== null && each.http.status >= 400 && errorOf(each) !== undefined;
}

function differs(sent: unknown, got: unknown): string {
  if (got === null || got === undefined)
    return `the id of the answer is ${got === null ? 'null' : 'missing'} where ${typeof sent === 'string' ? 'a text' : sent === 0 ? 'the number 0' : 'a number'} was sent; clients cannot match it`;
  const isText = typeof got === 'string' || typeof got === 'number';
  if (isText && String(got) === String(sent))
    return `the id of the answer came back as a ${kindOf(got)} where a ${kindOf(sent)} was sent; clients that compare strictly lose it`;
  return `the id of the answer is ${idText(got)} instead of ${idText(sent)}; clients lose the answer`;
}
