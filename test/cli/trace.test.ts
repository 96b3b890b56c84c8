import { mkdirSync, mkdtempSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { columns } from '../../src/report/pretty-text.ts';
import { HOSTILE, OBEYED } from '../report/runs.ts';
import { answered, called, HEADER, noise, sent, written } from '../run/traces.ts';
import { cli, fixture, run } from './run-cli.ts';

const LINES = [
  HEADER,
  { seq: 1, ms: 1, dir: 'out', phase: 'handshake', text: '{"jsonrpc":"2.0","id":1,"method":"initialize"}' },
  sent(2, 'find_order', 10, { task_id: 't-1' }),
  sent(3, 'open_page', 11, { task_id: 't-2' }),
  {
    seq: 4,
    ms: 12,
    dir: 'in',
    phase: 'call',
    tool: 'find_order',
    text: '{"method":"notifications/progress","params":{"progressToken":2}}',
  },
  { seq: 5, ms: 13, dir: 'in', phase: 'call', tool: 'open_page', text: '{"method":"notifications/progress","params":{"progressToken":3}}' },
  answered(2, 'find_order', 20),
  called({ taskId: 't-1', startMs: 10, ms: 10 }),
  noise,
  answered(3, 'open_page', 1_900),
  called({ tool: 'open_page', taskId: 't-2', startMs: 11, ms: 1_889, outcome: 'tool_error', code: 'navigation_failed' }),
];

/** A folder with traces of these names, the first one written last. */
function tracesIn(folder: string, names: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  for (const [index, name] of names.entries()) {
    const file = join(folder, name);
    renameSync(written([HEADER, called({ tool: name })]), file);
    utimesSync(file, 1_700_000_000 - index, 1_700_000_000 - index);
  }
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'mcp-adapter-trace-'));

describe('trace FILE', () => {
  test('shows calls and where it stalled, and exits 0 although one failed', async () => {
    const file = written(LINES);
    const { exitCode, stdout, stderr } = await cli(['trace', basename(file)], { cwd: dirname(file) });
    expect(stdout).toMatch(/^run\.ndjson\nsmoke: node server\.js 'two words'\n\nfind_order /);
    expect(stdout).toMatch(/^open_page .* 1\.9 s {2}navigation_failed {2}t-2$/m);
    expect(stdout).toMatch(/\nslowest: open_page took 1\.9 s\n2 calls in 1 connection, 1 not ok\n1 piece of stdout was no message/);
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
  });

  test.each([
    [['--task', 't-1'], ['find_order']],
    [['--tool', 'open_page'], ['open_page']],
    [['--slow'], ['open_page', 'find_order']],
    [['--task', 't-1', '--tool', 'open_page'], []],
  ])('%j chooses and orders', async (flags, names) => {
    const { steps, trace } = await run(['trace', written(LINES), ...flags]);
    expect(steps.map(({ name }) => name)).toEqual(names);
    expect(trace).toMatchObject({ calls: 2, matched: names.length });
  });

  test.each([
    ['missing', 'no-such.ndjson', /there is no trace "no-such\.ndjson"/],
    ['no trace', 'package.json', /package\.json is no trace: its first line is "\{\}"/],
  ])('that is %s exits 2 with one sentence, and with --reporter json one document', async (_situation, name, expected) => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'package.json'), '{}\n');
    const { exitCode, stdout, stderr } = await cli(['trace', name], { cwd });
    expect(stderr).toMatch(expected);
    expect(stderr.match(/^error: /gm)).toHaveLength(1);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect((await run(['trace', name], { cwd })).error).toMatchObject({ class: 'config' });
  });

  test('ends with 130 when it is interrupted', async () => {
    for (const flags of [[], ['--frames']]) {
      const { exitCode, stdout } = await cli(['trace', written(LINES), ...flags], { interrupted: AbortSignal.abort() });
      expect([exitCode, stdout]).toEqual([130, '']);
    }
  });
});

describe('which trace', () => {
  test('of a folder the newest is taken and told on stderr, other files are left alone', async () => {
    const cwd = newFolder();
    tracesIn(join(cwd, 'out'), ['zz.txt', 'new.ndjson', 'old.ndjson']);
    mkdirSync(join(cwd, 'out', 'a.ndjson'));
    const { stdout, stderr } = await cli(['trace', 'out'], { cwd });
    expect(stdout).toMatch(/^new\.ndjson /m);
    expect(stderr).toBe(`the newest trace: ${join('out', 'new.ndjson')}\n`);
    expect((await cli(['trace', 'out', '--quiet'], { cwd })).stderr).toBe('');
  });

  test('without a file it is the newest of .mcp-adapter/traces, beside the config and here', async () => {
    const project = newFolder();
    const below = join(project, 'src', 'deep');
    mkdirSync(below, { recursive: true });
    writeFileSync(join(project, 'mcp-adapter.json'), 'damaged');
    tracesIn(join(project, '.mcp-adapter', 'traces'), ['beside.ndjson']);
    expect((await cli(['trace'], { cwd: below })).stdout).toMatch(/^beside\.ndjson /m);
    tracesIn(join(below, '.mcp-adapter', 'traces'), ['other.txt', 'here.ndjson']);
    expect((await cli(['trace'], { cwd: below })).stdout).toMatch(/^beside\.ndjson /m);
    utimesSync(join(below, '.mcp-adapter', 'traces', 'here.ndjson'), 1_800_000_000, 1_800_000_000);
    expect((await cli(['trace'], { cwd: below })).stdout).toMatch(/^here\.ndjson /m);
    const elsewhere = newFolder();
    expect((await cli(['trace', '--config', join(project, 'mcp-adapter.json')], { cwd: elsewhere })).stdout).toMatch(/^beside\.ndjson /m);
  });

  test.each([[[]], [['empty']]])('where there is none, %j exits 2 and says where it looked and who writes one', async (argv) => {
    const cwd = newFolder();
    mkdirSync(join(cwd, 'empty'));
    const { exitCode, stdout, stderr } = await cli(['trace', ...argv], { cwd });
    expect(stderr).toContain(`there is no trace in ${argv[0] ?? join('.mcp-adapter', 'traces')}\n`);
    expect(stderr).toMatch(/hint: call, check --call, smoke and replay write one/);
    expect([exitCode, stdout]).toEqual([2, '']);
  });
});

describe('--frames', () => {
  const printed = async (flags: string[], lines: readonly (object | string)[] = LINES) =>
    (await cli(['trace', written(lines), '--frames', ...flags])).stdout.split('\n').slice(0, -1);

  test('without a filter is the whole conversation, with what else came on stdout', async () => {
    const lines = await printed([]);
    expect(lines[0]).toBe("connection 1: smoke: node server.js 'two words'");
    expect(lines[1]).toBe('→     1 ms    46 bytes  {"jsonrpc":"2.0","id":1,"method":"initialize"}');
    expect(lines.map((line) => line[0])).toEqual(['c', '→', '→', '→', '←', '←', '←', '!', '←']);
    expect(lines[7]).toBe('!    40 ms        text  hello');
  });

  test.each([
    [
      ['--tool', 'find_order'],
      [10, 12, 20],
    ],
    [
      ['--task', 't-2'],
      [11, 13, 1_900],
    ],
    [['--task', 't-2', '--tool', 'find_order'], []],
  ])('of %j prints request, progress and answer, under the header of their connection', async (flags, times) => {
    const [header, ...lines] = await printed(flags);
    expect(header?.startsWith('connection 1') ?? false).toBe(times.length > 0);
    expect(lines.map((line) => line.slice(2, 10).trim())).toEqual(times.map((ms) => (ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`)));
  });

  // One of the two has a pair of surrogates where a piece ends.
  test.each(['', 'x'])('a text is cut to the width, and with --verbose whole however long: %j', async (before) => {
    const text = before + '👍'.repeat(60_000);
    const lines = [HEADER, sent(1, 'find_order', 0, { text })];
    const [, cut = ''] = await printed([], lines);
    expect(columns(cut)).toBeLessThanOrEqual(100);
    expect(cut.endsWith('…')).toBe(true);
    const [, title, whole = ''] = await printed(['--verbose'], lines);
    expect(title).toBe('→     0 ms     234 KiB');
    expect(JSON.parse(whole).params.arguments).toEqual({ text });
  });

  test('a message above 4 MiB is shown by its beginning, one above 32 MiB is named', async () => {
    const lines = [
      HEADER,
      sent(1, 'find_order', 0, { text: 'x'.repeat(5 * 1024 * 1024) }),
      answered(1, 'find_order', 1, { text: 'x'.repeat(33 * 1024 * 1024) }),
    ];
    const [, request = '', answer = ''] = await printed([], lines);
    expect(request).toMatch(/^→ {5}0 ms {2}about 5\.0 MiB {2}\{"jsonrpc":"2\.0","id":1,"method":"tools\/call".*…$/);
    expect(answer).toBe('←     1 ms  about 33 MiB  (skipped: its line is longer than 32 MiB)');
  });

  test.each(Object.entries(HOSTILE))('an adapter gets nothing raw through: %s', async (_name, text) => {
    const lines = [
      { ...HEADER, command: text, target: { kind: 'http', url: text } },
      { ...noise, noise: text, text },
      { seq: 1, ms: 1, dir: 'in', phase: 'call', tool: text, text },
    ];
    for (const flags of [[], ['--verbose']]) {
      const { stdout } = await cli(['trace', written(lines), '--frames', ...flags]);
      expect(stdout).not.toMatch(OBEYED);
      expect(stdout).not.toMatch(/^\s*::|##\[/m);
      expect(stdout.match(/^(?:connection 1|[!←] )/gm)).toHaveLength(3);
    }
  });

  test.each([['--slow'], ['--reporter=json']])('goes without %s', async (flag) => {
    const { exitCode, stderr } = await cli(['trace', written(LINES), '--frames', flag]);
    expect(stderr).toContain(`it goes without ${flag.split('=')[0]}`);
    expect(exitCode).toBe(2);
  });
});

test('the trace of a real call shows it', async () => {
  const cwd = newFolder();
  const made = await cli(['call', 'find_order', '{"order_id": "A-1001"}', '--', 'node', fixture('orders.mjs')], { cwd });
  expect(made.exitCode).toBe(0);
  const { steps, trace } = await run(['trace'], { cwd });
  expect(steps).toMatchObject([{ name: 'find_order', outcome: 'ok', code: 'ok', arguments: 'order_id: string(6)' }]);
  expect(trace).toMatchObject({ command: 'call', calls: 1, unanswered: 0, damaged: 0 });
});

test('the help has two examples', async () => {
  const { exitCode, stdout } = await cli(['trace', '--help']);
  expect(stdout.match(/^ {2}\$ mcp-adapter trace/gm)).toHaveLength(2);
  expect(exitCode).toBe(0);
});
