import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { createTaskFiles } from '../../../src/reference/files/create-task-files.ts';
import { newState } from '../../kit/harness.ts';

const bytesOf = (count: number) => new Uint8Array(count).fill(7);

test('whoever writes without end drives out files of its own, whatever its tasks are called', async () => {
  const files = createTaskFiles(newState(), { fileBytes: 100, filesBytes: 500 });
  const hers = [
    await files.write('alice', 't-1', 'list', 'json', bytesOf(100)),
    await files.write('alice', '..', 'list', 'json', bytesOf(50)),
  ];
  for (const { file } of hers) utimesSync(file, 1000, 1000);
  for (let index = 0; index < 30; index++)
    await files.write(index % 2 ? 'local' : 'mallory', ['t-1', '.', `t-${index}`][index % 3] ?? '', 'list', 'json', bytesOf(60));
  expect(hers.map(({ file }) => existsSync(file))).toEqual([true, true]);
});

test('so does one who writes many small files', { timeout: 120_000 }, async () => {
  const state = newState();
  const files = createTaskFiles(state, { fileBytes: 100, filesBytes: 1_000_000 });
  const hers = await files.write('alice', 't-1', 'list', 'json', bytesOf(100));
  utimesSync(hers.file, 1000, 1000);
  const mine = await files.write('mallory', 't-1', 'list', 'json', bytesOf(1));
  for (let index = 0; index < 5_000; index++)
    writeFileSync(`${dirname(mine.file)}/list-20261130T145800123Z-${index.toString(16).padStart(12, '0')}.json`, '1');
  await files.write('mallory', 't-1', 'list', 'json', bytesOf(2));
  expect(existsSync(hers.file)).toBe(true);
  expect(readdirSync(dirname(mine.file))).toHaveLength(4_999);
});

test.each(['con', 'NUL', 'com1', 'aux.txt', 'trailing.', '...', '.hidden', '-rf'])(
  'a task named %s gets a folder that every system can have',
  async (task) => {
    const files = createTaskFiles(newState(), { fileBytes: 100, filesBytes: 500 });
    const { file } = await files.write('local', task, 'list', 'json', bytesOf(1));
    expect(basename(dirname(file))).toMatch(/^~/);
    expect(await files.read('local', task, basename(file))).toMatchObject({ bytes: Buffer.from([7]) });
    expect(await files.read('alice', task, basename(file))).toBeNull();
  },
);
