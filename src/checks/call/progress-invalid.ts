import { metaOf } from '../../model/exchange.ts';
import type { JsonObject } from '../../model/json.ts';
import { isObject } from '../../model/json.ts';
import { shorten } from '../../model/text.ts';
import type { CallExample, CallRule } from '../rule.ts';

const reports = (token: unknown, ...params: unknown[]): CallExample => ({
  exchange: {
    sent: {
      jsonrpc: '2.0',
      id: 3,
      method: 'tools/call',
      params: { name: 'find_order', ...(token ? { _meta: { progressToken: token } } : {}) },
    },
    notifications: params.map((each) => ({ jsonrpc: '2.0', method: 'notifications/progress', params: each })),
  },
});
const step = (progress: unknown, progressToken: unknown = 'p1') => ({ progressToken, progress });

export const progressInvalid: CallRule = {
  id: 'call/progress-invalid',
  on: 'call',
  severity: 'error',
  clause: '2026-07-28 basic/utilities/progress: the token MUST be one of an active request, and progress MUST increase',
  why: 'Clients drop such a report or show a wrong one, and a call that they keep alive by it times out.',
  fix: 'repeat the progressToken of the request as it came, and send a larger number each time; without a token send no progress',
  examples: {
    good: [reports('p1', step(1), step(2), step(2.5)), reports('p1'), reports(7, step(0, 7), step(100, 7)), reports(null)],
    bad: [
      reports('p1', step(1, 'other')),
      reports(7, step(1, '7')),
      reports('p1', step(1), step(1)),
      reports('p1', step('half')),
      reports('p1', { progress: 1 }),
      reports(null, step(1)),
    ],
  },
  *check(call) {
    const token = metaOf(call.exchange, 'progressToken');
    let last = Number.NEGATIVE_INFINITY;
    for (const params of progressOf(call.exchange.notifications)) {
      const { progress, progressToken } = params;
      if (token === undefined) yield { message: 'progress was reported for a call that carried no progressToken' };
      else if (progressToken !== token)
        yield { message: `progress was reported ${progressToken === undefined ? 'without progressToken' : told(progressToken, token)}` };
      else if (typeof progress !== 'number')
        yield { message: `progress is ${shorten(JSON.stringify(progress) ?? 'missing', 40)}, must be a number` };
      else if (progress <= last)
        yield { message: 'progress did not increase from one report to the next', evidence: `from ${last} to ${progress}` };
      if (typeof progress === 'number') last = Math.max(last, progress);
    }
  },
};

function told(got: unknown, token: unknown): string {
  return String(got) === String(token)
    ? `with the token as a ${typeof got}, which was sent as a ${typeof token}`
    : 'with a token that this call did not carry';
}

/** The parameters of the progress reports among some notifications. */
export function progressOf(notifications: readonly JsonObject[]): JsonObject[] {
  return notifications.flatMap((each) => (each.method === 'notifications/progress' ? [isObject(each.params) ? each.params : {}] : []));
}
