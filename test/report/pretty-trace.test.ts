import { describe, expect, test } from 'vitest';
import type { Run, StepRecord, TraceSummary } from '../../src/model/run.ts';
import { pretty } from '../../src/report/pretty.ts';
import { columns } from '../../src/report/pretty-text.ts';
import { HOSTILE, OBEYED, run } from './runs.ts';

function step(parts: Partial<StepRecord> = {}): StepRecord {
  const outcome = parts.outcome ?? 'ok';
  return {
    name: 'find_order',
    status: outcome === 'ok' ? 'passed' : 'failed',
    tool: 'find_order',
    outcome,
    code: 'ok',
    ms: 100,
    taskId: null,
    result: null,
    steps: [],
    startMs: 0,
    arguments: '',
    attempts: null,
    connection: 1,
    ...parts,
  };
}

function traced(steps: StepRecord[], over: Partial<TraceSummary> = {}): Run {
  const trace: TraceSummary = {
    file: '.mcp-adapter/traces/smoke.ndjson',
    command: 'smoke',
    adapter: 'node server.js',
    connections: 1,
    calls: steps.length,
    matched: steps.length,
    order: 'time',
    source: 'calls',
    unanswered: 0,
    slowest: null,
    noise: 0,
    damaged: 0,
    skipped: 0,
    ...over,
  };
  return run('trace', { steps, trace });
}

/** From 0 to 10 s, so that a column of a bar of 40 is 250 ms. */
const PAGE = [
  step({
    name: 'prepare_environment',
    tool: 'prepare_environment',
    ms: 2_000,
    taskId: 't-1',
    arguments: 'region: string(5), task_id: string(3)',
    steps: [
      { name: 'create', ms: 1_500, code: 'ok' },
      { name: 'validate', ms: 500, code: 'ok' },
    ],
  }),
  step({
    name: 'the page opens',
    tool: 'open_page',
    startMs: 2_000,
    ms: 8_000,
    taskId: 't-1',
    outcome: 'tool_error',
    code: 'navigation_failed',
    attempts: 3,
    arguments: 'url: string(41)',
    steps: [
      { name: 'resolve', ms: 1_000, code: 'ok' },
      { name: 'navigate', ms: 7_000, code: 'timeout' },
    ],
  }),
];
const SLOWEST = { name: 'the page opens', ms: 8_000, step: { name: 'navigate', ms: 7_000 } };

test('a trace is a bar for each call and each of its steps, the longest marked, and a sentence on where it stalled', () => {
  expect(pretty(traced(PAGE, { slowest: SLOWEST }), { width: 120 })).toBe(`\
.mcp-adapter/traces/smoke.ndjson
smoke: node server.js

prepare_environment         ████████                                   2.0 s  ok                    t-1
  > create                  ━━━━━━                                     1.5 s  ok
    validate                      ━━                                  500 ms  ok
the page opens (open_page)          ████████████████████████████████   8.0 s  navigation_failed ×3  t-1
    resolve                         ━━━━                               1.0 s  ok
  > navigate                            ━━━━━━━━━━━━━━━━━━━━━━━━━━━━   7.0 s  timeout

slowest: the page opens took 8.0 s, 7.0 s of it in navigate
2 calls in 1 connection, 1 not ok
`);
});

test('verbose shows under each call what arguments it had', () => {
  const lines = pretty(traced(PAGE), { verbose: true }).split('\n');
  expect(lines[4]).toBe('    region: string(5), task_id: string(3)');
  expect(lines[4 + 4]).toBe('    url: string(41)');
});

test('calls of several connections stand apart, each with a scale of its own', () => {
  const steps = [step({ ms: 5_000 }), step({ name: 'click', tool: 'click', startMs: 700, ms: 20, connection: 3 })];
  expect(pretty(traced(steps, { connections: 3 }))).toBe(`\
.mcp-adapter/traces/smoke.ndjson
smoke: node server.js

connection 1
find_order  ████████████████████████████████████████  5.0 s  ok

connection 3
click       ████████████████████████████████████████  20 ms  ok

2 calls in 3 connections
`);
});

test('the slowest of several connections stand together, each with the number of its connection', () => {
  const steps = [step({ ms: 5_000, connection: 2 }), step({ name: 'click', tool: 'click', ms: 20 })];
  const text = pretty(traced(steps, { order: 'slowest', calls: 9_000, matched: 1_200, connections: 2 }));
  expect(text).toMatch(/\n\n2: find_order +█+ +5\.0 s {2}ok\n1: click +█+ +20 ms {2}ok\n\n/);
  expect(text).toContain('9,000 calls in 2 connections, 1,200 chosen, the slowest 2 shown\n');
});

test('a call without an answer has a broken bar', () => {
  const steps = [step({ outcome: 'timeout', code: 'timeout' }), step({ outcome: 'transport', code: 'no_answer', startMs: 50, ms: 50 })];
  const text = pretty(traced(steps, { unanswered: 2 }));
  expect(text).toMatch(/^find_order {2}╌{40} {2}100 ms {2}no answer, timeout$/m);
  expect(text).toMatch(/^find_order {22}╌{20} {3}50 ms {2}no answer$/m);
  expect(text).toContain('2 calls got no answer: the time was up, or the adapter or mcp-adapter was ended meanwhile\n');
});

test('what was read besides calls, and what could not be read, is told', () => {
  const text = pretty(traced([], { noise: 1, damaged: 2, skipped: 1 }));
  expect(text).toContain('0 calls in 1 connection\n1 piece of stdout was no message (--frames shows them)\n');
  expect(text).toContain('2 lines could not be read: a run that is killed leaves a torn one at the end\n1 line above 32 MiB was skipped\n');
  expect(text).not.toContain('slowest');
  expect(pretty(traced([step()], { source: 'frames' }))).toContain('these are requests put together with their answers\n');
});

test('times that no clock shows end nothing', () => {
  const steps = [
    step({ startMs: 1e308, ms: 1e308 }),
    step({ startMs: 0, ms: 0, steps: Array(2).fill({ name: 'a', ms: 1e308, code: 'ok' }) }),
  ];
  expect(
    pretty(traced(steps))
      .split('\n')
      .every((line) => columns(line) <= 100),
  ).toBe(true);
});

test('colour adds nothing but escape sequences', () => {
  const coloured = pretty(traced(PAGE, { slowest: SLOWEST }), { color: true, verbose: true });
  expect(coloured).toContain('\u001b[31m');
  expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(pretty(traced(PAGE, { slowest: SLOWEST }), { verbose: true }));
});

const ALL: Record<string, string> = { ...HOSTILE, wide: '注文を探す'.repeat(30), long: 'word '.repeat(80) };

describe.each(Object.entries(ALL))('an adapter that chose a hostile name or code: %s', (_, text) => {
  const inner = { name: text, ms: 40, code: text };
  const steps = [1, 2].map((connection) =>
    step({
      name: text,
      tool: text,
      outcome: 'tool_error',
      code: text,
      taskId: text,
      arguments: text,
      attempts: 7,
      connection,
      steps: [inner, inner],
    }),
  );
  const over = { file: text, command: text, adapter: text, slowest: { name: text, ms: 1, step: { name: text, ms: 1 } } };

  test.each([60, 80, 140])('gets nothing raw through and fits in %d columns', (width) => {
    for (const order of ['time', 'slowest'] as const) {
      const report = pretty(traced(steps, { ...over, order }), { width, verbose: true });
      expect(report).not.toMatch(OBEYED);
      expect(report).not.toMatch(/^\s*::|##\[/m);
      expect(report).not.toMatch(/[ \t]$/m);
      expect(Math.max(...report.split('\n').map(columns))).toBeLessThanOrEqual(width);
      expect(report).toContain('━');
    }
  });
});

test('there are twenty hostile texts', () => {
  expect(Object.keys(ALL).length).toBeGreaterThanOrEqual(20);
});
