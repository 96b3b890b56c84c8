import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openAudit } from '../../src/kit/audit/index.ts';
import type { AuditEvent } from '../../src/kit/audit/record.ts';
import { cli } from './run-cli.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cli-audit-'));
  folders.push(folder);
  return folder;
}

/** A state folder in which these events were logged, an hour apart, the last one at noon. */
async function logged(events: readonly AuditEvent[], state = newFolder()): Promise<string> {
  let now = Date.parse('2026-11-30T13:00:00Z') - events.length * 3_600_000;
  const log = openAudit(state, { now: () => now });
  for (const event of events) {
    await log.sync(event);
    now += 3_600_000;
  }
  await log.close();
  return state;
}

const EVENTS: readonly AuditEvent[] = [
  { kind: 'start', detail: { tools: ['find_order', 'submit', 'cancel'] } },
  { kind: 'outcome', tool: 'find_order', task: 't-1', env: 'e-1', principal: 'alice', purpose: '=cmd()', code: 'ok', ms: 12 },
  { kind: 'outcome', tool: 'submit', task: 't-2', principal: 'bob', purpose: 'a\u001b[2Jb', code: 'conflict', ms: 2_300, replayed: true },
];
const FILE = '2026-11-30.ndjson';

describe('audit export', () => {
  test('prints the records as JSON lines and nothing else on stdout', async () => {
    const { exitCode, stdout, stderr } = await cli(['audit', 'export', '--state', await logged(EVENTS)]);
    expect(exitCode).toBe(0);
    expect(stderr).not.toContain('left out');
    const records = stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    expect(records.map(({ kind, tool }) => [kind, tool])).toEqual([
      ['start', undefined],
      ['outcome', 'find_order'],
      ['outcome', 'submit'],
    ]);
  });

  test.each([
    [['--task', 't-1'], ['find_order']],
    [['--env', 'e-1'], ['find_order']],
    [['--tool', 'submit'], ['submit']],
    [['--from', '2026-11-30T11:00:00Z', '--to', '2026-11-30T11:00:00Z'], ['find_order']],
    [['--from', '2026-11-30T13:00:00+01:00'], ['submit']],
    [
      ['--from', '2026-11-30', '--to', '2026-11-30'],
      [undefined, 'find_order', 'submit'],
    ],
    [['--to', '2026-11-29'], []],
    [
      ['--from', '10000d'],
      [undefined, 'find_order', 'submit'],
    ],
  ])('%j chooses', async (flags, tools) => {
    const { stdout, exitCode } = await cli(['audit', 'export', '--state', await logged(EVENTS), ...flags]);
    expect(exitCode).toBe(0);
    expect(
      stdout
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line).tool),
    ).toEqual(tools);
  });

  test('a duration counts back from now', async () => {
    const state = newFolder();
    for (const hours of [3, 1]) {
      const log = openAudit(state, { now: () => Date.now() - hours * 3_600_000 });
      await log.sync({ kind: 'outcome', tool: `${hours}h ago` });
      await log.close();
    }
    expect((await cli(['audit', 'export', '--state', state, '--from', '2h'])).stdout).toMatch(/^[^\n]*"1h ago"[^\n]*\n$/);
    expect((await cli(['audit', 'export', '--state', state, '--to', '2h'])).stdout).toMatch(/^[^\n]*"3h ago"[^\n]*\n$/);
  });

  test('as CSV no cell is computed by a spreadsheet or acts on a terminal', async () => {
    const { stdout, exitCode } = await cli(['audit', 'export', '--format', 'csv', '--state', await logged(EVENTS)]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^at,lane,seq,kind,/);
    expect(stdout).toContain(",'=cmd(),");
    expect(stdout).toContain(',a\\u{1b}[2Jb,');
  });

  test('names damaged lines on stderr and prints the others', async () => {
    const state = await logged(EVENTS);
    appendFileSync(join(state, 'audit', FILE), 'rubbish \u001b[2J\n');
    const { exitCode, stdout, stderr } = await cli(['audit', 'export', '--state', state]);
    expect(exitCode).toBe(0);
    expect(stdout.split('\n')).toHaveLength(4);
    expect(stderr).toMatch(/2026-11-30\.ndjson:4: left out: no JSON/);
    expect(stderr).not.toContain('\u001b');
  });
});

describe('audit verify', () => {
  test('of a whole log exits 0 with the head of each lane, and says what a chain cannot show', async () => {
    const state = await logged(EVENTS);
    const { exitCode, stdout } = await cli(['audit', 'verify', '--state', state]);
    const last =
      readFileSync(join(state, 'audit', FILE), 'utf8')
        .split('\n')
        .at(-2) ?? '';
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`head ${JSON.parse(last).hash}`);
    expect(stdout).toContain('whole: 3 records in 1 lane');
    expect(stdout).toContain('not that its end was cut off');
  });

  test('of a changed log exits 1 with file, line, and what was seen and expected', async () => {
    const state = await logged(EVENTS);
    const path = join(state, 'audit', FILE);
    writeFileSync(path, readFileSync(path, 'utf8').replace('"bob"', '"eve"'));
    const { exitCode, stdout } = await cli(['audit', 'verify', '--state', state]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/2026-11-30\.ndjson:3: the record was changed: .*\n {3}seen {6}[0-9a-f]{64}\n {3}expected {2}[0-9a-f]{64}\n/);
    expect(stdout).toContain('broken in 1 place');
  });

  test('of a torn end exits 0 and says that it is no edit', async () => {
    const state = await logged(EVENTS);
    appendFileSync(join(state, 'audit', FILE), '{"at":');
    const { exitCode, stdout } = await cli(['audit', 'verify', '--state', state]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`${FILE}:4: unfinished last line of 6 bytes`);
  });

  test('with --json is one document', async () => {
    const { stdout } = await cli(['audit', 'verify', '--json', '--state', await logged(EVENTS)]);
    expect(JSON.parse(stdout)).toMatchObject({ format: 'mcp-adapter/audit-verify@1', broken: 0, lanes: [{ lane: 1, records: 3 }] });
  });

  test('of days that have no file is a mistake, not a success', async () => {
    const { exitCode, stderr } = await cli(['audit', 'verify', '--state', await logged(EVENTS), '--to', '2026-11-29']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('no file of these days');
  });
});

describe('audit usage', () => {
  test('by tool shows calls, failures, times, and tools that nobody called', async () => {
    const { exitCode, stdout } = await cli(['audit', 'usage', '--state', await logged(EVENTS)]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^tool +calls +ok +failed +replayed +mean +max +last call$/m);
    expect(stdout).toMatch(/^find_order +1 +1 +0 +0 +12 ms +12 ms +2026-11-30T11:00:00\.000Z$/m);
    expect(stdout).toMatch(/^submit +1 +0 +1 +1 +2\.3 s +2\.3 s +2026-11-30T12:00:00\.000Z$/m);
    expect(stdout).toMatch(/^cancel +0 +0 +0 +0 +- +- +never$/m);
    expect(stdout).toContain('2 tools, 1 declared and never called');
  });

  test('by purpose and principal, harmless on a terminal and in a spreadsheet', async () => {
    const state = await logged(EVENTS);
    expect((await cli(['audit', 'usage', '--by', 'principal', '--state', state])).stdout).toMatch(/^alice +1/m);
    expect((await cli(['audit', 'usage', '--by', 'purpose', '--state', state])).stdout).not.toContain('\u001b');
    expect((await cli(['audit', 'usage', '--by', 'purpose', '--format', 'csv', '--state', state])).stdout).toContain(
      "\r\n'=cmd(),1,1,0,0,12,12,",
    );
    const { stdout } = await cli(['audit', 'usage', '--format', 'jsonl', '--state', state]);
    expect(JSON.parse(stdout.split('\n')[1] ?? '')).toMatchObject({ name: 'submit', calls: 1, failed: 1, replayed: 1 });
  });
});

describe('which state folder', () => {
  test('--state, else MCP_ADAPTER_STATE, else beside the nearest config, else here', async () => {
    const project = newFolder();
    const below = join(project, 'src', 'deep');
    mkdirSync(below, { recursive: true });
    writeFileSync(join(project, 'mcp-adapter.json'), '{}');
    const tool = (name: string): AuditEvent[] => [{ kind: 'outcome', tool: name }];
    await logged(tool('beside-config'), join(project, '.mcp-adapter', 'state'));
    const named = await logged(tool('named'));
    const variable = await logged(tool('variable'));
    const here = newFolder();
    await logged(tool('here'), join(here, '.mcp-adapter', 'state'));
    const seen = async (flags: string[], cwd: string, env: NodeJS.ProcessEnv = {}) =>
      JSON.parse((await cli(['audit', 'export', ...flags], { cwd, env })).stdout).tool;
    expect(await seen([], below)).toBe('beside-config');
    expect(await seen([], here)).toBe('here');
    expect(await seen([], below, { MCP_ADAPTER_STATE: variable })).toBe('variable');
    expect(await seen(['--state', named], below, { MCP_ADAPTER_STATE: variable })).toBe('named');
    expect(readdirSync(below)).toEqual([]);
  });

  test.each(['export', 'verify', 'usage'])('%s of a folder without a log exits 2 and says so', async (part) => {
    const state = newFolder();
    const { exitCode, stdout, stderr } = await cli(['audit', part, '--state', state]);
    expect(exitCode).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(`there is no audit log in ${state}`);
    expect(stderr).toContain('--state');
    expect(readdirSync(state)).toEqual([]);
  });
});

describe('what is wrong with the command line exits 2', () => {
  test.each([
    ['no further word', ['audit'], /Usage: mcp-adapter audit/],
    ['an unknown part names the nearest', ['audit', 'verfy'], /unknown command 'verfy'[\s\S]*verify/],
    ['a time that is none', ['audit', 'export', '--from', 'yesterday'], /--from "yesterday" is no time[\s\S]*2h/],
    ['a day that no calendar has', ['audit', 'export', '--to', '2026-02-30'], /--to "2026-02-30" is no time/],
    ['a time without its zone', ['audit', 'export', '--from', '2026-11-30T10:00:00'], /is no time/],
    ['an hour that no day has', ['audit', 'usage', '--from', '2026-11-30T25:00:00Z'], /is no time/],
    ['a duration longer than there were clocks', ['audit', 'verify', '--from', '999999999d'], /is no time/],
    [
      'an end before the beginning',
      ['audit', 'export', '--from', '2026-11-30', '--to', '2026-11-29'],
      /--from "2026-11-30" is later than --to "2026-11-29"/,
    ],
    ['an unknown format', ['audit', 'export', '--format', 'xml'], /jsonl, csv/],
    ['an unknown --by', ['audit', 'usage', '--by', 'colour'], /tool, purpose, principal/],
    ['an option of another part', ['audit', 'verify', '--task', 't'], /unknown option '--task'/],
  ])('%s', async (_name, argv, expected) => {
    const { exitCode, stdout, stderr } = await cli(argv);
    expect(stderr).toMatch(expected);
    expect(stdout).toBe('');
    expect(exitCode).toBe(2);
  });

  test.each(['export', 'verify', 'usage'])('audit %s --help has two examples', async (part) => {
    const { exitCode, stdout } = await cli(['audit', part, '--help']);
    expect(exitCode).toBe(0);
    expect(stdout.match(/\$ mcp-adapter audit/g)).toHaveLength(2);
  });
});
