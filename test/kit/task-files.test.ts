import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CLOCK, type Clock } from '../../src/kit/stores/clock.ts';
import { taskFiles } from '../../src/kit/stores/task-files.ts';
import type { Claim, StoredOutcome, TaskStore, TaskWish } from '../../src/kit/stores/task-store.ts';
import { newState } from './harness.ts';
import { startProcesses } from './store-processes.ts';

const KEY = hash('local click t-91 s1');
const WRITE: TaskWish = {
  principal: 'local',
  tool: 'click',
  task: 't-91',
  argumentsHash: hash('arguments'),
  limitMs: 60_000,
  repeatable: false,
};
const PREPARE: TaskWish = { ...WRITE, tool: 'prepare_environment', repeatable: true };
const OK: StoredOutcome = { envelope: { ok: true, code: 'ok', order: 'A-1' }, content: [{ type: 'text', text: 'more' }] };
const HOUR = 3_600_000;

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The claim, which must have been won. */
async function win(tasks: TaskStore, wish: TaskWish, key = KEY): Promise<Extract<Claim, { kind: 'won' }>> {
  const claim = await tasks.claim(key, wish);
  if (claim.kind !== 'won') throw new Error(`the claim was ${claim.kind}`);
  return claim;
}

const kinds = (claims: readonly unknown[]) => claims.map((claim) => (claim as Claim).kind);
const fileOf = (state: string, key = KEY) => join(state, 'tasks', `${key}.json`);
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** The clocks of this machine, set `ms` forwards or backwards by its owner; `passed` really went by. */
function clock({ set = 0, passed = 0 }: { set?: number; passed?: number }): Clock {
  return { now: () => CLOCK.now() + set + passed, monotonic: () => CLOCK.monotonic() + passed };
}

describe('one key is executed once', () => {
  test('of 200 claims at the same time in one process', async () => {
    const tasks = taskFiles(newState());
    const claims = await Promise.all(Array.from({ length: 200 }, () => tasks.claim(KEY, WRITE)));
    expect(kinds(claims).filter((kind) => kind === 'won')).toHaveLength(1);
    expect(new Set(kinds(claims))).toEqual(new Set(['won', 'in_flight']));
  });

  test('by 24 processes at the same time, and the others are told its outcome or that it is under way', async () => {
    const state = newState();
    const executions = join(state, 'executions');
    const processes = await startProcesses(24);
    const claims = await Promise.all(
      processes.map((each) => each.ask({ do: 'claim', state, key: KEY, wish: WRITE, executions, bytes: 10 })),
    );
    expect(kinds(claims).filter((kind) => kind === 'won')).toHaveLength(1);
    expect(new Set([...kinds(claims), 'finished', 'in_flight'])).toEqual(new Set(['won', 'finished', 'in_flight']));
    expect(readFileSync(executions, 'utf8').trim().split('\n')).toHaveLength(1);
    expect(readdirSync(join(state, 'tasks'))).toEqual([`${KEY}.json`]);
  });

  test('and its outcome is answered again, to another process too', async () => {
    const state = newState();
    await (await win(taskFiles(state), WRITE)).finish(OK);
    const finished = { kind: 'finished', argumentsHash: WRITE.argumentsHash, outcome: OK };
    expect(await taskFiles(state).claim(KEY, { ...WRITE, argumentsHash: hash('others') })).toEqual(finished);
    const [process] = await startProcesses(1);
    expect(await process?.ask({ do: 'claim', state, key: KEY, wish: WRITE })).toEqual(finished);
  });

  test('or again when it was given back', async () => {
    const state = newState();
    const tasks = taskFiles(state);
    await (await win(tasks, WRITE)).finish(null);
    expect(readdirSync(join(state, 'tasks'))).toEqual([]);
    await (await win(tasks, WRITE)).finish({ envelope: { ok: false, code: 'not_found' }, content: [] });
    expect((await tasks.claim(KEY, WRITE)).kind).toBe('finished');
    expect(read(fileOf(state)).state).toBe('failed');
  });

  test.each(['../../etc/passwd', 'AB', KEY.toUpperCase(), `${KEY}/x`, ''])('and %j is no key', async (key) => {
    await expect(taskFiles(newState()).claim(key, WRITE)).rejects.toThrow('lower-case hex');
  });
});

describe('a process that was killed in the middle', () => {
  test('of a write leaves it in doubt for everybody', async () => {
    const state = newState();
    const [killed, other] = await startProcesses(2);
    expect(await killed?.ask({ do: 'claim', state, key: KEY, wish: WRITE })).toEqual({ kind: 'won' });
    expect(await other?.ask({ do: 'claim', state, key: KEY, wish: WRITE })).toMatchObject({ kind: 'in_flight' });
    await killed?.kill();
    const inDoubt = { kind: 'in_doubt', argumentsHash: WRITE.argumentsHash };
    expect(await other?.ask({ do: 'claim', state, key: KEY, wish: WRITE })).toEqual(inDoubt);
    expect(await taskFiles(state).claim(KEY, PREPARE)).toEqual(inDoubt);
    await taskFiles(state, { ttlMs: 1, ...clock({ passed: 48 * HOUR }) }).sweep();
    expect(await taskFiles(state).claim(KEY, WRITE)).toEqual(inDoubt);
  });

  test('of what may be repeated is followed by one of 8 others', async () => {
    const state = newState();
    const executions = join(state, 'executions');
    const [killed, ...others] = await startProcesses(9);
    await killed?.ask({ do: 'claim', state, key: KEY, wish: PREPARE });
    await killed?.kill();
    const claims = await Promise.all(others.map((each) => each.ask({ do: 'claim', state, key: KEY, wish: PREPARE, executions })));
    expect(kinds(claims).sort()).toEqual([...Array(7).fill('in_flight'), 'won']);
    expect(readFileSync(executions, 'utf8').trim().split('\n')).toHaveLength(1);
  });

  test('while it followed another leaves it in doubt: nobody knows how far it got', async () => {
    const state = newState();
    const [killed] = await startProcesses(1);
    await killed?.ask({ do: 'claim', state, key: KEY, wish: PREPARE });
    await killed?.kill();
    writeFileSync(join(state, 'tasks', `.${KEY}.json.${read(fileOf(state)).id}.taken`), '');
    expect((await taskFiles(state).claim(KEY, PREPARE)).kind).toBe('in_doubt');
  });

  test('is not followed with other arguments, or by a call that may not be repeated', async () => {
    const state = newState();
    const [killed] = await startProcesses(1);
    await killed?.ask({ do: 'claim', state, key: KEY, wish: PREPARE });
    await killed?.kill();
    const claim = await taskFiles(state).claim(KEY, { ...PREPARE, argumentsHash: hash('others') });
    expect(claim).toEqual({ kind: 'in_doubt', argumentsHash: PREPARE.argumentsHash });
    expect((await taskFiles(state).claim(KEY, { ...PREPARE, repeatable: false })).kind).toBe('in_doubt');
    expect((await taskFiles(state).claim(KEY, PREPARE)).kind).toBe('won');
  });
});

describe('a reservation that is past its limit', () => {
  /** A reservation of this process, or as `over` says. */
  async function reserved(wish: TaskWish, over: object = {}): Promise<string> {
    const state = newState();
    await win(taskFiles(state), wish);
    writeFileSync(fileOf(state), JSON.stringify({ ...read(fileOf(state)), ...over }));
    return state;
  }
  const elsewhere = { owner: { pid: 1, started: null, host: 'elsewhere' } };
  const late = clock({ passed: 60_000 + 5_001 });
  const inTime = clock({ passed: 60_000 + 4_000 });

  test('of another host is lost: what may be repeated is', async () => {
    const state = await reserved(PREPARE, elsewhere);
    expect((await taskFiles(state, inTime).claim(KEY, PREPARE)).kind).toBe('in_flight');
    expect((await taskFiles(state, late).claim(KEY, PREPARE)).kind).toBe('won');
  });

  test('of another host is in doubt for a write', async () => {
    const state = await reserved(WRITE, elsewhere);
    expect((await taskFiles(state, inTime).claim(KEY, WRITE)).kind).toBe('in_flight');
    expect((await taskFiles(state, late).claim(KEY, WRITE)).kind).toBe('in_doubt');
  });

  test('of a living process is in doubt, even when it may be repeated: that process may still be at it', async () => {
    const state = await reserved(PREPARE);
    expect((await taskFiles(state, inTime).claim(KEY, PREPARE)).kind).toBe('in_flight');
    expect((await taskFiles(state, late).claim(KEY, PREPARE)).kind).toBe('in_doubt');
  });

  test('and was taken over is not touched by its first owner, who comes back', async () => {
    const state = newState();
    let passed = 0;
    const slow = taskFiles(state, { ...CLOCK, monotonic: () => CLOCK.monotonic() + passed });
    const first = await win(slow, PREPARE);
    const second = await win(slow, PREPARE, hash('another'));
    writeFileSync(fileOf(state), JSON.stringify({ ...read(fileOf(state)), ...elsewhere }));
    passed = 70_000;
    const heir = await win(slow, PREPARE);
    await first.finish(OK);
    expect(read(fileOf(state)).state).toBe('reserved');
    await first.finish(null);
    await heir.finish({ envelope: { ok: true, code: 'ok', by: 'heir' }, content: [] });
    expect(await slow.claim(KEY, PREPARE)).toMatchObject({ kind: 'finished', outcome: { envelope: { by: 'heir' } } });
    // Late, but nobody has taken it.
    await second.finish(OK);
    expect((await slow.claim(hash('another'), PREPARE)).kind).toBe('finished');
  });
});

describe('a clock that was set', () => {
  test.each([-48 * HOUR, 48 * HOUR])('by %d ms changes nothing while a process is at it', async (set) => {
    const state = newState();
    await win(taskFiles(state), PREPARE);
    expect((await taskFiles(state, clock({ set })).claim(KEY, PREPARE)).kind).toBe('in_flight');
  });

  test.each([-48 * HOUR, 48 * HOUR])('by %d ms makes no outcome forgotten, whether before or after it', async (set) => {
    const state = newState();
    const [right, wrong] = [taskFiles(state), taskFiles(state, clock({ set }))];
    await (await win(right, WRITE)).finish(OK);
    await wrong.sweep();
    await (await win(wrong, WRITE, hash('another'))).finish(OK);
    await right.sweep();
    expect((await right.claim(KEY, WRITE)).kind).toBe('finished');
    expect((await right.claim(hash('another'), WRITE)).kind).toBe('finished');
  });

  test('back before a restart of the machine leaves a dead process dead and an outcome known', async () => {
    const state = newState();
    const boot = (at: string) => ({ at, boot: 'another boot', up: 5 });
    await win(taskFiles(state), WRITE);
    const ahead = boot(new Date(Date.now() + 48 * HOUR).toISOString());
    const record = read(fileOf(state));
    const dead = { ...record, reserved: ahead, owner: { ...record.owner, started: '5 another boot' } };
    writeFileSync(fileOf(state), JSON.stringify(dead));
    expect((await taskFiles(state).claim(KEY, WRITE)).kind).toBe('in_doubt');
    writeFileSync(fileOf(state), JSON.stringify({ ...dead, state: 'done', finished: ahead, outcome: OK }));
    await taskFiles(state).sweep();
    expect((await taskFiles(state).claim(KEY, WRITE)).kind).toBe('finished');
  });
});

describe('a file that is none of ours', () => {
  test.each([
    ['an empty one', ''],
    ['half a record', '{"format": "mcp-adapter/task@1", "state": "reser'],
    ['a record without its members', '{"format": "mcp-adapter/task@1", "state": "done"}'],
    ['a newer format', '{"format": "mcp-adapter/task@2", "state": "open"}'],
    ['a list', '[1, 2]'],
    ['null', 'null'],
    ['bytes', '\u0000\u0001\ufffd'],
  ])('%s is in doubt, and stays', async (_name, text) => {
    const state = newState();
    mkdirSync(join(state, 'tasks'));
    writeFileSync(fileOf(state), text);
    const tasks = taskFiles(state, { ttlMs: 1, ...clock({ passed: 48 * HOUR }) });
    await tasks.sweep();
    for (const wish of [WRITE, PREPARE]) expect(await tasks.claim(KEY, wish)).toEqual({ kind: 'in_doubt', argumentsHash: null });
    expect(readFileSync(fileOf(state), 'utf8')).toBe(text);
  });

  test('a link or a folder is in doubt', async () => {
    const state = newState();
    mkdirSync(join(state, 'tasks'));
    symlinkSync('/dev/zero', fileOf(state));
    mkdirSync(fileOf(state, hash('another')));
    for (const key of [KEY, hash('another')])
      expect(await taskFiles(state).claim(key, WRITE)).toEqual({ kind: 'in_doubt', argumentsHash: null });
  });

  test('an outcome of more than 1 MiB keeps its envelope', async () => {
    const tasks = taskFiles(newState());
    const text = 'x'.repeat(1024 * 1024);
    await (await win(tasks, WRITE)).finish({ ...OK, content: [{ type: 'text', text }] });
    expect(await tasks.claim(KEY, WRITE)).toMatchObject({ kind: 'finished', outcome: { envelope: OK.envelope, content: [] } });
  });
});

describe('a disk that takes no more', () => {
  test('fails the claim with its own error, and nothing is left behind', async () => {
    const state = newState();
    mkdirSync(join(state, 'tasks'));
    const [full] = await startProcesses(1, 0);
    expect(await full?.ask({ do: 'claim', state, key: KEY, wish: WRITE })).toEqual({ error: 'EFBIG' });
    expect(readdirSync(join(state, 'tasks'))).toEqual([]);
    expect((await taskFiles(state).claim(KEY, WRITE)).kind).toBe('won');
  });

  test('fails to finish, and the key is in doubt later, not executed twice', async () => {
    const state = newState();
    const [full] = await startProcesses(1, 16);
    const order = { do: 'claim', state, key: KEY, wish: WRITE, executions: join(state, 'executions'), bytes: 100_000 } as const;
    expect(await full?.ask(order)).toEqual({ error: 'EFBIG' });
    expect(readFileSync(order.executions, 'utf8')).toContain('\n');
    expect(await full?.ask(order)).toMatchObject({ kind: 'in_flight' });
    await full?.kill();
    expect(await taskFiles(state).claim(KEY, WRITE)).toEqual({ kind: 'in_doubt', argumentsHash: WRITE.argumentsHash });
    expect(readdirSync(join(state, 'tasks'))).toEqual([`${KEY}.json`]);
  });

  test('has no folder for tasks where a file stands', async () => {
    const state = newState();
    writeFileSync(join(state, 'tasks'), '');
    await expect(taskFiles(state).claim(KEY, WRITE)).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(taskFiles(state).sweep()).rejects.toMatchObject({ code: 'ENOTDIR' });
  });
});

describe('a sweep', () => {
  test('forgets what was finished longer ago than the time to live, and nothing else', async () => {
    const state = newState();
    const tasks = taskFiles(state);
    await (await win(tasks, WRITE)).finish(OK);
    await win(tasks, WRITE, hash('under way'));
    await taskFiles(state, clock({ passed: 23 * HOUR })).sweep();
    expect(existsSync(fileOf(state))).toBe(true);
    await taskFiles(state, clock({ passed: 25 * HOUR })).sweep();
    expect(readdirSync(join(state, 'tasks'))).toEqual([`${hash('under way')}.json`]);
  });

  test('removes what a process that died left of writing after an hour, but no marker that keeps others off', async () => {
    const state = newState();
    const tasks = taskFiles(state);
    await win(tasks, WRITE);
    const { id } = read(fileOf(state));
    const name = (rest: string) => `.${KEY}.json.${rest}`;
    const names = [
      name(`${'0'.repeat(24)}.tmp`),
      name(`${'1'.repeat(24)}.tmp`),
      name(`${'f'.repeat(32)}.taken`),
      name(`${id}.taken`),
      'notes.txt',
    ];
    for (const each of names) writeFileSync(join(state, 'tasks', each), '');
    for (const each of names.filter((_, index) => index !== 1))
      utimesSync(join(state, 'tasks', each), new Date(), new Date(Date.now() - 2 * HOUR));
    await tasks.sweep();
    expect(readdirSync(join(state, 'tasks')).sort()).toEqual([...names.slice(1, 2), ...names.slice(3), `${KEY}.json`].sort());
  });

  test('keeps its hands off a version that another process is changing right now', async () => {
    const state = newState();
    await (await win(taskFiles(state), WRITE)).finish(OK);
    const marker = join(state, 'tasks', `.${KEY}.json.${read(fileOf(state)).id}.taken`);
    writeFileSync(marker, '');
    const later = taskFiles(state, clock({ passed: 25 * HOUR }));
    await later.sweep();
    expect(existsSync(fileOf(state))).toBe(true);
    unlinkSync(marker);
    await later.sweep();
    expect(existsSync(fileOf(state))).toBe(false);
  });

  test.each<[string, number, number | null, number]>([
    ['all of them', 1, 300, 0],
    ['some among many that stay', 34, null, 10_300 - 303],
  ])('looks at 10,000 files, and the next goes on behind what it left: %s', async (_name, each, once, twice) => {
    const state = newState();
    await (await win(taskFiles(state), WRITE)).finish(OK);
    const old = readFileSync(fileOf(state), 'utf8');
    unlinkSync(fileOf(state));
    for (let n = 0; n < 10_300; n++) writeFileSync(fileOf(state, hash(`${n}`)), n % each ? '' : old);
    const later = taskFiles(state, clock({ passed: 25 * HOUR }));
    await later.sweep();
    if (once !== null) expect(readdirSync(join(state, 'tasks'))).toHaveLength(once);
    await later.sweep();
    expect(readdirSync(join(state, 'tasks'))).toHaveLength(twice);
  });

  test('finds nothing to do where nothing was reserved', async () => {
    await expect(taskFiles(newState()).sweep()).resolves.toBeUndefined();
  });
});
