import { describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../src/model/json.ts';
import type { Outgoing } from '../../src/wire/channel.ts';
import { Pending } from '../../src/wire/pending.ts';

const FACTS = { line: 1, bytes: 10, numbers: {} };

function request(id: unknown, over: Partial<Outgoing> = {}): Outgoing {
  return {
    method: 'tools/call',
    message: { jsonrpc: '2.0', id, method: 'tools/call', params: { _meta: { progressToken: id } } },
    expects: 'response',
    timeoutMs: 60_000,
    phase: 'call',
    tool: null,
    ...over,
  };
}

const notification: Outgoing = {
  ...request(null),
  method: 'notifications/initialized',
  message: { jsonrpc: '2.0', method: 'notifications/initialized' },
  expects: 'nothing',
};
const broken: Outgoing = { ...request(null), method: '(invalid JSON)', message: null, text: '{oops' };
const answer = (id: unknown): JsonObject => ({ jsonrpc: '2.0', id, result: {} });
const refusal = (id: unknown): JsonObject => ({ jsonrpc: '2.0', id, error: { code: -32600, message: 'no' } });
const progress = (progressToken: unknown): JsonObject => ({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken } });

/** The id of the message that an incoming one belongs to; null when it belongs to none. */
function matched(out: readonly Outgoing[], incoming: JsonObject): unknown {
  const pending = new Pending();
  for (const each of out) pending.open(each, 0);
  const wait = pending.match(incoming);
  const found = wait ? (wait.exchange.sent?.id ?? wait.exchange.method) : null;
  pending.endAll('gone');
  return found;
}

describe('what comes in belongs to what went out', () => {
  test.each<[string, Outgoing[], JsonObject, unknown]>([
    ['the answer with the same id', [request(1), request(2)], answer(2), 2],
    ['the id as a text', [request(2), request(3)], answer('3'), 3],
    ['the number for a text id', [request('3')], answer(3), '3'],
    ['the exact id before its text', [request('3'), request(3)], answer(3), 3],
    ['an id that was never asked', [request(1)], answer(2), null],
    ['an answer when nothing is open', [], answer(1), null],
    ['an error without id for the only request', [request(1)], refusal(null), 1],
    ['an error without id while two wait', [request(1), request(2)], refusal(null), null],
    ['a result without id', [request(1)], answer(null), null],
    ['an error without id after a broken message', [request(1), broken], refusal(null), '(invalid JSON)'],
    ['an answer without id after a notification', [notification], answer(null), 'notifications/initialized'],
    ['an id that is no id', [request(1)], answer({ toString: 1 }), null],
    ['an id that is a list of the right one', [request(1)], answer([1]), null],
    ['progress under its token', [request(1), request(2)], progress(1), 1],
    ['progress under the token as a text', [request(1), request(2)], progress('2'), 2],
    ['progress under no token of ours', [request(1)], progress(9), null],
    ['progress without params', [request(1)], { jsonrpc: '2.0', method: 'notifications/progress' }, null],
    ['another notification while one request waits', [request(1)], { jsonrpc: '2.0', method: 'notifications/message' }, 1],
    ['another notification while two wait', [request(1), request(2)], { jsonrpc: '2.0', method: 'notifications/message' }, null],
    ['a request of its own under our id', [request(1)], { jsonrpc: '2.0', id: 1, method: 'ping' }, null],
  ])('%s', (_situation, out, incoming, expected) => {
    expect(matched(out, incoming)).toEqual(expected);
  });
});

test('a request is answered once: the second answer belongs to nothing', async () => {
  const pending = new Pending();
  const wait = pending.open(request(1), 0);
  pending.answer(wait, answer(1), FACTS);
  expect(await wait.done).toMatchObject({ outcome: 'answered', answer: answer(1), line: 1 });
  expect(pending.match(answer(1))).toBeUndefined();
});

test('a notification is settled at once, and an answer to it is noted afterwards', async () => {
  const pending = new Pending();
  const wait = pending.open(notification, 0);
  expect((await wait.done).outcome).toBe('accepted');
  pending.answer(wait, answer(null), FACTS);
  expect(wait.exchange).toMatchObject({ outcome: 'answered', answer: answer(null) });
  // It takes only one.
  expect(pending.match(answer(null))).toBeUndefined();
});

test('a request that nobody answers is silent after its time, and a late answer belongs to nothing', async () => {
  vi.useFakeTimers();
  try {
    const pending = new Pending();
    const wait = pending.open(request(1, { timeoutMs: 1_000 }), 0);
    vi.advanceTimersByTime(999);
    expect(pending.newest()).toBe(wait);
    vi.advanceTimersByTime(1);
    expect((await wait.done).outcome).toBe('silent');
    expect(pending.match(answer(1))).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});

test('progress restarts the time limit, another notification does not', async () => {
  vi.useFakeTimers();
  try {
    const pending = new Pending();
    const told: JsonObject[] = [];
    const wait = pending.open(request(1, { timeoutMs: 1_000, onNotification: (message) => told.push(message) }), 0);
    for (let time = 0; time < 5; time++) {
      vi.advanceTimersByTime(900);
      pending.progressed(wait, progress(1));
    }
    expect(pending.newest()).toBe(wait);
    vi.advanceTimersByTime(900);
    pending.progressed(wait, { jsonrpc: '2.0', method: 'notifications/message' });
    vi.advanceTimersByTime(100);
    expect(pending.newest()).toBeUndefined();
    expect((await wait.done).notifications).toHaveLength(6);
    expect(told).toHaveLength(6);
  } finally {
    vi.useRealTimers();
  }
});

test('no progress extends the total of a request', () => {
  vi.useFakeTimers();
  try {
    const pending = new Pending();
    const wait = pending.open(request(1, { timeoutMs: 1_000, totalMs: 2_000 }), 0);
    for (const isOpen of [true, true, false]) {
      vi.advanceTimersByTime(900);
      expect(pending.newest() === wait).toBe(isOpen);
      if (isOpen) pending.progressed(wait, progress(1));
    }
    expect(wait.exchange.outcome).toBe('silent');
  } finally {
    vi.useRealTimers();
  }
});

test('aborting ends the wait at once, also when it was aborted before', async () => {
  const pending = new Pending();
  const controller = new AbortController();
  const wait = pending.open(request(1, { signal: controller.signal }), 0);
  controller.abort();
  expect((await wait.done).outcome).toBe('silent');
  expect((await pending.open(request(2, { signal: controller.signal }), 0).done).outcome).toBe('silent');
  expect(pending.newest()).toBeUndefined();
});

test('when the process is gone, so is every wait', async () => {
  const pending = new Pending();
  const waits = [pending.open(request(1), 0), pending.open(request(2), 0)];
  pending.endAll('gone');
  expect((await Promise.all(waits.map(({ done }) => done))).map(({ outcome }) => outcome)).toEqual(['gone', 'gone']);
});
