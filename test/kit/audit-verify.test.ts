import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openAudit, verifyAudit } from '../../src/kit/audit/index.ts';
import { recordsOf } from './audit-chain.ts';
import { newState } from './harness.ts';

const [FIRST, SECOND, THIRD] = ['2026-11-28.ndjson', '2026-11-29.ndjson', '2026-11-30.ndjson'];

/** Three days with three records each; ids have characters that JSON escapes. */
async function threeDays(): Promise<{ state: string; path: (name: string) => string }> {
  const state = newState();
  for (const day of [28, 29, 30]) {
    const log = openAudit(state, { now: () => Date.UTC(2026, 10, day, 12) });
    for (const index of [1, 2, 3]) await log.sync({ kind: 'outcome', call: `${day}-${index}`, purpose: 'a "b"\u001f', ms: 1.5 });
    await log.close();
  }
  return { state, path: (name) => join(state, 'audit', name) };
}

/** Verifies after an edit of the lines of one file. */
async function afterEdit(name: string, edit: (lines: string[]) => string[]) {
  const { state, path } = await threeDays();
  const lines = readFileSync(path(name), 'utf8').split('\n').slice(0, -1);
  writeFileSync(
    path(name),
    edit(lines)
      .map((line) => `${line}\n`)
      .join(''),
  );
  return verifyAudit(state);
}

describe('a whole log', () => {
  test('is told with its files, records, times and the head to keep elsewhere', async () => {
    const { state } = await threeDays();
    expect(await verifyAudit(state)).toEqual({
      lanes: [
        {
          lane: 1,
          files: 3,
          records: 9,
          first: '2026-11-28T12:00:00.000Z',
          last: '2026-11-30T12:00:00.000Z',
          head: recordsOf(state, THIRD).at(-1)?.hash,
          unfinished: null,
        },
      ],
      breaks: [],
      broken: 0,
    });
  });

  test('has a chain for each lane', async () => {
    const state = newState();
    const logs = [openAudit(state), openAudit(state), openAudit(state)];
    for (const log of logs) await log.sync({ kind: 'start' });
    await Promise.all(logs.map((log) => log.close()));
    const report = await verifyAudit(state);
    expect(report.lanes.map(({ lane, records }) => [lane, records])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
    expect(report.broken).toBe(0);
  });

  test('no log is no lane', async () => {
    expect(await verifyAudit(newState())).toEqual({ lanes: [], breaks: [], broken: 0 });
    expect(await verifyAudit(join(newState(), 'none'))).toEqual({ lanes: [], breaks: [], broken: 0 });
  });
});

describe('every edit of a single byte is found', () => {
  test.each([
    [
      'changed',
      (bytes: Buffer, at: number) => Buffer.concat([bytes.subarray(0, at), Buffer.from([(bytes[at] ?? 0) ^ 1]), bytes.subarray(at + 1)]),
    ],
    ['made a space', (bytes: Buffer, at: number) => Buffer.concat([bytes.subarray(0, at), Buffer.from(' '), bytes.subarray(at + 1)])],
    [
      'in the other case',
      (bytes: Buffer, at: number) => Buffer.concat([bytes.subarray(0, at), Buffer.from([(bytes[at] ?? 0) ^ 0x20]), bytes.subarray(at + 1)]),
    ],
    ['made a newline', (bytes: Buffer, at: number) => Buffer.concat([bytes.subarray(0, at), Buffer.from('\n'), bytes.subarray(at + 1)])],
    ['taken out', (bytes: Buffer, at: number) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])],
    ['preceded by a space', (bytes: Buffer, at: number) => Buffer.concat([bytes.subarray(0, at), Buffer.from(' '), bytes.subarray(at)])],
  ])('%s', async (_name, edit) => {
    const { state, path } = await threeDays();
    const bytes = readFileSync(path(THIRD));
    for (let at = 0; at < bytes.length; at++) {
      const edited = edit(bytes, at);
      if (edited.equals(bytes)) continue;
      writeFileSync(path(THIRD), edited);
      const { broken, lanes } = await verifyAudit(state);
      // Without its newline the last line looks as a crash leaves it.
      if (edited.length < bytes.length && at === bytes.length - 1) expect(lanes[0]?.unfinished).toMatchObject({ file: THIRD, line: 3 });
      else expect(broken, `byte ${at}`).toBeGreaterThan(0);
    }
  });
});

describe('what was done to the lines is told with file and line', () => {
  test('a changed value', async () => {
    const report = await afterEdit(SECOND, ([one = '', two = '', three = '']) => [one, two.replace('29-2', '29-9'), three]);
    expect(report).toMatchObject({
      broken: 1,
      breaks: [{ file: SECOND, line: 2, what: 'the record was changed: its hash is not that of its content' }],
    });
    expect(report.breaks[0]?.seen).toMatch(/^[0-9a-f]{64}$/);
    expect(report.breaks[0]?.expected).toMatch(/^[0-9a-f]{64}$/);
  });

  test('a record that was taken out', async () => {
    expect(await afterEdit(SECOND, ([one = '', , three = '']) => [one, three])).toMatchObject({
      broken: 1,
      breaks: [{ file: SECOND, line: 2, what: 'a record is missing before it', seen: 'seq 5', expected: 'seq 4' }],
    });
  });

  test('the first record of all', async () => {
    expect(await afterEdit(FIRST, ([, ...rest]) => rest)).toMatchObject({ broken: 1, breaks: [{ file: FIRST, line: 1 }] });
  });

  test('a record that stands there twice', async () => {
    expect(await afterEdit(SECOND, ([one = '', ...rest]) => [one, one, ...rest])).toMatchObject({
      broken: 1,
      breaks: [{ file: SECOND, line: 2, what: 'a record stands here again, or in the wrong place' }],
    });
  });

  test('two records that were exchanged', async () => {
    const report = await afterEdit(SECOND, ([one = '', two = '', three = '']) => [one, three, two]);
    expect(report.breaks.map(({ file, line }) => `${file}:${line}`)).toEqual([`${SECOND}:2`, `${SECOND}:3`, `${THIRD}:1`]);
  });

  test('a record of another log', async () => {
    const other = newState();
    const log = openAudit(other, { now: () => Date.UTC(2026, 10, 29, 12) });
    for (const call of ['a', 'b', 'c', 'd', 'e']) await log.sync({ kind: 'outcome', call });
    await log.close();
    const foreign = readFileSync(join(other, 'audit', SECOND), 'utf8').split('\n')[4] ?? '';
    const report = await afterEdit(SECOND, ([one = '', , three = '']) => [one, foreign, three]);
    expect(report.breaks.map(({ line, what }) => [line, what])).toEqual([
      [2, 'the record does not follow the one before it'],
      [3, 'the record does not follow the one before it'],
    ]);
  });

  test('a line that is no record, once', async () => {
    expect(await afterEdit(SECOND, ([one = '', , three = '']) => [one, 'rubbish', three])).toMatchObject({
      broken: 1,
      breaks: [
        { file: SECOND, line: 2, what: 'the line is no record', seen: expect.stringContaining('no JSON'), expected: 'a record of the log' },
      ],
    });
  });

  test('a line longer than any record, without taking it into memory', async () => {
    const report = await afterEdit(SECOND, ([one = '', ...rest]) => [one, 'x'.repeat(3_000_000), ...rest]);
    expect(report).toMatchObject({ broken: 1, breaks: [{ file: SECOND, line: 2, seen: 'longer than 1.0 MiB' }] });
  });

  test('a day that was removed', async () => {
    const { state, path } = await threeDays();
    rmSync(path(SECOND));
    expect(await verifyAudit(state)).toMatchObject({
      broken: 1,
      breaks: [{ file: THIRD, line: 1, what: '3 records are missing before it' }],
    });
  });

  test('days that were exchanged', async () => {
    const { state, path } = await threeDays();
    renameSync(path(FIRST), path('x'));
    renameSync(path(SECOND), path(FIRST));
    renameSync(path('x'), path(SECOND));
    expect((await verifyAudit(state)).broken).toBeGreaterThan(0);
  });

  test('a cut in the middle of an older day is a break, not a crash', async () => {
    const { state, path } = await threeDays();
    writeFileSync(path(FIRST), readFileSync(path(FIRST)).subarray(0, -20));
    const report = await verifyAudit(state);
    expect(report.breaks.map(({ file, line, what }) => [file, line, what])).toEqual([
      [FIRST, 3, 'the line does not end'],
      [FIRST, 3, 'the line is no record'],
    ]);
    expect(report.lanes[0]?.unfinished).toBeNull();
  });

  test('of more than 100 the first are kept and all are counted', async () => {
    const report = await afterEdit(THIRD, (lines) => [...Array.from({ length: 500 }, () => 'rubbish'), ...lines]);
    expect(report.breaks).toHaveLength(100);
    expect(report.broken).toBe(500);
  });
});

test('a torn last line is told as such, with its bytes', async () => {
  const { state, path } = await threeDays();
  writeFileSync(path(THIRD), '{"at":"2026-11-30', { flag: 'a' });
  expect(await verifyAudit(state)).toMatchObject({ broken: 0, lanes: [{ records: 9, unfinished: { file: THIRD, line: 4, bytes: 17 } }] });
});

test('with a first day the chain may begin anywhere, and days outside are not read', async () => {
  const { state, path } = await threeDays();
  rmSync(path(FIRST));
  expect((await verifyAudit(state)).broken).toBe(1);
  expect(await verifyAudit(state, { from: '2026-11-29' })).toMatchObject({ broken: 0, lanes: [{ files: 2, records: 6 }] });
  writeFileSync(path(THIRD), 'rubbish\n');
  expect(await verifyAudit(state, { from: '2026-11-29', to: '2026-11-29' })).toMatchObject({
    broken: 0,
    lanes: [{ files: 1, records: 3 }],
  });
});
