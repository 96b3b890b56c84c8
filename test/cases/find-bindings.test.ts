import { describe, expect, test } from 'vitest';
import { findSteps, type PlayedCall } from '../../src/cases/find-bindings.ts';

/** A call that went well, with its payload as an adapter on the kit answers. */
function call(tool: string, args: unknown, payload: object | null, over: Partial<PlayedCall> = {}): PlayedCall {
  const content = [{ type: 'text', text: JSON.stringify(payload) }];
  return { tool, name: tool, arguments: args, result: payload && { structuredContent: payload, content }, isBasis: true, ...over };
}

const PREPARE = call('prepare', { region: 'US-CA', task_id: 't-91-abc' }, { ok: true, env_id: 'env_7c1', task_id: 't-91-abc' });

function sequence(calls: PlayedCall[], target = calls.length - 1, values?: ReadonlyMap<string, unknown>) {
  const { steps, binds, cut } = findSteps(calls, target, values);
  return { steps, binds: Object.fromEntries(binds), cut };
}

const alone = (index: number) => ({ steps: [{ index, capture: {} }], binds: {}, cut: false });

describe('what a call needs', () => {
  test('is nothing but itself when no result feeds it', () => {
    expect(sequence([PREPARE, call('find', { order_id: 'A-100100' }, null)])).toEqual(alone(1));
  });

  test('is the call whose result holds a value of its arguments, at any depth', () => {
    const target = call('open', { where: [{ env_id: 'env_7c1' }], again: 'env_7c1', url: 'http://x' }, null);
    expect(sequence([PREPARE, call('other', {}, { x: 'yyyyyyy' }), target])).toEqual({
      steps: [
        { index: 0, capture: { env_id: '/env_id' } },
        { index: 2, capture: {} },
      ],
      binds: {
        2: [
          { at: '/again', from: 's1.env_id' },
          { at: '/where/0/env_id', from: 's1.env_id' },
        ],
      },
      cut: false,
    });
  });

  test('is found through the calls before it, whose own arguments came from others', () => {
    const open = call('open', { env_id: 'env_7c1' }, { page_id: 'page_44' });
    const click = call('click', { page_id: 'page_44' }, null);
    expect(sequence([PREPARE, open, click])).toEqual({
      steps: [
        { index: 0, capture: { env_id: '/env_id' } },
        { index: 1, capture: { page_id: '/page_id' } },
        { index: 2, capture: {} },
      ],
      binds: { 1: [{ at: '/env_id', from: 's1.env_id' }], 2: [{ at: '/page_id', from: 's2.page_id' }] },
      cut: false,
    });
  });

  test('are also the calls in between that went well with the same value, and no others', () => {
    const open = call('open', { env_id: 'env_7c1' }, { done: true });
    const refused = call('open', { env_id: 'env_7c1' }, { done: false }, { isBasis: false });
    const elsewhere = call('open', { env_id: 'env_other' }, { done: true });
    const { steps, binds } = sequence([elsewhere, PREPARE, open, refused, elsewhere, call('click', { env_id: 'env_7c1' }, null)]);
    expect(steps.map(({ index }) => index)).toEqual([1, 2, 5]);
    expect(binds).toEqual({ 2: [{ at: '/env_id', from: 's1.env_id' }], 5: [{ at: '/env_id', from: 's1.env_id' }] });
  });

  test('is the first result that brought the value, not a later one that repeats it', () => {
    const repeat = call('status', {}, { env_id: 'env_7c1' });
    expect(sequence([PREPARE, repeat, call('open', { env_id: 'env_7c1' }, null)]).steps.map(({ index }) => index)).toEqual([0, 2]);
  });

  test.each([
    ['the same call', [call('find', { order_id: 'A-100100' }, { order: { id: 'A-100100' } })]],
    ['an earlier call', [call('find', { id: 'A-100100' }, null), call('list', {}, { ids: ['A-100100'] })]],
    ['a task', [call('prepare', { task_id: 'A-100100' }, { label: 'A-100100' })]],
  ])('is no result that only repeats what stood in the arguments of %s', (_name, earlier) => {
    expect(sequence([...earlier, call('find', { order_id: 'A-100100' }, null)])).toEqual(alone(earlier.length));
  });

  test('may be a whole number of six digits, as a number', () => {
    const make = call('make', {}, { order: 4711001, count: 12345 });
    expect(sequence([make, call('find', { order: 4711001 }, null)]).binds).toEqual({ 1: [{ at: '/order', from: 's1.order' }] });
    expect(sequence([make, call('find', { order: '4711001' }, null)])).toEqual(alone(1));
    expect(sequence([make, call('find', { count: 12345 }, null)])).toEqual(alone(1));
  });

  test.each([
    ['short texts', 'abcde', 'abcde'],
    ['parts of texts', 'env_7c1', 'env_7c1/x'],
    ['truth', true, true],
    ['fractions', 123456.5, 123456.5],
  ])('is not told by %s', (_name, came, went) => {
    expect(sequence([call('a', {}, { x: came }), call('b', { x: went }, null)])).toEqual(alone(1));
  });

  test('is a task_id only when the adapter made it', () => {
    const made = call('prepare', {}, { task_id: 'task-made-here' });
    expect(sequence([made, call('open', { task_id: 'task-made-here' }, null)]).binds).toEqual({
      1: [{ at: '/task_id', from: 's1.task_id' }],
    });
    const given = call('prepare', { task_id: 'task-made-here' }, { task_id: 'task-made-here' });
    expect(sequence([given, call('open', { task_id: 'task-made-here' }, null)])).toEqual(alone(1));
  });
});

describe('a captured value is found again', () => {
  const from = (result: unknown, value: unknown = 'handle-1') => {
    const { steps } = sequence([{ tool: 'a', name: 'a', arguments: {}, result, isBasis: true }, call('b', { x: value }, null)]);
    return steps[0]?.capture;
  };

  test.each<[string, unknown, Record<string, string>]>([
    ['in structured content', { structuredContent: { id: 'handle-1' }, content: [{ type: 'text', text: 'handle-1' }] }, { id: '/id' }],
    ['in the JSON of the first text', { content: [{ type: 'text', text: '{"a":{"id":"handle-1"}}' }] }, { id: '/a/id' }],
    ['in a text that is it', { content: [{ type: 'text', text: 'handle-1' }] }, { text: '/content/0/text' }],
    [
      'in a later text',
      {
        content: [
          { type: 'text', text: 'made:' },
          { type: 'text', text: 'handle-1' },
        ],
      },
      { text: '/content/1/text' },
    ],
    ['at the shortest pointer', { structuredContent: { a: { b: ['handle-1'] }, c: { id: 'handle-1' }, z: 'handle-1' } }, { z: '/z' }],
    ['in a list', { structuredContent: { ids: ['x', 'handle-1'] } }, { ids: '/ids/1' }],
    ['under an odd name', { structuredContent: { 'a/b.c{{d}}': 'handle-1' } }, { a_b_c__d__: '/a~1b.c{{d}}' }],
    ['under a name that is none', { structuredContent: ['handle-1'] }, { value: '/0' }],
    ['under __proto__', { structuredContent: JSON.parse('{"__proto__":"handle-1"}') }, { proto: '/__proto__' }],
  ])('%s', (_name, result, capture) => {
    expect(from(result)).toEqual(capture);
  });

  test('not where the payload has something else at the same pointer', () => {
    const result = { structuredContent: { content: [{ text: 'other' }] }, content: [{ type: 'text', text: 'handle-1' }] };
    expect(sequence([{ tool: 'a', name: 'a', arguments: {}, result, isBasis: true }, call('b', { x: 'handle-1' }, null)])).toEqual(
      alone(1),
    );
  });

  test('under names that differ where several values come from one result', () => {
    const made = call('a', {}, { first: { id: 'handle-1' }, second: { id: 'handle-2' } });
    const { steps, binds } = sequence([made, call('b', { x: 'handle-1', y: 'handle-2', z: 'handle-1' }, null)]);
    expect(steps[0]?.capture).toEqual({ id: '/first/id', id_2: '/second/id' });
    expect(binds[1]).toEqual([
      { at: '/x', from: 's1.id' },
      { at: '/z', from: 's1.id' },
      { at: '/y', from: 's1.id_2' },
    ]);
  });
});

describe('what a suite says by its templates holds', () => {
  const prepare: PlayedCall = { ...PREPARE, capture: { env: '/env_id' } };
  const values = new Map<string, unknown>([
    ['site', 'http://127.0.0.1:4173'],
    ['task', 't-91-abc'],
    ['run', 7],
  ]);

  test('with the names of the suite, the site as a name, and what else it fills in as text', () => {
    const target = call(
      'open',
      { env_id: 'env_7c1', url: 'http://127.0.0.1:4173/7/env_7c1.html', base: 'http://127.0.0.1:4173', task_id: 't-91-abc' },
      null,
      {
        templates: [
          { at: '/env_id', text: '{{env}}' },
          { at: '/url', text: '{{site}}/{{run}}/{{ env }}.html' },
          { at: '/base', text: '{{site}}' },
          { at: '/task_id', text: '{{task}}' },
        ],
      },
    );
    expect(sequence([prepare, target], 1, values)).toEqual({
      steps: [
        { index: 0, capture: { env: '/env_id' } },
        { index: 1, capture: {} },
      ],
      binds: {
        1: [
          { at: '/env_id', from: 's1.env' },
          { at: '/url', from: '{{site}}/7/{{s1.env}}.html' },
          { at: '/base', from: 'site' },
        ],
      },
      cut: false,
    });
  });

  test('also for a value that is too short to be found, and against one that is found elsewhere', () => {
    const other = call('other', {}, { id: 'env_7c1' });
    const short: PlayedCall = call('short', {}, { env_id: 'env_7c1', n: 3 }, { capture: { n: '/n' } });
    const target = call('open', { n: 3, env_id: 'env_7c1' }, null, {
      templates: [
        { at: '/n', text: '{{n}}' },
        { at: '/env_id', text: '{{run}}' },
      ],
    });
    const { steps, binds } = sequence([other, short, target], 2, values);
    expect(steps.map(({ index }) => index)).toEqual([1, 2]);
    expect(binds).toEqual({ 2: [{ at: '/n', from: 's1.n' }] });
  });

  test('by the latest call that captured the name', () => {
    const target = call('open', { env_id: 'env_7c1' }, null, { templates: [{ at: '/env_id', text: '{{env}}' }] });
    expect(sequence([prepare, prepare, target], 2, values).steps.map(({ index }) => index)).toEqual([1, 2]);
  });

  test('also of what it expects, for which the call that brings it is made again', () => {
    const target = call('wait', { ms: 1 }, null, {
      expected: [
        { at: '/json/~1env_id', text: '{{env}}' },
        { at: '/text', text: '{{site}} and {{ env }} in run {{run}}' },
        { at: '/code', text: '{{run}}' },
      ],
    });
    const { steps, binds, expects } = findSteps([prepare, target], 1, values);
    expect(steps).toEqual([
      { index: 0, capture: { env: '/env_id' } },
      { index: 1, capture: {} },
    ]);
    expect([...binds]).toEqual([]);
    expect([...expects]).toEqual([
      [
        1,
        [
          { at: '/json/~1env_id', from: '{{s1.env}}' },
          { at: '/text', from: '{{site}} and {{s1.env}} in run 7' },
        ],
      ],
    ]);
  });

  test("and a name that is nobody's leaves the place to the search by value", () => {
    const target = call('open', { env_id: 'env_7c1' }, null, { templates: [{ at: '/env_id', text: '{{nobody}}' }] });
    expect(sequence([prepare, target], 1, values).binds).toEqual({ 1: [{ at: '/env_id', from: 's1.env_id' }] });
  });
});

describe('the search is bounded, and says so', () => {
  const target = call('open', { env_id: 'env_7c1' }, null);

  test.each<[string, PlayedCall]>([
    ['a result of more than 1 MiB', call('a', {}, { text: 'x'.repeat(1_100_000), env_id: 'env_7c1' })],
    ['a result of more than 50,000 values', call('a', {}, { list: Array(50_001).fill(0), env_id: 'env_7c1' })],
  ])('%s is not searched', (_name, large) => {
    expect(sequence([large, target])).toEqual({ ...alone(1), cut: true });
  });

  test('of more calls in between than a case may hold the latest are taken', () => {
    const between = Array.from({ length: 300 }, () => call('step', { env_id: 'env_7c1' }, { done: true }));
    const { steps, cut } = sequence([PREPARE, ...between, target]);
    expect(cut).toBe(true);
    expect(steps.map(({ index }) => index)).toEqual([0, ...Array.from({ length: 199 }, (_, index) => index + 103)]);
  });

  test('a chain of more calls than a case may hold is cut', () => {
    const chain = Array.from({ length: 300 }, (_, index) =>
      call('page', index ? { cursor: `cursor-${index}` } : {}, { next: `cursor-${index + 1}` }),
    );
    const { steps, binds, cut } = sequence(chain);
    expect(cut).toBe(true);
    expect(steps).toHaveLength(200);
    expect(steps[0]?.index).toBe(100);
    expect(binds[100]).toBeUndefined();
  });

  test('5,000 calls with 25 failures among them are searched to the end', { timeout: 60_000 }, () => {
    const calls = [
      PREPARE,
      ...Array.from({ length: 5_000 }, (_, index) => call('step', { n: `value-${index}` }, { m: `result-${index}` })),
    ];
    const target = call('open', { env_id: 'env_7c1', x: 'nowhere-1' }, null);
    for (let index = 0; index < 25; index++) calls.push(target);
    for (let index = 5_001; index < 5_026; index++) expect(findSteps(calls, index).steps.at(-1)?.index).toBe(index);
  });

  test('nesting of 100,000 levels is no problem', () => {
    const deep = JSON.parse(`{"a":${'['.repeat(100_000)}"env_7c1"${']'.repeat(100_000)}}`);
    expect(sequence([call('a', {}, null, { result: deep }), call('b', deep, null)])).toEqual(alone(1));
  });
});
