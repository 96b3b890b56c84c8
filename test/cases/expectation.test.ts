import { describe, expect, test } from 'vitest';
import { mismatches } from '../../src/cases/expectation.ts';
import { matches } from '../../src/cases/matches.ts';
import type { Expectation, Matcher } from '../../src/model/expectation.ts';
import type { Observation } from '../../src/model/observation.ts';

const PAYLOAD = {
  ok: true,
  code: 'ok',
  count: 2,
  orders: [{ id: 'A-1', status: 'open', paid: null }],
  note: 'x'.repeat(500),
  'a/b': { '': 1 },
};

function seen(over: Partial<Observation> = {}): Observation {
  return {
    outcome: 'ok',
    code: 'ok',
    jsonrpcCode: null,
    retryable: null,
    attempts: null,
    ms: 120.4,
    result: {
      structuredContent: PAYLOAD,
      content: [
        { type: 'text', text: 'two orders' },
        { type: 'text', text: 'the second text' },
      ],
    },
    message: 'two orders',
    schemaProblem: null,
    refusesArguments: false,
    rawException: null,
    bytes: 0,
    ...over,
  };
}

const refused = seen({
  outcome: 'tool_error',
  code: 'order_not_found',
  retryable: false,
  message: 'there is no order "A-9"',
  result: { isError: true, content: [{ type: 'text', text: '{"ok": false, "code": "order_not_found", "retryable": false}' }] },
});
const silent = seen({ outcome: 'timeout', code: 'timeout', ms: 30_000, result: null, message: 'no answer in 30 s' });

describe('a call that meets what was expected', () => {
  const MET: [string, Expectation, Observation][] = [
    ['nothing is expected', {}, silent],
    ['success', { ok: true }, seen()],
    ['a failure', { ok: false }, refused],
    ['a failure by silence', { ok: false, code: 'timeout' }, silent],
    ['a code', { code: 'order_not_found' }, refused],
    ['not to be tried again', { retryable: false }, refused],
    ['time, to the millisecond', { max_ms: 120.4 }, seen()],
    ['the output schema', { output_schema: true }, seen()],
    ['a violation of the output schema', { output_schema: false }, seen({ schemaProblem: '/orders enum' })],
    ['a text in any block', { text: 'second' }, seen()],
    ['a regular expression in any block', { text: { regex: '^two \\w+$' } }, seen()],
    ['the words of an error where no result came', { text: 'no answer' }, silent],
    ['values by pointer', { json: { '/count': 2, '/orders/0/status': 'open', '/orders/0/paid': null, '/a~1b/': 1 } }, seen()],
    ['a place in the raw result', { json: { '/content/0/text': 'two orders' } }, seen()],
    ['the JSON of the first text', { json: { '/code': 'order_not_found' } }, refused],
    ['the whole payload', { json: { '': { type: 'object' } } }, seen()],
  ];
  test.each(MET)('%s', (_, expectation, observation) => {
    expect(mismatches(expectation, observation)).toEqual([]);
  });
});

describe('a call that does not meet it says what was expected and what came', () => {
  const MISSED: [string, Expectation, Observation, string, string][] = [
    ['success', { ok: true }, refused, 'ok', 'the call failed (tool_error, order_not_found): "there is no order "A-9"", expected success'],
    [
      'success, to the end of what the adapter says to do',
      { ok: true },
      { ...refused, message: `No browser. ${'Looked here. '.repeat(20)}A person should install one.` },
      'ok',
      `the call failed (tool_error, order_not_found): "No browser. ${'Looked here. '.repeat(20)}A person should install one.", expected success`,
    ],
    ['success, without words', { ok: true }, { ...silent, message: '' }, 'ok', 'the call failed (timeout), expected success'],
    ['a failure', { ok: false }, seen(), 'ok', 'the call succeeded, expected a failure'],
    ['a code', { code: 'ok' }, refused, 'code', 'the code is "order_not_found", expected "ok"'],
    ['to be tried again', { retryable: true }, refused, 'retryable', 'retryable is false, expected true'],
    ['to be told whether to try again', { retryable: false }, seen(), 'retryable', 'retryable is not said, expected false'],
    ['less time', { max_ms: 1_500 }, silent, 'max_ms', 'it took 30,000 ms, expected at most 1,500 ms'],
    ['a little less time', { max_ms: 120 }, seen(), 'max_ms', 'it took 121 ms, expected at most 120 ms'],
    [
      'the output schema',
      { output_schema: true },
      seen({ schemaProblem: '/orders/0/status enum' }),
      'output_schema',
      'the result does not fit the output schema: /orders/0/status enum',
    ],
    ['a violation', { output_schema: false }, seen(), 'output_schema', 'the result fits the output schema, expected that it does not'],
    ['a text', { text: 'three' }, seen(), 'text', 'no text of the result holds "three"; the first is "two orders"'],
    ['a regular expression', { text: { regex: '^t$' } }, seen(), 'text', 'no text of the result matches /^t$/; the first is "two orders"'],
    ['a text of none', { text: 'x' }, seen({ result: { content: [] } }), 'text', 'the result has no text, expected one that holds "x"'],
    [
      'a value',
      { json: { '/orders/0/status': 'shipped' } },
      seen(),
      'json/orders/0/status',
      '/orders/0/status is "open", expected "shipped"',
    ],
    ['a number', { json: { '/count': 3 } }, seen(), 'json/count', '/count is 2, expected 3'],
    ['a number, not a text', { json: { '/count': '2' } }, seen(), 'json/count', '/count is 2, expected "2"'],
    [
      'an object',
      { json: { '/orders/0': { id: 'A-1' } } },
      seen(),
      'json/orders/0',
      '/orders/0 is {"id":"A-1","status":"open","paid":null}, expected {"id":"A-1"}',
    ],
    ['a type', { json: { '/count': { type: 'string' } } }, seen(), 'json/count', '/count is 2, expected a string'],
    ['another type', { json: { '/count': { type: 'array' } } }, seen(), 'json/count', '/count is 2, expected an array'],
    [
      'a form',
      { json: { '/orders/0/id': { regex: '^B-' } } },
      seen(),
      'json/orders/0/id',
      '/orders/0/id is "A-1", expected a text that matches /^B-/',
    ],
    ['a range', { json: { '/count': { min: 3, max: 5 } } }, seen(), 'json/count', '/count is 2, expected at least 3, at most 5'],
    [
      'several forms',
      { json: { '/count': { type: 'integer', max: 1 } } },
      seen(),
      'json/count',
      '/count is 2, expected an integer, at most 1',
    ],
    [
      'a member that is not there',
      { json: { '/orders/0/statu': 'open' } },
      seen(),
      'json/orders/0/statu',
      '/orders/0/statu is not there: /orders/0 is an object with the keys "id", "status" and "paid"',
    ],
    [
      'a member of many others',
      { json: { '/x': { any: true } } },
      seen(),
      'json/x',
      '/x is not there: the result is an object with the keys "ok", "code", "count", "orders", "note" and 1 more',
    ],
    [
      'a member of an empty object',
      { json: { '/x': 1 } },
      seen({ result: { structuredContent: {} } }),
      'json/x',
      '/x is not there: the result is an object with no keys',
    ],
    [
      'an item of a short list',
      { json: { '/orders/5/id': 'x' } },
      seen(),
      'json/orders/5/id',
      '/orders/5/id is not there: /orders is an array of 1',
    ],
    ['a member of a number', { json: { '/count/x': 1 } }, seen(), 'json/count/x', '/count/x is not there: /count is 2'],
    [
      'a member of a plain text',
      { json: { '/x': 1 } },
      seen({ result: { content: [{ type: 'text', text: 'plain' }] } }),
      'json/x',
      '/x is not there: the result holds no JSON, /content/0/text is "plain"',
    ],
    ['a member of no result', { json: { '/x': 1 } }, silent, 'json/x', '/x is not there: no result came'],
    ['the whole', { json: { '': [] } }, seen({ result: { structuredContent: {} } }), 'json', 'the result is {}, expected []'],
  ];
  test.each(MISSED)('%s', (_, expectation, observation, check, message) => {
    expect(mismatches(expectation, observation)).toEqual([{ check, message }]);
  });

  test('everything that was missed, in the order of the members', () => {
    const expectation: Expectation = {
      json: { '/count': 1, '/x': 1 },
      text: 'zzz',
      output_schema: false,
      max_ms: 1,
      retryable: true,
      code: 'no',
      ok: true,
    };
    const checks = mismatches(expectation, seen()).map(({ check }) => check);
    expect(checks).toEqual(['code', 'retryable', 'max_ms', 'output_schema', 'text', 'json/count', 'json/x']);
  });

  test('of a call that failed only that is told: what is missing from its answer follows', () => {
    const failed = seen({ outcome: 'tool_error', code: 'erp_busy', result: { isError: true, content: [] } });
    const checks = mismatches({ ok: true, code: 'ok', json: { '/x': 1 } }, failed).map(({ check }) => check);
    expect(checks).toEqual(['ok']);
  });

  test('an adapter that says nothing has not refused anything, unless its silence is what was expected', () => {
    const gone = seen({ outcome: 'transport', code: 'gone', result: null });
    expect(mismatches({ ok: false }, gone)).toEqual([{ check: 'ok', message: 'no answer came (transport, gone), expected a refusal' }]);
    expect(mismatches({ ok: false, code: 'gone' }, gone)).toEqual([]);
  });

  test('long values are shortened, and nothing raw that a terminal obeys is in the words', () => {
    const result = {
      structuredContent: { note: `\u001b[2J${'x'.repeat(5_000)}` },
      content: [{ type: 'text', text: `\u202e${'y'.repeat(5_000)}` }],
    };
    const [text, note] = mismatches({ text: 'z', json: { '/note': 'z'.repeat(5_000) } }, seen({ result }));
    for (const message of [text?.message ?? '', note?.message ?? '']) {
      expect(message.length).toBeGreaterThan(100);
      expect(message.length).toBeLessThan(400);
      expect(message).not.toMatch(/[\u001b\u202e]/);
    }
  });

  test('a text that a template made a number of is looked for as a text', () => {
    const expectation: Expectation = JSON.parse('{"text": 42}');
    expect(mismatches(expectation, seen({ result: { content: [{ type: 'text', text: 'order 42' }] } }))).toEqual([]);
    expect(mismatches(expectation, seen())).toHaveLength(1);
  });
});

describe('a matcher meets a value', () => {
  const MEETS: [Matcher, unknown][] = [
    ['a', 'a'],
    [1, 1],
    [0, -0],
    [null, null],
    [
      [1, [2]],
      [1, [2]],
    ],
    [
      { a: 1, b: { c: [] } },
      { b: { c: [] }, a: 1 },
    ],
    [{}, {}],
    [{ type: 'integer' }, 3],
    [{ type: 'number' }, 3],
    [{ type: 'number' }, 3.5],
    [{ type: 'null' }, null],
    [{ type: 'array' }, []],
    [{ type: 'object' }, {}],
    [{ type: 'boolean' }, false],
    [{ regex: 'b' }, 'abc'],
    [{ regex: '^\\p{L}+$' }, 'é'],
    [{ min: 1 }, 1],
    [{ max: 1 }, 1],
    [{ min: 1, max: 3 }, 2],
    [{ any: true }, null],
    [{ any: true }, { x: 1 }],
    [
      { type: 'string', name: 'x' },
      { name: 'x', type: 'string' },
    ],
  ];
  test.each(MEETS)('%j meets %j', (matcher, value) => {
    expect(matches(matcher, value)).toBe(true);
  });

  const MEETS_NOT: [Matcher, unknown][] = [
    ['1', 1],
    [null, 0],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, 2]],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: 1 }, [1]],
    [[], {}],
    [{}, []],
    [{}, { a: 1 }],
    [{ a: 1 }, null],
    [{ type: 'integer' }, 3.5],
    [{ type: 'object' }, []],
    [{ type: 'object' }, null],
    [{ type: 'number' }, '3'],
    [{ regex: 'b' }, 5],
    [{ regex: '^b' }, 'ab'],
    [{ min: 2 }, 1],
    [{ min: 2 }, '3'],
    [{ max: 1 }, 2],
    [{ min: 1, max: 3 }, 4],
    [{ any: true }, undefined],
    ['a', undefined],
    [{ type: 'string', name: 'x' }, 'x'],
    [1, Number.POSITIVE_INFINITY],
    [{ a: 1 }, { a: Number.POSITIVE_INFINITY }],
  ];
  test.each(MEETS_NOT)('%j does not meet %j', (matcher, value) => {
    expect(matches(matcher, value)).toBe(false);
  });

  test('a member that objects inherit is not taken for one of the value', () => {
    expect(matches(JSON.parse('{"__proto__": {}}'), {})).toBe(false);
    expect(matches(JSON.parse('{"__proto__": {"a": 1}}'), JSON.parse('{"__proto__": {"a": 1}}'))).toBe(true);
    expect(matches({ toString: 1 }, { x: 1 })).toBe(false);
  });

  test('a regular expression that does not compile, as a damaged case may hold, matches nothing', () => {
    expect(matches({ regex: '(' }, '(')).toBe(false);
  });

  test('a regular expression sees the first 64 KiB of a text', () => {
    expect(matches({ regex: 'x$' }, `${'x'.repeat(64 * 1024)}y`)).toBe(true);
    expect(matches({ regex: 'y' }, `${'x'.repeat(64 * 1024)}y`)).toBe(false);
  });
});
