import { payloadOf } from '../../model/envelope.ts';
import { isObject, type JsonObject, kindOf, pointer } from '../../model/json.ts';
import { quote } from '../../model/text.ts';
import { isAccepted } from '../call/outcome.ts';
import type { CallRule } from '../rule.ts';

const MAX_FIELDS = 30;
/** A result of a hostile adapter is not walked for longer than this. */
const MAX_VISITED = 50_000;

const row = (fields: number) => Object.fromEntries(Array.from({ length: fields }, (_, n) => [`field_${n}`, n % 2 ? n : `v${n}`]));
const json = (value: unknown) => ({ result: { content: [{ type: 'text', text: JSON.stringify(value) }] } });
const CURRENCIES =
  'AUD BGN BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY USD ZAR VND';

export const rawObject: CallRule = {
  id: 'result/raw-object',
  on: 'call',
  severity: 'info',
  why: 'A whole database row or API answer costs context, and the model must find the few fields that matter.',
  fix: 'answer the fields that the action is about, under names a reader knows; offer a detail tool or a file for the rest',
  yieldsTo: ['result/too-large', 'result/content-missing'],
  examples: {
    good: [
      json(row(30)),
      // Maps from keys to values are data, however long.
      json({ rates: Object.fromEntries(CURRENCIES.split(' ').map((code, n) => [code, n])) }),
      json({ byDay: Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`2026-11-${n}`, n % 2 ? n : null])) }),
      json({ byId: Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`order_${n}`, { total: n }])) }),
    ],
    bad: [
      json(row(31)),
      json({ items: [row(40)] }),
      { result: { content: [{ type: 'text', text: 'ok' }], structuredContent: { order: row(45) } } },
    ],
  },
  *check(call, { evidence }) {
    if (!isAccepted(call, evidence)) return;
    const found = largest(payloadOf(call.exchange.answer?.result));
    if (found)
      yield {
        message: `${found.at ? `the object at ${quote(found.at, 80)}` : 'the result'} has ${found.fields} fields at one level, like a raw row or API answer`,
      };
  },
};

/** The object with the most fields, when it has too many. */
function largest(root: unknown): { at: string; fields: number } | null {
  let found: { at: string; fields: number } | null = null;
  const waiting: { at: string; value: unknown }[] = [{ at: '', value: root }];
  for (let visited = 0; waiting.length && visited < MAX_VISITED; visited++) {
    const { at, value } = waiting.pop() ?? { at: '', value: null };
    if (typeof value !== 'object' || value === null) continue;
    const entries = Object.entries(value);
    if (isObject(value) && entries.length > Math.max(MAX_FIELDS, found?.fields ?? 0) && isRecord(value))
      found = { at, fields: entries.length };
    // Rows of one list are alike: the first few tell.
    for (const [key, child] of Array.isArray(value) ? entries.slice(0, 20) : entries.slice(0, 1_000))
      if (typeof child === 'object' && at.length < 400) waiting.push({ at: at + pointer(key), value: child });
  }
  return found;
}

/** True for an object with fields, false for a map from data to values. */
function isRecord(value: JsonObject): boolean {
  const keys = Object.keys(value);
  const share = (test: (key: string) => boolean) => keys.filter(test).length / keys.length;
  // Codes, dates, numbers, paths, addresses and sentences are data.
  if (share((key) => /^[A-Z]{1,4}$|^\d|[^\w$]|^.{61}/.test(key)) > 0.5) return false;
  const kinds = new Set(Object.values(value).map(kindOf));
  kinds.delete('null');
  if (kinds.has('object') && kinds.size === 1) return false;
  // Where all values are alike, only keys that are made like field names make it a record.
  return kinds.size > 1 || share((key) => /[a-z]_|_[a-z]|[a-z][A-Z]|[a-z]\d+$|^[A-Z]+_[A-Z]/.test(key)) > 0.5;
}
