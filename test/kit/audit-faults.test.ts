import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openAudit, verifyAudit } from '../../src/kit/audit/index.ts';
import type { AuditEvent, AuditSink } from '../../src/kit/audit/record.ts';
import { randomFrom } from '../random-from.ts';
import { expectChain, filesOf, recordsOf } from './audit-chain.ts';
import { type Disk, newDisk } from './audit-disk.ts';
import { newState } from './harness.ts';

const FILE = '2026-11-30.ndjson';
const now = () => Date.parse('2026-11-30T12:00:00Z');
const outcome = (call: string): AuditEvent => ({ kind: 'outcome', call, tool: 'submit', code: 'ok' });

interface Bench {
  state: string;
  path: string;
  disk: Disk;
  log: AuditSink;
}

/** A log with one record on disk, whose disk is good so far. */
async function begun(): Promise<Bench> {
  const state = newState();
  const disk = newDisk();
  const log = openAudit(state, { now, fs: disk.fs });
  await log.sync(outcome('c1'));
  return { state, path: join(state, 'audit', FILE), disk, log };
}

/** The calls in the log, other records by kind; fails unless they are one chain. */
function callsIn(state: string): string[] {
  const records = recordsOf(state, FILE);
  expectChain(records);
  return records.map(({ kind, call }) => call ?? kind);
}

describe('a disk that fails', () => {
  test('writes that take only a part are continued', async () => {
    const { state, disk, log } = await begun();
    disk.fault = (operation) => (operation === 'write' ? 7 : null);
    await log.sync(outcome('c2'));
    await log.close();
    expect(callsIn(state)).toEqual(['c1', 'c2']);
  });

  test('a full disk that takes a part without an error: everybody of the group is refused, and nothing of it stays', async () => {
    const { state, path, disk, log } = await begun();
    const { size } = statSync(path);
    disk.capacity = size + 300;
    const refused = await Promise.allSettled(['c2', 'c3', 'c4'].map((call) => log.sync(outcome(call))));
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await expect(log.sync(outcome('x'.repeat(300)))).rejects.toMatchObject({
      message: expect.stringContaining('ENOSPC'),
      cause: { code: 'ENOSPC' },
    });
    expect(statSync(path).size).toBe(size);
    disk.capacity = Number.POSITIVE_INFINITY;
    await log.sync(outcome('c5'));
    await log.close();
    expect(callsIn(state)).toEqual(['c1', 'c5']);
  });

  test('lost notes are counted, and told before the next event once there is room', async () => {
    const { state, disk, log } = await begun();
    disk.capacity = 0;
    for (let index = 0; index < 5; index++) log.note(outcome(`n${index}`));
    await expect(log.sync(outcome('c2'))).rejects.toThrow('ENOSPC');
    disk.capacity = Number.POSITIVE_INFINITY;
    await log.sync(outcome('c3'));
    await log.close();
    expect(callsIn(state)).toEqual(['c1', 'lost', 'c3']);
    expect(recordsOf(state, FILE)[1]).toMatchObject({ kind: 'lost', detail: { count: 5 } });
  });

  test('lost notes are told without any further event, and put on disk', async () => {
    const { state, path, disk, log } = await begun();
    disk.fault = (operation) => (operation === 'write' ? 'EIO' : null);
    log.note(outcome('n1'));
    await expect(log.sync(outcome('c2'))).rejects.toThrow('EIO');
    disk.fault = () => null;
    await expect.poll(() => callsIn(state), { timeout: 10_000 }).toEqual(['c1', 'lost']);
    await expect.poll(() => disk.durable.get(FILE), { timeout: 10_000 }).toBe(statSync(path).size);
    await log.close();
  });

  test('a failed sync refuses its group and takes away the notes that were not on disk before it', async () => {
    const { state, path, disk, log } = await begun();
    const { size } = statSync(path);
    log.note(outcome('n1'));
    log.note(outcome('n2'));
    await expect.poll(() => callsIn(state)).toEqual(['c1', 'n1', 'n2']);
    disk.fault = (operation) => (operation === 'datasync' ? 'EIO' : null);
    await expect(log.sync(outcome('c2'))).rejects.toThrow('EIO');
    expect(statSync(path).size).toBe(size);
    disk.fault = () => null;
    await log.sync(outcome('c3'));
    await log.close();
    expect(callsIn(state)).toEqual(['c1', 'lost', 'c3']);
    expect(recordsOf(state, FILE)[1]).toMatchObject({ detail: { count: 2 } });
  });

  test('what could not be cut off after a failure is cut off before the next write', async () => {
    const { state, path, disk, log } = await begun();
    const { size } = statSync(path);
    disk.fault = (operation) => (operation === 'datasync' || operation === 'truncate' ? 'EIO' : null);
    await expect(log.sync(outcome('c2'))).rejects.toThrow('EIO');
    expect(statSync(path).size).toBeGreaterThan(size);
    await expect(log.sync(outcome('c3'))).rejects.toThrow('EIO');
    disk.fault = () => null;
    await log.sync(outcome('c4'));
    await log.close();
    expect(callsIn(state)).toEqual(['c1', 'c4']);
  });

  test('a day that ends while the disk fails loses what was not on disk, and the chain goes on in the new file', async () => {
    const state = newState();
    const disk = newDisk();
    let time = Date.parse('2026-11-30T23:59:59Z');
    const log = openAudit(state, { now: () => time, fs: disk.fs });
    await log.sync(outcome('c1'));
    log.note(outcome('n1'));
    await expect.poll(() => callsIn(state)).toEqual(['c1', 'n1']);
    time += 1_000;
    disk.fault = (operation) => (operation === 'datasync' ? 'EIO' : null);
    await expect(log.sync(outcome('c2'))).rejects.toThrow('EIO');
    disk.fault = () => null;
    await log.sync(outcome('c3'));
    await log.close();
    const days = filesOf(state).map((name) => recordsOf(state, name));
    expect(days.map((day) => day.map(({ kind, call }) => call ?? kind))).toEqual([['c1'], ['lost', 'c3']]);
    expectChain(days.flat());
  });

  test('close tells how many notes were lost for good', async () => {
    const { state, disk, log } = await begun();
    disk.fault = (operation) => (operation === 'write' ? 'ENOSPC' : null);
    log.note(outcome('n1'));
    log.note(outcome('n2'));
    await expect(log.close()).rejects.toThrow('2 records of the audit log');
    disk.fault = () => null;
    expect(callsIn(state)).toEqual(['c1']);
    const next = openAudit(state, { now });
    await next.sync(outcome('c2'));
    await next.close();
    expect(callsIn(state)).toEqual(['c1', 'c2']);
  });

  test('more notes than may wait for a disk that hangs are counted, not kept', async () => {
    const { state, disk, log } = await begun();
    const text = 'x'.repeat(200_000);
    for (let index = 0; index < 200; index++) log.note({ ...outcome(`n${index}`), detail: { text } });
    await log.sync(outcome('c2'));
    await log.close();
    expect(disk.done.length).toBeGreaterThan(0);
    const records = recordsOf(state, FILE);
    expectChain(records);
    const lost = records.find(({ kind }) => kind === 'lost')?.detail?.count;
    const written = records.filter(({ call }) => call?.startsWith('n')).length;
    expect(lost).toBe(200 - written);
    expect(written).toBeGreaterThan(50);
    expect(written).toBeLessThan(110);
  });
});

describe('a folder that cannot be written at first', () => {
  test('nothing is thrown at open; events are refused until the folder works', async () => {
    const state = join(newState(), 'state');
    writeFileSync(state, 'a file where the folder should be');
    const log = openAudit(state, { now });
    log.note(outcome('n1'));
    await expect(log.sync(outcome('c1'))).rejects.toThrow(`the audit log in ${join(state, 'audit')} cannot be written: ENOTDIR`);
    await expect(log.sync(outcome('c2'))).rejects.toThrow('ENOTDIR');
    rmSync(state);
    await log.sync(outcome('c3'));
    await log.close();
    expect(callsIn(state)).toEqual(['lost', 'c3']);
  });

  test.each(['EROFS', 'EACCES', 'EMFILE'])('a file that cannot be opened (%s) refuses events until it can', async (code) => {
    const state = newState();
    const disk = newDisk();
    disk.fault = (operation) => (operation === 'open' ? code : null);
    const log = openAudit(state, { now, fs: disk.fs });
    await expect(log.sync(outcome('c1'))).rejects.toThrow(code);
    disk.fault = () => null;
    await log.sync(outcome('c2'));
    await log.close();
    expect(callsIn(state)).toEqual(['c2']);
  });

  test('closing a log that never could write tells what was lost, and leaves nothing behind', async () => {
    const state = join(newState(), 'state');
    writeFileSync(state, '');
    const log = openAudit(state);
    log.note(outcome('n1'));
    await expect(log.close()).rejects.toThrow('1 record of the audit log');
    expect(existsSync(join(state, 'audit'))).toBe(false);
  });
});

test('100 runs of faults at random: what was acknowledged is in the log, what was refused is not, lost notes are all counted', async () => {
  let [refusals, losses] = [0, 0];
  for (let seed = 1; seed <= 100; seed++) {
    const random = randomFrom(seed);
    const state = newState();
    const disk = newDisk();
    let armed = true;
    disk.fault = (operation) => {
      if (!armed || random() > 0.15) return null;
      if (operation === 'write' && random() < 0.5) return 1 + Math.floor(random() * 200);
      // A disk that cannot even be cut keeps what was refused until the next write, which other tests look at.
      return operation === 'truncate' || operation === 'read' || operation === 'stat' ? null : random() < 0.5 ? 'EIO' : 'ENOSPC';
    };
    const log = openAudit(state, { now, fs: disk.fs });
    const [acknowledged, refused]: [string[], string[]] = [[], []];
    let notes = 0;
    for (let round = 0; round < 12; round++) {
      const calls = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, index) => `s${round}-${index}`);
      for (let index = Math.floor(random() * 3); index > 0; index--, notes++) log.note(outcome(`n${round}-${index}`));
      for (const call of calls) {
        const done = await log.sync(outcome(call)).then(
          () => true,
          () => false,
        );
        (done ? acknowledged : refused).push(call);
      }
    }
    armed = false;
    await log.sync(outcome('end'));
    await log.close();
    const records = recordsOf(state, FILE);
    expectChain(records);
    const calls = records.flatMap(({ call }) => call ?? []);
    expect(calls.filter((call) => call.startsWith('s'))).toEqual(acknowledged);
    expect(calls.filter((call) => refused.includes(call))).toEqual([]);
    const lost = records.reduce((sum, { kind, detail }) => sum + (kind === 'lost' ? Number(detail?.count) : 0), 0);
    expect(lost + calls.filter((call) => call.startsWith('n')).length).toBe(notes);
    expect((await verifyAudit(state)).broken).toBe(0);
    refusals += refused.length;
    losses += lost;
  }
  // The faults did happen.
  expect(refusals).toBeGreaterThan(300);
  expect(losses).toBeGreaterThan(100);
});
