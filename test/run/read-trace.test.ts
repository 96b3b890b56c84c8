import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Fault } from '../../src/model/fault.ts';
import type { Run } from '../../src/model/run.ts';
import { readTrace, type TraceOptions } from '../../src/run/read-trace.ts';
import { argumentSummary, traceCall } from '../../src/run/trace-call.ts';
import { FrameLog } from '../../src/wire/frame-log.ts';
import { answered, called, HEADER, noise, sent, written } from './traces.ts';

const MiB = 1024 * 1024;

function read(lines: readonly (object | string)[], over: Partial<TraceOptions> = {}): Promise<Run> {
  return readTrace(written(lines), { shown: 'run.ndjson', task: null, tool: null, slow: false, ...over });
}

const namesOf = (run: Run) => run.steps.map(({ name }) => name);

describe('lines that tell of whole calls', () => {
  test('become steps with all that they say, and the header tells who was called', async () => {
    const steps = [
      { name: 'resolve', ms: 200, code: 'ok' },
      { name: 'navigate', ms: 11_800, code: 'timeout' },
    ];
    const run = await read([
      HEADER,
      called({
        name: 'the page opens',
        tool: 'open_page',
        taskId: 't-1',
        arguments: 'url: string(9)',
        startMs: 7,
        ms: 12_100,
        attempts: 3,
        steps,
      }),
      called({ outcome: 'tool_error', code: 'not_found', startMs: 12_200, ms: 5 }),
    ]);
    expect(run).toMatchObject({ command: 'trace', exitCode: 0, target: null, summary: { passed: 1, failed: 1 } });
    expect(run.steps[0]).toEqual({
      name: 'the page opens',
      status: 'passed',
      tool: 'open_page',
      outcome: 'ok',
      code: 'ok',
      ms: 12_100,
      taskId: 't-1',
      result: null,
      steps,
      startMs: 7,
      arguments: 'url: string(9)',
      attempts: 3,
      connection: 1,
    });
    expect(run.steps[1]).toMatchObject({ status: 'failed', outcome: 'tool_error', code: 'not_found' });
    expect(run.trace).toEqual({
      file: 'run.ndjson',
      command: 'smoke',
      adapter: "node server.js 'two words'",
      connections: 1,
      calls: 2,
      matched: 2,
      order: 'time',
      source: 'calls',
      unanswered: 0,
      slowest: { name: 'the page opens', ms: 12_100, step: { name: 'navigate', ms: 11_800 } },
      noise: 0,
      damaged: 0,
      skipped: 0,
    });
  });

  test('are in the order in which the calls began, connection by connection', async () => {
    const run = await read([
      HEADER,
      called({ tool: 'second', startMs: 50, ms: 1 }),
      called({ tool: 'first', startMs: 2, ms: 90 }),
      { ...HEADER, command: 'later' },
      called({ tool: 'third', startMs: 1 }),
    ]);
    expect(run.steps.map(({ name, connection }) => [name, connection])).toEqual([
      ['first', 1],
      ['second', 1],
      ['third', 2],
    ]);
    expect(run.trace).toMatchObject({ connections: 2, command: 'smoke' });
  });

  test.each([
    [{ tool: 'a' }, ['a', 'a'], 2],
    [{ task: 't-1' }, ['a', 'b'], 2],
    [{ task: 't-1', tool: 'b' }, ['b'], 1],
    [{ tool: 'A' }, [], 0],
  ])('%j chooses', async (filter, names, matched) => {
    const lines = [
      HEADER,
      called({ tool: 'a', taskId: 't-1' }),
      called({ tool: 'b', taskId: 't-1' }),
      called({ tool: 'a', taskId: 't-2' }),
    ];
    const run = await read(lines, filter);
    expect(namesOf(run)).toEqual(names);
    expect(run.trace).toMatchObject({ calls: 3, matched });
    expect(run.summary.passed).toBe(matched);
  });

  test('of 1,200 calls the first 500 are kept, or the slowest, and all are counted', async () => {
    // 7 and 1,200 have no common divisor, so every time from 0 to 1,199 comes once.
    const calls = Array.from({ length: 1_200 }, (_, index) => called({ name: `c${index}`, startMs: index, ms: (index * 7) % 1_200 }));
    const first = await read([HEADER, ...calls]);
    expect(namesOf(first)).toEqual(Array.from({ length: 500 }, (_, index) => `c${index}`));
    const slow = await read([HEADER, ...calls], { slow: true });
    expect(slow.steps.map(({ ms }) => ms)).toEqual(Array.from({ length: 500 }, (_, index) => 1_199 - index));
    for (const { trace, summary } of [first, slow]) {
      expect(trace).toMatchObject({ calls: 1_200, matched: 1_200, slowest: { ms: 1_199 } });
      expect(summary.passed).toBe(1_200);
    }
  });
});

describe('calls without an answer', () => {
  test('a call that the adapter did not live to answer is shown until where the connection ends', async () => {
    const run = await read([HEADER, called({ ms: 5 }), sent(2, 'open_page', 20, { task_id: 't-1' }), noise, HEADER, called()]);
    expect(run.steps[1]).toMatchObject({ name: 'open_page', outcome: 'transport', code: 'no_answer', status: 'failed', taskId: 't-1' });
    expect(run.steps[1]).toMatchObject({ startMs: 20, ms: 20, connection: 1, arguments: 'task_id: string(3)' });
    expect(run.trace).toMatchObject({ calls: 3, unanswered: 1 });
  });

  test('one that a line says was given up is not shown a second time', async () => {
    const run = await read([
      HEADER,
      sent(1, 'open_page', 0),
      called({ tool: 'open_page', outcome: 'timeout', code: 'timeout', ms: 30_000 }),
    ]);
    expect(run.steps.map(({ code }) => code)).toEqual(['timeout']);
    expect(run.trace).toMatchObject({ calls: 1, unanswered: 1 });
  });

  test('of two calls at once only the one that got no answer is shown as such', async () => {
    const run = await read([
      HEADER,
      sent(1, 'open_page', 0, { task_id: 'lost' }),
      sent(2, 'open_page', 1),
      answered(2, 'open_page', 9),
      called({ tool: 'open_page', startMs: 1 }),
    ]);
    expect(run.steps.map(({ code, taskId }) => [code, taskId])).toEqual([
      ['no_answer', 'lost'],
      ['ok', null],
    ]);
  });
});

describe('a trace in which no line tells of a whole call', () => {
  test('shows requests with their answers, by their ids, each connection by itself', async () => {
    const envelope = { ok: false, code: 'env_unavailable', retryable: true, attempts: 3 };
    const steps = [{ name: 'create', ms: 8, code: 'timeout' }];
    const run = await read([
      HEADER,
      sent(1, 'prepare', 10, { region: 'US-CA', task_id: 't-1' }),
      sent('1', 'find', 11),
      answered('1', 'find', 15),
      answered(1, 'prepare', 30, { content: [], isError: true, structuredContent: envelope, _meta: { 'mcp-adapter/steps': steps } }),
      HEADER,
      answered(1, 'prepare', 3),
      sent(1, 'click', 4),
    ]);
    expect(run.steps).toMatchObject([
      {
        name: 'prepare',
        outcome: 'tool_error',
        code: 'env_unavailable',
        attempts: 3,
        startMs: 10,
        ms: 20,
        steps,
        taskId: 't-1',
        arguments: 'region: string(5), task_id: string(3)',
      },
      { name: 'find', outcome: 'ok', code: 'ok', startMs: 11, ms: 4 },
      { name: 'click', code: 'no_answer', connection: 2 },
    ]);
    expect(run.trace).toMatchObject({ source: 'frames', calls: 3, unanswered: 1 });
  });

  test('is empty, and no fault, when only lists were asked', async () => {
    const list = { seq: 1, ms: 3, dir: 'out', phase: 'list', text: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' };
    const run = await read([HEADER, list, list]);
    expect(run).toMatchObject({ exitCode: 0, steps: [], trace: { calls: 0, connections: 1, slowest: null } });
  });

  test.each([
    ['its id first', (text: string) => `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"${text}"}]}}`],
    ['its id last', (text: string) => `{"result":{"content":[{"type":"text","text":"${text}"}]},"jsonrpc":"2.0","id":7}`],
  ])('pairs an answer of 600 KiB or 5 MiB, %s, without reading what is in it', async (_name, answer) => {
    for (const bytes of [600 * 1024, 5 * MiB]) {
      const line = { seq: 2, ms: 50, dir: 'in', phase: 'call', tool: 'export', line: 1, text: answer('x'.repeat(bytes)) };
      const run = await read([HEADER, sent(7, 'export', 10), sent(8, 'export', 20), line, answered(8, 'export', 60)]);
      expect(run.steps).toMatchObject([
        { ms: 40, outcome: 'ok', code: 'not_read' },
        { ms: 40, outcome: 'ok', code: 'ok' },
      ]);
      expect(run.trace).toMatchObject({ damaged: 0, skipped: 0 });
    }
  });
});

describe('what cannot be read', () => {
  test('a torn end, lines of something else and calls that are none are counted, the others shown', async () => {
    const run = await read([
      HEADER,
      'rubbish\n',
      { call: { name: 7 } },
      { call: { ...called().call, outcome: 'splendid' } },
      noise,
      '\n',
      { stderr: 'of a later version' },
      called(),
      '{"call":{"name":"fi',
    ]);
    expect(namesOf(run)).toEqual(['find_order']);
    expect(run.trace).toMatchObject({ damaged: 4, noise: 1, skipped: 0 });
  });

  test('a line above 32 MiB is counted as skipped, and what it answers still has its answer', async () => {
    const run = await read([HEADER, sent(1, 'export', 0), answered(1, 'export', 90, { text: 'x'.repeat(33 * MiB) }), called()]);
    expect(run.trace).toMatchObject({ skipped: 1, damaged: 0, calls: 1, unanswered: 0 });
  });

  test('texts as long as a line are cut', async () => {
    const long = 'x'.repeat(MiB);
    const run = await read([
      HEADER,
      called({ name: long, taskId: long, steps: Array(200).fill({ name: long.slice(0, 1_000), ms: 1, code: 'ok' }) }),
    ]);
    expect(run.steps[0]?.name).toHaveLength(500);
    expect(run.steps[0]?.steps).toHaveLength(100);
    expect(JSON.stringify(run).length).toBeLessThan(60_000);
  });
});

describe('what is no trace is a fault with one sentence', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-trace-'));
  mkdirSync(join(folder, 'folder'));
  writeFileSync(join(folder, 'empty'), '');
  writeFileSync(join(folder, 'text'), 'hello \u001b[2J\nworld');
  writeFileSync(join(folder, 'case.json'), '{"format":"mcp-adapter/case@1"}');
  writeFileSync(join(folder, 'newer'), '{"format":"mcp-adapter/trace@2"}\n');
  writeFileSync(join(folder, 'torn'), '{"format":"mcp-ada');
  writeFileSync(join(folder, 'long'), 'x'.repeat(5 * MiB));

  test.each([
    ['missing', 'there is no trace "missing"'],
    ['folder', 'folder is no file, so no trace'],
    ['empty', 'empty is empty: the run that made it was ended before it wrote anything'],
    ['text', 'text is no trace: its first line is "hello \\u{1b}[2J"'],
    ['case.json', 'case.json is no trace: its first line is "{"format":"mcp-adapter/case@1"}"'],
    ['torn', 'torn is no trace: its first line is "{"format":"mcp-ada"'],
    ['long', `long is no trace: its first line is "${'x'.repeat(80)}…"`],
    ['newer', 'newer was made by a newer mcp-adapter: its format is "mcp-adapter/trace@2"'],
  ])('%s', async (name, message) => {
    const reading = readTrace(join(folder, name), { shown: name, task: null, tool: null, slow: false });
    await expect(reading).rejects.toThrow(Fault);
    await expect(reading).rejects.toMatchObject({ kind: 'config', message });
  });
});

test('reading ends when it is interrupted', async () => {
  const file = written([HEADER, called()]);
  const reading = readTrace(file, { shown: file, task: null, tool: null, slow: false, signal: AbortSignal.abort() });
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
});

describe('writing', () => {
  test('what traceCall writes is what is read', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'mcp-adapter-trace-')), 'run.ndjson');
    const frames = new FrameLog();
    frames.traceTo(file, { command: 'call', target: { kind: 'http', url: 'http://127.0.0.1:9/mcp' } }, (text) =>
      text.replaceAll('hunter22', '•••'),
    );
    const { call } = called({
      code: 'conflict',
      outcome: 'tool_error',
      attempts: 2,
      taskId: 'hunter22',
      steps: [{ name: 'ask', ms: 3, code: 'ok' }],
    });
    traceCall(frames, call);
    traceCall(frames, { ...call, name: 'n'.repeat(10_000), steps: Array(1_000).fill({ name: 's', ms: 1, code: 'ok' }) });
    await frames.end();
    expect(readFileSync(file, 'utf8').length).toBeLessThan(8_000);
    const run = await readTrace(file, { shown: file, task: null, tool: null, slow: false });
    expect(run.steps[0]).toMatchObject({ ...call, taskId: '•••' });
    expect(run.trace).toMatchObject({ command: 'call', adapter: 'http://127.0.0.1:9/mcp', calls: 2, damaged: 0 });
  });

  test('arguments are told by name, kind and size, never by value', () => {
    const given = { order_id: 'A-1001', max_items: 12, tags: ['a', 'b'], filter: { status: 'open' }, dry_run: true, note: null };
    expect(argumentSummary(given)).toBe(
      'order_id: string(6), max_items: number, tags: array(2), filter: object(1), dry_run: boolean, note: null',
    );
    expect(argumentSummary({})).toBe('');
  });

  test('of many or long arguments at most 20 names and 400 characters, and how many more there are', () => {
    const many = Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`a${index}`, 1]));
    expect(argumentSummary(many)).toMatch(/^a0: number, .*a19: number, and 13 more$/);
    const long = Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`${index}${'n'.repeat(5_000)}`, 1]));
    expect(argumentSummary(long).length).toBeLessThanOrEqual(400);
    expect(argumentSummary(long)).toMatch(/…, and 13 more$/);
    expect(argumentSummary({ 'a\u001b[2J\u202e': 1, ['__proto__']: 'xy' })).toBe('a\\u{1b}[2J\\u{202e}: number, __proto__: string(2)');
  });
});
