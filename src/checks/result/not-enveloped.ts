import { payloadOf, readEnvelope, textsOf } from '../../model/envelope.ts';
import { resultOf } from '../../model/exchange.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import { problemsOf } from '../args/expected.ts';
import type { CallRule } from '../rule.ts';

const fails = (text: string) => ({ result: { isError: true, content: [{ type: 'text', text }] } });

export const notEnveloped: CallRule = {
  id: 'result/not-enveloped',
  on: 'call',
  severity: 'info',
  why: 'Without a code that stays the same, an agent and a test must guess from words whether to try again.',
  fix: 'answer errors as {ok: false, code: "card_declined", retryable: false, message: …} in structuredContent and as JSON in the text block',
  yieldsTo: [
    'result/raw-exception',
    'result/error-without-text',
    'result/content-missing',
    'result/content-not-array',
    'result/content-item-invalid',
  ],
  examples: {
    good: [
      fails('{"ok":false,"code":"card_declined","retryable":false,"attempts":1}'),
      fails('{"error":{"code":"card_declined","message":"…"}}'),
      fails('card_declined: the bank said no'),
      fails('[E1042] the bank said no'),
      {},
    ],
    bad: [fails('the bank said no'), fails('{"message":"the bank said no"}')],
  },
  *check(call, context) {
    const result = resultOf(call.exchange);
    if (result?.isError !== true || call.probe || problemsOf(call, context)?.length || readEnvelope(result)) return;
    const payload = payloadOf(result);
    if (isObject(payload) ? hasCode(payload) : CODE_IN_TEXT.test(textsOf(result).join('\n').slice(0, 2_000))) return;
    yield { message: 'an error result has no stable code, so an agent must guess from its words whether to try again' };
  },
};

const KEYS = ['code', 'error_code', 'errorCode', 'type', 'error', 'kind', 'reason', 'status', 'name'];
const CODE = /^[\w.:-]{1,80}$/;
/** `card_declined`, `E1042`, `ERR_TIMEOUT`, `-32602`, `404`. */
const CODE_IN_TEXT =
  /\b[a-z]{2,30}(?:_[a-z0-9]{1,30}){1,5}\b|\b[A-Z]{1,10}(?:[_-][A-Z0-9]{1,20}){1,5}\b|\b[A-Z]{1,4}\d{2,6}\b|(?:^|[\s([#])-?\d{3,5}(?=[\s:)\].,]|$)/;

function hasCode(payload: JsonObject): boolean {
  return KEYS.some((key) => {
    const value = payload[key];
    if (typeof value === 'number') return true;
    if (typeof value === 'string') return CODE.test(value);
    return (
      isObject(value) &&
      KEYS.some((inner) => typeof value[inner] === 'number' || (typeof value[inner] === 'string' && CODE.test(String(value[inner]))))
    );
  });
}
