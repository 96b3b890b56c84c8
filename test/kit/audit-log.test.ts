import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openAudit, verifyAudit } from '../../src/kit/audit/index.ts';
import type { AuditEvent } from '../../src/kit/audit/record.ts';
import { expectChain, filesOf, recordsOf, sortedJson } from './audit-chain.ts';
import { newDisk } from './audit-disk.ts';
import { newState } from './harness.ts';

const NOON = Date.parse('2026-11-30T12:00:00Z');
const FILE = '2026-11-30.ndjson';
const outcome = (call: string, over: Partial<AuditEvent> = {}): AuditEvent => ({
  kind: 'outcome',
  call,
  tool: 'submit',
  code: 'ok',
  ...over,
});

describe('what is written', () => {
  test('each event is one line of canonical JSON, numbered and chained by hash', async () => {
    const state = newState();
    const log = openAudit(state, { now: () => NOON });
    await log.sync({ kind: 'start', detail: { tools: ['b', 'a'], version: '1.0' } });
    await log.sync(
      outcome('c1', { purpose: 'Größe "é" \u2028 \u{1f600}', ms: 12.5, parameters: { __proto__x: { type: 'null', hash: '00' } } }),
    );
    log.note(outcome('c2'));
    await log.close();
    const records = recordsOf(state, FILE);
    expectChain(records);
    expect(records.map(({ kind, call, at }) => [kind, call, at])).toEqual([
      ['start', undefined, '2026-11-30T12:00:00.000Z'],
      ['outcome', 'c1', '2026-11-30T12:00:00.000Z'],
      ['outcome', 'c2', '2026-11-30T12:00:00.000Z'],
    ]);
    expect(records[1]).toMatchObject({ purpose: 'Größe "é" \u2028 \u{1f600}', ms: 12.5 });
    expect(readFileSync(join(state, 'audit', FILE), 'utf8')).toBe(records.map((record) => `${sortedJson(record)}\n`).join(''));
  });

  test('only the user who runs the adapter can read folder and files', async () => {
    const state = join(newState(), 'made', 'anew');
    const log = openAudit(state);
    await log.sync(outcome('c1'));
    expect(statSync(join(state, 'audit')).mode & 0o777).toBe(0o700);
    expect(statSync(join(state, 'audit', filesOf(state)[0] ?? '')).mode & 0o777).toBe(0o600);
    await log.close();
  });

  test('an event is written as it was when it was told, whatever becomes of the object', async () => {
    const state = newState();
    const log = openAudit(state, { now: () => NOON });
    const event = outcome('before', { detail: { list: [1] } });
    const synced = log.sync(event);
    event.call = 'after';
    event.detail = {};
    await synced;
    expect(recordsOf(state, FILE)).toMatchObject([{ call: 'before', detail: { list: [1] } }]);
    await log.close();
  });

  test('what an event says about its own place in the chain does not count', async () => {
    const state = newState();
    const log = openAudit(state, { now: () => NOON });
    const forged: AuditEvent = { ...outcome('c1'), ...{ seq: 99, prev: 'x', hash: 'y', at: '1999-01-01T00:00:00.000Z' } };
    await log.sync(forged);
    await log.close();
    expectChain(recordsOf(state, FILE));
    expect(recordsOf(state, FILE)).toMatchObject([{ seq: 0, at: '2026-11-30T12:00:00.000Z' }]);
  });

  const circle: Record<string, unknown> = {};
  circle.self = circle;
  let deep: Record<string, unknown> = {};
  for (let level = 0; level < 100_000; level++) deep = { deep };
  test.each<[string, Record<string, unknown>]>([
    ['a circle', circle],
    ['a function', { run: () => 1 }],
    ['a function in a list', { list: [() => 1] }],
    ['a number that is none', { ms: Number.NaN }],
    ['a bigint', { count: 1n }],
    ['100,000 levels', deep],
    ['more than a line holds', { text: 'x'.repeat(300_000) }],
  ])('%s is refused, and a note of it counts as lost; the records around it stand', async (_name, detail) => {
    const state = newState();
    const log = openAudit(state, { now: () => NOON });
    await log.sync(outcome('c1'));
    await expect(log.sync(outcome('bad', { detail }))).rejects.toThrow();
    log.note(outcome('bad', { detail }));
    await log.sync(outcome('c2'));
    await log.close();
    expectChain(recordsOf(state, FILE));
    expect(recordsOf(state, FILE).map(({ kind, call, detail }) => call ?? [kind, detail])).toEqual(['c1', ['lost', { count: 1 }], 'c2']);
  });

  test('the word undefined in a text is only a word', async () => {
    const state = newState();
    const log = openAudit(state, { now: () => NOON });
    await log.sync(outcome('c1', { detail: { text: 'undefined', none: undefined } }));
    await log.close();
    expect(recordsOf(state, FILE)).toMatchObject([{ detail: { text: 'undefined' } }]);
  });
});

describe('days', () => {
  test("a new day's file goes on with the last hash of the one before, also in a new process", async () => {
    const state = newState();
    let now = Date.parse('2026-11-29T23:59:59.998Z');
    const log = openAudit(state, { now: () => now++ });
    await Promise.all(['c1', 'c2', 'c3', 'c4'].map((call) => log.sync(outcome(call))));
    await log.close();
    now = Date.parse('2026-12-02T08:00:00Z');
    const later = openAudit(state, { now: () => now });
    await later.sync(outcome('c5'));
    await later.close();
    expect(filesOf(state)).toEqual(['2026-11-29.ndjson', FILE, '2026-12-02.ndjson']);
    const days = filesOf(state).map((name) => recordsOf(state, name));
    expect(days.map((day) => day.map(({ call }) => call))).toEqual([['c1', 'c2'], ['c3', 'c4'], ['c5']]);
    expectChain(days.flat());
  });

  test('a clock that is set back writes on in the newest file', async () => {
    const state = newState();
    let now = NOON;
    const log = openAudit(state, { now: () => now });
    await log.sync(outcome('c1'));
    now -= 3 * 86_400_000;
    await log.sync(outcome('c2'));
    await log.close();
    const again = openAudit(state, { now: () => now });
    await again.sync(outcome('c3'));
    await again.close();
    expect(filesOf(state)).toEqual([FILE]);
    expectChain(recordsOf(state, FILE));
    expect(recordsOf(state, FILE)[1]?.at).toBe('2026-11-27T12:00:00.000Z');
  });
});

describe('group commit', () => {
  test('events of one moment are one write and one sync', async () => {
    const state = newState();
    const disk = newDisk();
    const log = openAudit(state, { now: () => NOON, fs: disk.fs });
    await log.sync(outcome('c0'));
    disk.done = [];
    await Promise.all(Array.from({ length: 64 }, (_, index) => log.sync(outcome(`c${index}`))));
    expect(disk.done.filter((operation) => operation === 'write')).toHaveLength(1);
    expect(disk.done.filter((operation) => operation === 'datasync')).toHaveLength(1);
    await log.close();
    expectChain(recordsOf(state, FILE));
  });

  test('nothing is acknowledged before a loss of power would spare it', async () => {
    const state = newState();
    const disk = newDisk();
    const log = openAudit(state, { now: () => NOON, fs: disk.fs });
    let seen = 0;
    const work = async (worker: number) => {
      for (let index = 0; index < 20; index++) {
        const call = `w${worker}-${index}-end`;
        if (index % 3 === 0) log.note(outcome(`n${worker}-${index}`));
        await log.sync(outcome(call));
        const spared = readFileSync(join(state, 'audit', FILE)).subarray(0, disk.durable.get(FILE));
        expect(spared.includes(`"${call}"`)).toBe(true);
        seen += 1;
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, worker) => work(worker)));
    await log.close();
    expect(seen).toBe(160);
    expectChain(recordsOf(state, FILE));
  });

  test('notes are written without anybody asking and without a sync, which close makes up for', async () => {
    const state = newState();
    const disk = newDisk();
    const log = openAudit(state, { now: () => NOON, fs: disk.fs });
    for (let index = 0; index < 100; index++) log.note(outcome(`c${index}`));
    await expect.poll(() => filesOf(state).flatMap((name) => recordsOf(state, name)).length).toBe(100);
    expect(disk.durable.get(FILE) ?? 0).toBe(0);
    await log.close();
    expect(disk.durable.get(FILE)).toBe(statSync(join(state, 'audit', FILE)).size);
    expectChain(recordsOf(state, FILE));
  });

  test('many notes at once are all written, in their order', async () => {
    const state = newState();
    const log = openAudit(state, { now: () => NOON });
    for (let index = 0; index < 5_000; index++) log.note(outcome(`c${index}`));
    await log.close();
    const records = recordsOf(state, FILE);
    expectChain(records);
    expect(records.map(({ call }) => call)).toEqual(Array.from({ length: 5_000 }, (_, index) => `c${index}`));
  });

  test('after close nothing is taken any more', async () => {
    const state = newState();
    const log = openAudit(state, { now: () => NOON });
    await log.sync(outcome('c1'));
    await Promise.all([log.close(), log.close()]);
    log.note(outcome('c2'));
    await expect(log.sync(outcome('c3'))).rejects.toThrow('closed');
    expect(recordsOf(state, FILE)).toHaveLength(1);
  });

  test('a log that nobody writes to leaves no trace', async () => {
    const state = newState();
    await openAudit(state).close();
    expect(() => filesOf(state)).toThrow('ENOENT');
  });
});

describe('lanes', () => {
  test('two logs on one folder write a chain each, and a lane that was given back is used again', async () => {
    const state = newState();
    const [one, two] = [openAudit(state, { now: () => NOON }), openAudit(state, { now: () => NOON })];
    await Promise.all([one.sync(outcome('c1')), two.sync(outcome('c2'))]);
    await Promise.all([one.sync(outcome('c3')), two.sync(outcome('c4'))]);
    expect(filesOf(state)).toEqual(['2026-11-30.2.ndjson', FILE]);
    await Promise.all([one.close(), two.close()]);
    const third = openAudit(state, { now: () => NOON });
    await third.sync(outcome('c5'));
    await third.close();
    expect(recordsOf(state, FILE)).toHaveLength(3);
    for (const name of filesOf(state)) expectChain(recordsOf(state, name));
  });

  test.each([
    ['that has been silent for a day is taken over', 24 * 3600, 1],
    ['that gave a sign a minute ago is left alone', 60, 2],
  ])('a lane of another host %s', async (_name, silentSeconds, lane) => {
    const state = newState();
    const file = join(state, 'audit', 'lane-1.json');
    mkdirSync(join(state, 'audit'), { recursive: true });
    writeFileSync(
      file,
      JSON.stringify({ format: 'mcp-adapter/audit-lane@1', id: 'a1', owner: { pid: 1, started: '1', host: 'elsewhere' } }),
    );
    const then = new Date(Date.now() - silentSeconds * 1000);
    utimesSync(file, then, then);
    const log = openAudit(state);
    await log.sync(outcome('c1'));
    expect((await verifyAudit(state)).lanes.map((each) => each.lane)).toEqual([lane]);
    await log.close();
  });

  test('when every lane is held, an event is refused with the folder and what to do', async () => {
    const state = newState();
    const logs = Array.from({ length: 33 }, () => openAudit(state, { now: () => NOON }));
    for (const log of logs.slice(0, 32)) await log.sync(outcome('c'));
    await expect(logs[32]?.sync(outcome('c'))).rejects.toThrow(/all 32 lanes .* are held: .*lane-\*\.json/);
    await logs[0]?.close();
    await logs[32]?.sync(outcome('c'));
    await Promise.all(logs.map((log) => log.close()));
    expect(recordsOf(state, FILE)).toHaveLength(2);
    expect(filesOf(state)).toHaveLength(32);
  });

  test.each([
    ['damaged', 'no JSON at all'],
    ['of another machine', JSON.stringify({ id: 'abc', owner: { pid: 1, started: '1', host: 'elsewhere' } })],
    ['with an id that is a path', JSON.stringify({ id: '../../x', owner: { pid: 2 ** 22 + 1, started: null, host: 'x' } })],
  ])('a lane file that is %s is left alone', async (_name, content) => {
    const state = newState();
    const first = openAudit(state, { now: () => NOON });
    await first.sync(outcome('c1'));
    await first.close();
    const file = join(state, 'audit', 'lane-1.json');
    writeFileSync(file, content);
    const log = openAudit(state, { now: () => NOON });
    await log.sync(outcome('c2'));
    await log.close();
    expect(readFileSync(file, 'utf8')).toBe(content);
    expect(filesOf(state)).toEqual(['2026-11-30.2.ndjson', FILE]);
  });
});

describe('what others do to the files of a running log', () => {
  test('after the folder was removed the next event is refused at most once, then the log begins anew', async () => {
    const state = newState();
    const log = openAudit(state, { now: () => NOON });
    await log.sync(outcome('c1'));
    rmSync(join(state, 'audit'), { recursive: true });
    await expect(log.sync(outcome('c2'))).rejects.toThrow('somebody else changed or removed 2026-11-30.ndjson');
    await log.sync(outcome('c3'));
    await log.close();
    expectChain(recordsOf(state, FILE));
    expect(recordsOf(state, FILE)).toMatchObject([{ call: 'c3' }]);
  });

  test('after its file was removed the chain goes on where it was, so that the gap shows', async () => {
    const state = newState();
    const log = openAudit(state, { now: () => NOON });
    await log.sync(outcome('c1'));
    rmSync(join(state, 'audit', FILE));
    await expect(log.sync(outcome('c2'))).rejects.toThrow('somebody else changed or removed');
    await log.sync(outcome('c3'));
    await log.close();
    expect(recordsOf(state, FILE)).toMatchObject([{ call: 'c3', seq: 2 }]);
    expect(await verifyAudit(state)).toMatchObject({ broken: 1, breaks: [{ line: 1, what: '2 records are missing before it' }] });
  });

  test('an event that somebody spoils by appending before it is not acknowledged, and the next one stands on a line of its own', async () => {
    const state = newState();
    const log = openAudit(state, { now: () => NOON });
    await log.sync(outcome('c1'));
    const path = join(state, 'audit', FILE);
    writeFileSync(path, 'a stray text', { flag: 'a' });
    await expect(log.sync(outcome('c2'))).rejects.toThrow('somebody else changed or removed');
    await log.sync(outcome('c3'));
    await log.close();
    expect(readFileSync(`${path}.torn`, 'utf8')).toMatch(/^a stray text\{.*"c2"/);
    expect(recordsOf(state, FILE).map(({ kind, call }) => call ?? kind)).toEqual(['c1', 'recovered', 'c3']);
    expect(await verifyAudit(state)).toMatchObject({ broken: 1, breaks: [{ line: 2, what: 'a record is missing before it' }] });
  });
});
