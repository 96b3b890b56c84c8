import { payloadOf } from '../../model/envelope.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import { plural, quote } from '../../model/text.ts';
import { isAccepted } from '../call/outcome.ts';
import type { CallRule } from '../rule.ts';

const MAX_UNCOUNTED = 20;
const orders = Array.from({ length: 25 }, (_, id) => ({ id }));
const json = (value: unknown) => ({ result: { content: [{ type: 'text', text: JSON.stringify(value) }] } });

export const listWithoutCount: CallRule = {
  id: 'result/list-without-count',
  on: 'call',
  severity: 'info',
  why: 'An agent cannot know whether it saw everything, and asks again or takes a part for the whole.',
  fix: 'answer {items: [...], count: n, truncated: true or false}, and a cursor when there is more',
  yieldsTo: ['result/too-large', 'result/content-missing', 'result/structured-not-object'],
  examples: {
    good: [
      json({ orders, count: 25, truncated: false }),
      json({ data: { orders, nextCursor: null } }),
      json(orders.slice(0, 20)),
      json({ vector: Array.from({ length: 768 }, (_, n) => n / 768) }),
      json({ id: 7, customer: 'A', address: 'B', total: 3, currency: 'EUR', lines: orders }),
    ],
    bad: [
      json(orders),
      json({ orders }),
      json({ ok: true, code: 'ok', retryable: false, attempts: 1, orders }),
      json({ data: { orders } }),
    ],
  },
  *check(call, { evidence }) {
    if (!isAccepted(call, evidence)) return;
    const found = uncounted(payloadOf(call.exchange.answer?.result), '', false);
    if (!found) return;
    const where = found.name ? `the list ${quote(found.name, 40)}` : 'the result';
    yield {
      message: `${where} has ${plural(found.length, 'item')} and neither count nor truncated, so an agent cannot know whether that is all`,
    };
  },
};

const COUNTED = /count|total|trunc|more|next|cursor|page|limit|offset|remaining|size|length|complete/i;
const ENVELOPE = new Set([
  'ok',
  'code',
  'retryable',
  'attempts',
  'task_id',
  'elapsed_ms',
  'message',
  'success',
  'status',
  'untrusted',
  'query',
  'error',
]);
/** An object with more members than these beside the list is a record that has a list. */
const MAX_BESIDE = 3;

/** The list that the answer consists of, when nothing counts it. */
function uncounted(value: unknown, name: string, counted: boolean): { name: string; length: number } | null {
  if (Array.isArray(value)) {
    const ofRecords = value.some((item) => isObject(item) || typeof item === 'string');
    return value.length > MAX_UNCOUNTED && ofRecords && !counted ? { name, length: value.length } : null;
  }
  if (!isObject(value)) return null;
  const beside = Object.keys(value).filter((key) => !ENVELOPE.has(key));
  if (beside.length > MAX_BESIDE + 1) return null;
  const isCounted = counted || Object.entries(value).some(([key, each]) => COUNTED.test(key) && !isObject(each) && !Array.isArray(each));
  for (const [key, each] of lists(value)) {
    const found = uncounted(each, key, isCounted);
    if (found) return found;
  }
  return null;
}

/** The lists of an object, and the only object within it. */
function lists(value: JsonObject): [string, unknown][] {
  const entries = Object.entries(value);
  const objects = entries.filter(([, each]) => isObject(each));
  return entries.filter(([, each]) => Array.isArray(each) || (objects.length === 1 && each === objects[0]?.[1]));
}
