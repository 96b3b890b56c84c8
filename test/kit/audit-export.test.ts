import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AuditFilter, type Damage, exportAudit, openAudit, usageOf } from '../../src/kit/audit/index.ts';
import type { AuditEvent, AuditRecord } from '../../src/kit/audit/record.ts';
import { newState } from './harness.ts';

const at = (time: string) => Date.parse(`2026-11-30T${time}Z`);

/** A log with these events at these times, in one lane of its own. */
async function lane(state: string, events: readonly [string, AuditEvent][]): Promise<{ close(): Promise<void> }> {
  let now = 0;
  const log = openAudit(state, { now: () => now });
  for (const [time, event] of events) {
    now = time.includes('T') ? Date.parse(time) : at(time);
    await log.sync(event);
  }
  return log;
}

async function exported(state: string, filter: AuditFilter, format: 'jsonl' | 'csv' = 'jsonl') {
  const damaged: Damage[] = [];
  let text = '';
  for await (const piece of exportAudit(state, filter, format, (damage) => damaged.push(damage))) text += piece;
  return { text, damaged };
}

async function callsIn(state: string, filter: AuditFilter): Promise<unknown[]> {
  const { text } = await exported(state, filter);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line): AuditRecord => JSON.parse(line))
    .map(({ call }) => call);
}

/** Reads CSV as RFC 4180 says. */
function rowsOf(csv: string): string[][] {
  const rows: string[][] = [];
  for (let rest = csv; rest; ) {
    const row: string[] = [];
    for (let more = true; more; ) {
      const [whole = '', quoted, plain = ''] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))/.exec(rest) ?? [];
      row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
      more = rest[whole.length] === ',';
      rest = rest.slice(whole.length + (more ? 1 : 2));
      if (!more) rows.push(row);
    }
  }
  return rows;
}

describe('choosing records', () => {
  test('those of all lanes come by time', async () => {
    const state = newState();
    const logs = [
      await lane(state, [
        ['10:00:00', { kind: 'outcome', call: 'a1' }],
        ['10:00:03', { kind: 'outcome', call: 'a2' }],
      ]),
      await lane(state, [
        ['10:00:01', { kind: 'outcome', call: 'b1' }],
        ['10:00:02', { kind: 'outcome', call: 'b2' }],
        ['10:00:04', { kind: 'outcome', call: 'b3' }],
      ]),
      await lane(state, [
        ['2026-11-29T23:00:00Z', { kind: 'outcome', call: 'c1' }],
        ['10:00:05', { kind: 'outcome', call: 'c2' }],
      ]),
    ];
    await Promise.all(logs.map((log) => log.close()));
    expect(await callsIn(state, {})).toEqual(['c1', 'a1', 'b1', 'b2', 'a2', 'b3', 'c2']);
  });

  test.each<[string, AuditFilter, string[]]>([
    ['from a moment, itself included', { from: new Date(at('10:00:02')) }, ['3', '4']],
    ['until a moment, itself included', { to: new Date(at('10:00:02')) }, ['1', '2', '3']],
    ['of a task', { task: 't-1' }, ['1', '3']],
    ['of an environment', { env: 'e-1' }, ['2']],
    ['of a tool', { tool: 'submit' }, ['3', '4']],
    ['of all these', { task: 't-1', tool: 'submit', from: new Date(at('10:00:00')), to: new Date(at('11:00:00')) }, ['3']],
    ['of a day that has none', { from: new Date(at('23:00:00')) }, []],
  ])('%s', async (_name, filter, expected) => {
    const state = newState();
    const log = await lane(state, [
      ['10:00:00', { kind: 'intent', call: '1', task: 't-1', tool: 'find' }],
      ['10:00:01', { kind: 'outcome', call: '2', env: 'e-1' }],
      ['10:00:02', { kind: 'outcome', call: '3', task: 't-1', tool: 'submit' }],
      ['10:00:03', { kind: 'outcome', call: '4', tool: 'submit' }],
    ]);
    await log.close();
    expect(await callsIn(state, filter)).toEqual(expected);
  });

  test('a record from before its file because a clock was set back is found', async () => {
    const state = newState();
    const log = await lane(state, [
      ['10:00:00', { kind: 'outcome', call: 'a' }],
      ['2026-11-28T10:00:00Z', { kind: 'outcome', call: 'b' }],
    ]);
    await log.close();
    expect(await callsIn(state, { from: new Date('2026-11-28T00:00:00Z'), to: new Date('2026-11-29T00:00:00Z') })).toEqual(['b']);
  });

  test('thousands of records come whole, in pieces', async () => {
    const state = newState();
    const log = openAudit(state);
    for (let index = 0; index < 3_000; index++) log.note({ kind: 'outcome', call: `c${index}` });
    await log.close();
    expect(await callsIn(state, {})).toEqual(Array.from({ length: 3_000 }, (_, index) => `c${index}`));
    expect(await callsIn(join(state, 'none'), {})).toEqual([]);
  });
});

describe('damaged lines', () => {
  test('are told with file and line and left out, a changed record too', async () => {
    const state = newState();
    const log = await lane(
      state,
      ['1', '2', '3', '4'].map((call) => ['10:00:00', { kind: 'outcome', call }]),
    );
    await log.close();
    const path = join(state, 'audit', '2026-11-30.ndjson');
    const [one, two = '', three = '', four] = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, [one, 'rubbish', three.replace('"3"', '"9"'), four, `${two.slice(0, 30)}`].join('\n'));
    expect(await callsIn(state, {})).toEqual(['1', '4']);
    const { damaged } = await exported(state, {});
    expect(damaged.map(({ file, line }) => `${file}:${line}`)).toEqual([2, 3, 5].map((line) => `2026-11-30.ndjson:${line}`));
    expect(damaged[1]?.why).toContain('changed');
    expect(damaged[2]?.why).toContain('does not end');
  });
});

describe('JSON lines', () => {
  test('hold the records as they are, with nothing that acts on a terminal', async () => {
    const state = newState();
    const purpose = 'a\u001b]0;owned\u0007 \u202e b \u{e0041} \u2028 é 😀';
    const log = await lane(state, [['10:00:00', { kind: 'outcome', purpose }]]);
    await log.close();
    const { text } = await exported(state, {});
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]|\udb40/);
    expect(text).toContain('é 😀');
    expect(JSON.parse(text)).toEqual(JSON.parse(readFileSync(join(state, 'audit', '2026-11-30.ndjson'), 'utf8')));
  });
});

describe('CSV', () => {
  test('has the documented columns, and nested members as JSON', async () => {
    const state = newState();
    const log = await lane(state, [
      [
        '10:00:00',
        {
          kind: 'outcome',
          call: 'c1',
          principal: 'alice',
          ms: 12,
          replayed: false,
          parameters: { id: { type: 'string', hash: 'ab' } },
        },
      ],
    ]);
    await log.close();
    const { text } = await exported(state, {}, 'csv');
    expect(text.endsWith('\r\n')).toBe(true);
    const [header = [], row = [], ...rest] = rowsOf(text);
    expect(rest).toEqual([]);
    expect(header.join()).toBe(
      'at,lane,seq,kind,principal,agent,purpose,account,env,task,tool,risk,grant,call,code,attempts,ms,replayed,trace,parameters,steps,detail,prev,hash',
    );
    const cells = Object.fromEntries(header.map((name, index) => [name, row[index]]));
    expect(cells).toMatchObject({
      at: '2026-11-30T10:00:00.000Z',
      lane: '1',
      seq: '0',
      kind: 'outcome',
      principal: 'alice',
      task: '',
      ms: '12',
      replayed: 'false',
      agent: '',
    });
    expect(JSON.parse(cells.parameters ?? '')).toEqual({ id: { hash: 'ab', type: 'string' } });
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\\u{9}=1"],
    ['\r=1', "'\\u{d}=1"],
    ['\n=1', "'\\u{a}=1"],
    ['＝1', "'＝1"],
    ['=HYPERLINK("http://127.0.0.1/","x")', '\'=HYPERLINK("http://127.0.0.1/","x")'],
    ['a=1', 'a=1'],
    ['a;=1', 'a;=1'],
    ['say "hi", twice', 'say "hi", twice'],
    ['two\nlines', 'two\\u{a}lines'],
    ['\u001b[31mred\u202e', '\\u{1b}[31mred\\u{202e}'],
    ['', ''],
  ])('%j is written so that no spreadsheet computes it', async (purpose, expected) => {
    const state = newState();
    const log = await lane(state, [['10:00:00', { kind: 'outcome', purpose }]]);
    await log.close();
    const { text } = await exported(state, {}, 'csv');
    const rows = rowsOf(text);
    expect(rows).toHaveLength(2);
    expect(rows[1]?.[6]).toBe(expected);
    // Where semicolons separate cells, a cell that has one is quoted.
    if (purpose.includes(';')) expect(text).toContain('"a;=1"');
  });
});

describe('usage', () => {
  const outcome = (over: Partial<AuditEvent>): AuditEvent => ({ kind: 'outcome', code: 'ok', ms: 10, ...over });
  async function used(): Promise<string> {
    const state = newState();
    const log = await lane(state, [
      ['2026-11-20T08:00:00Z', { kind: 'start', detail: { tools: ['find', 'old'] } }],
      ['2026-11-29T08:00:00Z', { kind: 'start', detail: { tools: ['find', 'submit', 'cancel'] } }],
      ['09:00:00', outcome({ tool: 'find', principal: 'alice', purpose: 'support', ms: 10 })],
      ['09:00:01', { kind: 'intent', tool: 'submit', principal: 'alice' }],
      ['09:00:02', outcome({ tool: 'submit', principal: 'alice', purpose: 'refund', ms: 300 })],
      ['09:00:03', outcome({ tool: 'find', principal: 'bob', code: 'not_found', ms: 31 })],
      ['09:00:04', outcome({ tool: 'find', principal: 'alice', purpose: 'support', replayed: true, ms: 1 })],
      ['09:00:05', { kind: 'read', principal: 'bob' }],
    ]);
    await log.close();
    return state;
  }
  const none = () => {};

  test('by tool: counts, times, the last call, and the tools of the newest start that nobody called', async () => {
    expect(await usageOf(await used(), 'tool', {}, none)).toEqual([
      { name: 'find', calls: 3, ok: 2, failed: 1, replayed: 1, meanMs: 14, maxMs: 31, last: '2026-11-30T09:00:04.000Z' },
      { name: 'submit', calls: 1, ok: 1, failed: 0, replayed: 0, meanMs: 300, maxMs: 300, last: '2026-11-30T09:00:02.000Z' },
      { name: 'cancel', calls: 0, ok: 0, failed: 0, replayed: 0, meanMs: null, maxMs: null, last: null },
    ]);
  });

  test('by principal and by purpose, also of those who said none', async () => {
    const state = await used();
    expect((await usageOf(state, 'principal', {}, none)).map(({ name, calls }) => [name, calls])).toEqual([
      ['alice', 3],
      ['bob', 1],
    ]);
    expect((await usageOf(state, 'purpose', {}, none)).map(({ name, calls }) => [name, calls])).toEqual([
      ['support', 2],
      [null, 1],
      ['refund', 1],
    ]);
  });

  test('within a time, with the tools that were declared before it', async () => {
    const rows = await usageOf(await used(), 'tool', { from: new Date(at('09:00:03')), to: new Date(at('09:00:03')) }, none);
    expect(rows.map(({ name, calls, failed }) => [name, calls, failed])).toEqual([
      ['find', 1, 1],
      ['submit', 0, 0],
      ['cancel', 0, 0],
    ]);
  });

  test('of a caller who makes up a purpose for each call, in bounded memory', async () => {
    const state = newState();
    const log = openAudit(state);
    for (let index = 0; index < 10_500; index++) log.note(outcome({ purpose: `p${index}${'x'.repeat(300)}` }));
    await log.close();
    const rows = await usageOf(state, 'purpose', {}, none);
    expect(rows).toHaveLength(10_001);
    expect(rows[0]).toMatchObject({ name: '(all others)', calls: 500 });
    expect(rows[1]?.name).toHaveLength(200);
  });

  test('damaged lines are told', async () => {
    const state = await used();
    appendFileSync(join(state, 'audit', '2026-11-30.ndjson'), 'rubbish\n');
    const damaged: Damage[] = [];
    await usageOf(state, 'tool', {}, (damage) => damaged.push(damage));
    expect(damaged).toMatchObject([{ file: '2026-11-30.ndjson', line: 7 }]);
  });
});
