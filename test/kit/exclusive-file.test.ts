import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createExclusive, removeVersion, replaceOwned, takeOver } from '../../src/kit/stores/exclusive-file.ts';
import { isAlive, type Owner, owner } from '../../src/kit/stores/owner.ts';
import { newState } from './harness.ts';
import { startProcesses } from './store-processes.ts';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

describe('a process is alive', () => {
  test('while it runs, and not after it was killed', async () => {
    const [process] = await startProcesses(1);
    const other = (await process?.ask({ do: 'owner' })) as Owner;
    expect(other.pid).toBe(process?.pid);
    expect(isAlive(other)).toBe(true);
    await process?.kill();
    expect(isAlive(other)).toBe(false);
  });

  test.runIf(existsSync('/proc/self/stat'))('but not as a zombie, whom nobody has waited for', async () => {
    // The shell becomes `sleep`, which never asks how its child has ended.
    const parent = spawn('/bin/sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(parent.stdout, 'data');
    const pid = Number(line);
    const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const [, boot] = owner().started?.split(' ') ?? [];
    const child = { ...owner(), pid, started: `${stat()[19]} ${boot}` };
    expect(isAlive(child)).toBe(true);
    await expect.poll(() => stat()[0], { timeout: 20_000 }).toBe('Z');
    expect(isAlive(child)).toBe(false);
    parent.kill('SIGKILL');
  });

  test('but not when its id is another process by now', () => {
    expect(isAlive({ ...owner(), started: '1 of another boot' })).toBe(false);
  });

  test('as far as anybody can tell, on another host', () => {
    expect(isAlive({ ...owner(), pid: 2 ** 22 + 1, host: 'elsewhere' })).toBe(true);
  });
});

describe('a file that only one may make', () => {
  test('is whole, private and alone in its folder', async () => {
    const folder = join(newState(), 'tasks');
    expect(await createExclusive(join(folder, 'a.json'), { id: 'first' })).toBe(true);
    expect(await createExclusive(join(folder, 'a.json'), { id: 'second' })).toBe(false);
    expect(read(join(folder, 'a.json'))).toEqual({ id: 'first' });
    expect(readdirSync(folder)).toEqual(['a.json']);
    expect(statSync(join(folder, 'a.json')).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('leaves nothing behind when it cannot be written, and the error is that of the file system', async () => {
    const folder = newState();
    writeFileSync(join(folder, 'tasks'), 'no folder');
    await expect(createExclusive(join(folder, 'tasks', 'a.json'), {})).rejects.toMatchObject({ code: 'ENOTDIR' });
    expect(readdirSync(folder)).toEqual(['tasks']);
  });
});

describe('a version of a file', () => {
  test('is replaced by one of many who try at once, and never again under its old id', async () => {
    const file = join(newState(), 'a.json');
    await createExclusive(file, { id: 'dead' });
    const wins = await Promise.all(Array.from({ length: 50 }, (_, n) => takeOver(file, 'dead', { id: `heir${n}` })));
    expect(wins.filter(Boolean)).toHaveLength(1);
    expect(read(file)).toEqual({ id: `heir${wins.indexOf(true)}` });
    expect(await takeOver(file, 'dead', { id: 'late' })).toBe(false);
    expect(readdirSync(join(file, '..'))).toEqual(['a.json']);
  });

  test('belongs to nobody when the one who was replacing it died before he was done', async () => {
    const file = join(newState(), 'a.json');
    await createExclusive(file, { id: 'dead' });
    writeFileSync(join(file, '..', '.a.json.dead.taken'), '');
    expect(await takeOver(file, 'dead', { id: 'heir' })).toBe(false);
    expect(read(file)).toEqual({ id: 'dead' });
  });

  test('is removed under its own id only', async () => {
    const file = join(newState(), 'a.json');
    await createExclusive(file, { id: 'new' });
    expect(await removeVersion(file, 'old')).toBe(false);
    expect(read(file)).toEqual({ id: 'new' });
    expect(await removeVersion(file, 'new')).toBe(true);
    expect(readdirSync(join(file, '..'))).toEqual([]);
  });

  test('stays when its replacement cannot be written, and another may try again', async () => {
    const file = join(newState(), 'a.json');
    await createExclusive(file, { id: 'dead' });
    // A name as long as a file may have leaves no room for that of a temporary file beside it.
    const long = join(file, '..', `${'x'.repeat(250)}`);
    writeFileSync(long, '{"id": "dead"}');
    await expect(replaceOwned(long, { id: 'heir' })).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
    expect(read(long)).toEqual({ id: 'dead' });
    expect(await takeOver(file, 'dead', { id: 'heir' })).toBe(true);
  });

  test('is no folder that stands in its place', async () => {
    const folder = newState();
    mkdirSync(join(folder, 'a.json'));
    expect(await takeOver(join(folder, 'a.json'), 'dead', {})).toBe(false);
    expect(await createExclusive(join(folder, 'a.json'), {})).toBe(false);
  });
});
