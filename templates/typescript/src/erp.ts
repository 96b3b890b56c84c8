import { type BackendOptions, createBackend, type RequestContext, ToolError } from 'mcp-adapter/kit';

/** An order as an agent needs it: six of the ERP's eighty fields, days in ISO 8601, money in cents. */
export interface Order {
  order_id: string;
  status: 'open' | 'shipped' | 'cancelled';
  ordered_on: string;
  pieces: number;
  total_cents: number;
  currency: string;
}

export interface ReturnWish {
  order_id: string;
  quantity: number;
  reason: string;
  /** Ours, to find the return again. */
  reference: string;
}

/** The ERP, always asked on behalf of the caller: it decides what the caller may see and do. */
export interface Erp {
  /** @throws ToolError `order_not_found` when there is none, or none that the caller may see */
  order(id: string, context: RequestContext): Promise<Order>;
  /** The number of the return. @throws ToolError `return_refused` */
  bookReturn(wish: ReturnWish, context: RequestContext): Promise<string>;
}

const STATUS = new Map<string, Order['status']>([
  ['10', 'open'],
  ['40', 'shipped'],
  ['90', 'cancelled'],
]);

export function createErp(options: BackendOptions): Erp {
  const backend = createBackend(options);
  return {
    async order(id, { caller, signal, trace }) {
      // A tool asks three times at most: even then hosts, which wait for 30 s and more, learn that the ERP is slow.
      const answer = await backend.fetch(caller, `orders/${encodeURIComponent(id)}`, { signal, trace, timeoutMs: 5_000 });
      if (answer.status === 404) {
        throw new ToolError('order_not_found', { message: `there is no order ${JSON.stringify(id)}: ask for its number again` });
      }
      return orderOf(await recordIn(answer, 200));
    },
    async bookReturn({ order_id, quantity, reason, reference }, { caller, signal, trace }) {
      const body = JSON.stringify({ ORDER_NO: order_id, QTY: quantity, REASON_TXT: reason, EXT_REF: reference });
      const headers = { 'content-type': 'application/json' };
      const answer = await backend.fetch(caller, 'returns', { method: 'POST', headers, body, signal, trace });
      // It says no, so nothing was booked; any other surprise inside of an effect is told as outcome_unknown.
      if (answer.status >= 400) {
        throw new ToolError('return_refused', { message: 'the ERP refused the return', data: { status: answer.status } });
      }
      return text(await recordIn(answer, 201), 'RETURN_NO');
    },
  };
}

function orderOf(record: unknown): Order {
  const status = STATUS.get(text(record, 'STATUS_CD'));
  if (!status) throw new Error('the ERP gave an order a status that is not known here');
  return {
    order_id: text(record, 'ORDER_NO'),
    status,
    ordered_on: text(record, 'ORDER_DT').replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'),
    pieces: number(record, 'QTY_TOT'),
    total_cents: Math.round(number(record, 'GROSS_AMT') * 100),
    currency: text(record, 'CURR_CD'),
  };
}

async function recordIn(answer: Response, status: number): Promise<unknown> {
  if (answer.status !== status) throw new Error(`the ERP answered ${answer.status} where ${status} was expected`);
  return answer.json();
}

/** A field of a record; the error tells the log which one is not as it should be, and never the caller. */
function text(record: unknown, name: string): string {
  const value: unknown = typeof record === 'object' && record !== null ? Reflect.get(record, name) : undefined;
  if (typeof value === 'string') return value;
  throw new Error(`the ERP sent a record without a text ${name}`);
}

/** ERPs write numbers as text. */
function number(record: unknown, name: string): number {
  const value = Number(text(record, name));
  if (Number.isFinite(value)) return value;
  throw new Error(`the ERP sent a record whose ${name} is no number`);
}
