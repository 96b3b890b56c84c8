import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildSync } from 'esbuild';
import { afterAll, describe, expect, test } from 'vitest';
import { openAudit, verifyAudit } from '../../src/kit/audit/index.ts';
import type { AuditEvent } from '../../src/kit/audit/record.ts';
import { expectChain, filesOf, recordsOf } from './audit-chain.ts';
import { newDisk } from './audit-disk.ts';
import { newState } from './harness.ts';

const FILE = '2026-11-30.ndjson';
const now = () => Date.parse('2026-11-30T12:00:00Z');
const outcome = (call: string): AuditEvent => ({ kind: 'outcome', call, tool: 'submit', code: 'ok' });

/** Appends these calls in a log of its own; the state folder. */
async function logged(calls: string[], state = newState(), at = now): Promise<string> {
  const log = openAudit(state, { now: at });
  for (const call of calls) await log.sync(outcome(call));
  await log.close();
  return state;
}

function callsIn(state: string, name = FILE): string[] {
  return recordsOf(state, name).map(({ kind, call }) => call ?? kind);
}

describe('a last line that was torn', () => {
  test.each([
    ['the beginning of a record', '{"at":"2026-11-30T12:00:00.000Z","call":"c3","co'],
    ['one byte', '{'],
    ['a record whose newline is missing', '{"any":"whole JSON"}'],
    ['a block of zeros', '\0'.repeat(4096)],
    ['a line that is no JSON', '{"at":"2026-11-30T\n'],
    ['an empty line', '\n'],
    ['a megabyte and more without an end', `{"text":"${'x'.repeat(1_500_000)}`],
    ['half a character', Buffer.from([0x7b, 0x22, 0xc3])],
  ])('%s is moved aside, counted, and the chain goes on', async (_name, torn) => {
    const state = await logged(['c1', 'c2']);
    const path = join(state, 'audit', FILE);
    appendFileSync(path, torn);
    await logged(['c3'], state);
    expect(readFileSync(`${path}.torn`)).toEqual(Buffer.from(torn));
    expect(statSync(`${path}.torn`).mode & 0o777).toBe(0o600);
    expect(callsIn(state)).toEqual(['c1', 'c2', 'recovered', 'c3']);
    expect(recordsOf(state, FILE)[2]?.detail).toEqual({ file: FILE, bytes: Buffer.byteLength(torn) });
    expectChain(recordsOf(state, FILE));
  });

  test('a second one is added to what was moved aside before', async () => {
    const state = await logged(['c1']);
    const path = join(state, 'audit', FILE);
    appendFileSync(path, '{"first');
    await logged(['c2'], state);
    appendFileSync(path, '{"second');
    await logged(['c3'], state);
    expect(readFileSync(`${path}.torn`, 'utf8')).toBe('{"first{"second');
    expectChain(recordsOf(state, FILE));
  });

  test('at every byte of the last record', async () => {
    const state = await logged(['c1', 'c2']);
    const path = join(state, 'audit', FILE);
    const whole = readFileSync(path);
    const start = whole.indexOf('\n') + 1;
    for (let end = start + 1; end < whole.length; end++) {
      writeFileSync(path, whole.subarray(0, end));
      await logged(['c3'], state);
      expect(callsIn(state)).toEqual(['c1', 'recovered', 'c3']);
      expect((await verifyAudit(state)).broken).toBe(0);
    }
  });

  test('in the first record of a new day, the chain goes on from the day before', async () => {
    const state = await logged(['c1'], newState(), () => now() - 86_400_000);
    writeFileSync(join(state, 'audit', FILE), '{"at":');
    await logged(['c2'], state);
    expect(filesOf(state)).toEqual(['2026-11-29.ndjson', FILE]);
    expectChain(filesOf(state).flatMap((name) => recordsOf(state, name)));
    expect(callsIn(state)).toEqual(['recovered', 'c2']);
  });

  test('yesterday, it is moved aside from the file of yesterday', async () => {
    const state = await logged(['c1'], newState(), () => now() - 86_400_000);
    appendFileSync(join(state, 'audit', '2026-11-29.ndjson'), '{"at":');
    await logged(['c2'], state);
    expectChain(filesOf(state).flatMap((name) => recordsOf(state, name)));
    expect(recordsOf(state, FILE)[0]?.detail).toEqual({ file: '2026-11-29.ndjson', bytes: 6 });
  });

  test('and a disk too full to move it aside: events are refused, nothing is lost, and it heals', async () => {
    const state = await logged(['c1']);
    const path = join(state, 'audit', FILE);
    appendFileSync(path, '{"at":');
    const disk = newDisk();
    disk.fault = (operation, file) => (operation === 'write' && file.endsWith('.torn') ? 'ENOSPC' : null);
    const log = openAudit(state, { now, fs: disk.fs });
    await expect(log.sync(outcome('c2'))).rejects.toThrow('ENOSPC');
    expect(readFileSync(path, 'utf8')).toMatch(/\{"at":$/);
    disk.fault = () => null;
    await log.sync(outcome('c3'));
    await log.close();
    expect(callsIn(state)).toEqual(['c1', 'recovered', 'c3']);
  });
});

describe('lines that are damaged otherwise', () => {
  test('in the middle are left alone for verify to tell', async () => {
    const state = await logged(['c1', 'c2', 'c3']);
    const path = join(state, 'audit', FILE);
    const before = readFileSync(path, 'utf8').replace(/^.*"c2".*$/m, 'damaged');
    writeFileSync(path, before);
    await logged(['c4'], state);
    expect(readFileSync(path, 'utf8').startsWith(before)).toBe(true);
    expect(await verifyAudit(state)).toMatchObject({ broken: 1, breaks: [{ file: FILE, line: 2, what: 'the line is no record' }] });
  });

  test('at the end, but whole JSON, are left alone too; the chain goes on from the last record', async () => {
    const state = await logged(['c1', 'c2']);
    const path = join(state, 'audit', FILE);
    appendFileSync(path, '{"no":"record"}\n[1]\n');
    await logged(['c3'], state);
    const lines = readFileSync(path, 'utf8').split('\n');
    expect(lines.slice(2, 4)).toEqual(['{"no":"record"}', '[1]']);
    expect(JSON.parse(lines[4] ?? '')).toMatchObject({ call: 'c3', seq: 2, prev: JSON.parse(lines[1] ?? '').hash });
  });

  test('a file that holds nothing of ours is left alone, and the chain goes on after it', async () => {
    const state = await logged(['c1'], newState(), () => now() - 86_400_000);
    writeFileSync(join(state, 'audit', FILE), '"not ours"\n');
    await logged(['c2'], state);
    const [yesterday] = recordsOf(state, '2026-11-29.ndjson');
    expect(recordsOf(state, FILE)).toMatchObject(['not ours', { call: 'c2', seq: 1, prev: yesterday?.hash }]);
  });

  test('files of other names and an emptied file do no harm', async () => {
    const state = await logged(['c1']);
    for (const name of ['notes.txt', '2026-11-30.0.ndjson', '2026-11-30.1.ndjson', '2026-11-30.x.ndjson', '2099-01-01.ndjson.bak']) {
      writeFileSync(join(state, 'audit', name), 'something else');
    }
    writeFileSync(join(state, 'audit', '2026-12-24.ndjson'), '');
    await logged(['c2'], state);
    expect(callsIn(state, '2026-12-24.ndjson')).toEqual(['c2']);
    expectChain([...recordsOf(state, FILE), ...recordsOf(state, '2026-12-24.ndjson')]);
  });
});

test('to start on a file of 50 MB reads only its end', async () => {
  const state = await logged(['c1']);
  const path = join(state, 'audit', FILE);
  const line = readFileSync(path);
  truncateSync(path, 50_000_000);
  appendFileSync(path, Buffer.concat([Buffer.from('\n'), line]));
  const disk = newDisk();
  const log = openAudit(state, { now, fs: disk.fs });
  await log.sync(outcome('c2'));
  await log.close();
  expect(disk.read).toBeLessThan(1_000_000);
  const end = readFileSync(path).subarray(50_000_001).toString().split('\n');
  expect(JSON.parse(end[1] ?? '')).toMatchObject({ call: 'c2', seq: 1 });
});

describe('a process that is killed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'audit-writer-'));
  const script = join(folder, 'writer.mjs');
  buildSync({ entryPoints: ['test/torture/audit-writer.mjs'], outfile: script, bundle: true, platform: 'node', format: 'esm' });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('ten times in the middle of writing: nothing acknowledged is lost, the chain holds, and its lane is used again', async () => {
    const state = newState();
    const acknowledged: string[] = [];
    for (let run = 0; run < 10; run++) {
      const child = spawn(process.execPath, [script, state, `r${run}`], { stdio: ['ignore', 'pipe', 'inherit'] });
      let printed = '';
      child.stdout.setEncoding('utf8').on('data', (text) => {
        printed += text;
      });
      await once(child.stdout, 'data');
      await delay(5 + 9 * run);
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
      acknowledged.push(...printed.split('\n').slice(0, -1));
      // What the moment of a kill leaves rarely, and a loss of power often.
      if (run % 2) for (const name of filesOf(state).slice(-1)) appendFileSync(join(state, 'audit', name), '{"at":"2026');
    }
    const log = openAudit(state);
    await log.sync(outcome('end'));
    await log.close();
    const records = filesOf(state).flatMap((name) => recordsOf(state, name));
    expectChain(records);
    const calls = new Set(records.map(({ call }) => call));
    expect(acknowledged.filter((call) => !calls.has(call))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(100);
    expect(records.filter(({ kind }) => kind === 'recovered')).toHaveLength(5);
    expect(readdirSync(join(state, 'audit')).filter((name) => /\.\d+\.ndjson$|^lane/.test(name))).toEqual([]);
  });

  test('two at once on one folder write a chain each, and one that takes over from the dead leaves the living alone', async () => {
    const state = newState();
    const children = ['a', 'b'].map((run) => spawn(process.execPath, [script, state, run], { stdio: ['ignore', 'pipe', 'inherit'] }));
    const [first, second] = children;
    try {
      await Promise.all(children.map((child) => once(child.stdout, 'data')));
      for (const child of children) child.stdout.resume();
      const gone = first && once(first, 'exit');
      first?.kill('SIGKILL');
      await gone;
      const log = openAudit(state);
      await Promise.all(Array.from({ length: 20 }, (_, index) => log.sync(outcome(`c${index}`))));
      await log.close();
    } finally {
      const gone = second && once(second, 'exit');
      second?.kill('SIGKILL');
      await gone;
    }
    const lanes = filesOf(state).map((name) => readFileSync(join(state, 'audit', name), 'utf8'));
    expect(lanes).toHaveLength(2);
    const report = await verifyAudit(state);
    expect(report).toMatchObject({ broken: 0, lanes: [{ lane: 1 }, { lane: 2 }] });
    const withOurs = lanes.filter((text) => text.includes('"c0"'));
    expect(withOurs).toHaveLength(1);
    expect(withOurs[0]).toContain('"c19"');
  });
});
