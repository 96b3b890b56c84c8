import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { variablesFor } from '../../../src/kit/resource.ts';
import { createTaskFiles } from '../../../src/reference/files/create-task-files.ts';
import { filesResource } from '../../../src/reference/files/resource.ts';
import { newState } from '../../kit/harness.ts';

const KIB = 1024;
const LIMITS = { fileBytes: 100 * KIB, filesBytes: 1000 * KIB };
const bytesOf = (count: number, each = 7) => new Uint8Array(count).fill(each);
const signal = new AbortController().signal;

/** What a read of the resource by this principal answers. */
async function readAs(principal: string, uri: string, files = createTaskFiles(newState(), LIMITS)) {
  const resource = filesResource(files);
  const variables = variablesFor(resource, uri);
  return variables && resource.read(variables, { caller: { principal, agent: null, scopes: null }, signal, trace: null });
}

test('a file stands in the folder of its task, for nobody else to read, with its hash', async () => {
  const state = newState();
  const made = await createTaskFiles(state, LIMITS).write('local', 't-91', 'screenshot', 'jpeg', bytesOf(10));
  expect(dirname(made.file)).toBe(join(state, 'files', 't-91'));
  expect(basename(made.file)).toMatch(/^screenshot-\d{8}T\d{9}Z-[0-9a-f]{12}\.jpeg$/);
  expect(made.resource_uri).toBe(`adapter-files://t-91/${basename(made.file)}`);
  expect(made.bytes).toBe(10);
  expect(made.sha256).toBe(createHash('sha256').update(readFileSync(made.file)).digest('hex'));
  expect(statSync(made.file).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(made.file)).mode & 0o777).toBe(0o700);
  expect(readdirSync(dirname(made.file))).toEqual([basename(made.file)]);
});

test('what is the same as the file before it is no other file', async () => {
  const state = newState();
  const files = createTaskFiles(state, LIMITS);
  const write = (each: number, task = 't-91') => files.write('local', task, 'screenshot', 'png', bytesOf(10, each));
  const first = await write(1);
  utimesSync(first.file, 1000, 1000);
  expect(await write(1)).toEqual(first);
  // It is not the first to go because it was made first.
  expect(statSync(first.file).mtimeMs).toBeGreaterThan(1_000_000);
  const others = [await write(2), await write(1, 't-92'), await files.write('local', 't-91', 'screenshot', 'jpeg', bytesOf(10, 1))];
  expect(new Set([first, ...others].map(({ file }) => file)).size).toBe(4);
  writeFileSync(others[0]?.file ?? '', 'changed by somebody');
  expect((await write(2)).file).not.toBe(others[0]?.file);
});

test('a picture is read as bytes and a list as text, by the resource URI of the result', async () => {
  const files = createTaskFiles(newState(), LIMITS);
  const picture = await files.write('local', 't-91', 'screenshot', 'png', bytesOf(3));
  const list = await files.write('local', 't-91', 'list', 'json', Buffer.from('[{"id":"é"}]'));
  expect(await readAs('local', picture.resource_uri, files)).toEqual({ mimeType: 'image/png', blob: Buffer.from([7, 7, 7]) });
  expect(await readAs('local', list.resource_uri, files)).toEqual({ mimeType: 'application/json', text: '[{"id":"é"}]' });
});

test('nobody reads the file of another principal, though the task has the same name', async () => {
  const files = createTaskFiles(newState(), LIMITS);
  const alice = await files.write('alice', 't-91', 'list', 'json', Buffer.from('"alice"'));
  const local = await files.write('local', 't-91', 'list', 'json', Buffer.from('"local"'));
  expect(await readAs('alice', alice.resource_uri, files)).toMatchObject({ text: '"alice"' });
  for (const [who, uri] of [
    ['bob', alice.resource_uri],
    ['local', alice.resource_uri],
    ['alice', local.resource_uri],
  ] as const)
    expect(await readAs(who, uri, files)).toBeNull();
});

test('no name and no task leads out of the folder of files', async () => {
  const state = newState();
  const files = createTaskFiles(state, LIMITS);
  const name = 'list-20261130T145800123Z-0123456789ab.json';
  for (const folder of [state, join(state, 'grants')]) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), '"secret"');
  }
  for (const task of ['..', '.', '../grants', '%2e%2e', join(state, 'grants')]) expect(await files.read('local', task, name)).toBeNull();
  mkdirSync(join(state, 'files', 't-1'), { recursive: true });
  writeFileSync(join(state, 'files', 't-1', 'other.json'), '"not ours"');
  for (const wrong of ['../../grants/g.json', 'other.json', `../t-1/${name}`, '', '.', `${name}\n`])
    expect(await files.read('local', 't-1', wrong)).toBeNull();
});

test('a task named .. has a folder of its own below the folder of files', async () => {
  const state = newState();
  const files = createTaskFiles(state, LIMITS);
  const { file, resource_uri } = await files.write('local', '..', 'list', 'json', Buffer.from('1'));
  expect(dirname(dirname(file))).toBe(join(state, 'files'));
  expect(await readAs('local', resource_uri, files)).toMatchObject({ text: '1' });
});

test('a link in the place of a file is not followed', async () => {
  const state = newState();
  const files = createTaskFiles(state, LIMITS);
  const { file } = await files.write('local', 't-1', 'list', 'json', Buffer.from('1'));
  const name = 'list-20261130T145800123Z-0123456789ab.json';
  symlinkSync(file, join(dirname(file), name));
  expect(await files.read('local', 't-1', name)).toBeNull();
});

test('one byte more than a file may have is refused with what to do, and nothing is written', async () => {
  const state = newState();
  const files = createTaskFiles(state, LIMITS);
  await expect(files.write('local', 't-1', 'screenshot', 'png', bytesOf(100 * KIB + 1))).rejects.toMatchObject({
    code: 'file_too_large',
    retryable: false,
    message: expect.stringMatching(/jpeg.*full_page.*max_width/),
    data: { max_bytes: 100 * KIB },
  });
  expect(readdirSync(state)).toEqual([]);
  await expect(files.write('local', 't-1', 'screenshot', 'png', bytesOf(100 * KIB))).resolves.toMatchObject({ bytes: 100 * KIB });
});

test('a file larger than the total is refused, and the others stay', async () => {
  const state = newState();
  const files = createTaskFiles(state, { fileBytes: 100, filesBytes: 50 });
  const small = await files.write('local', 't-1', 'list', 'json', bytesOf(50));
  await expect(files.write('local', 't-1', 'list', 'json', bytesOf(51))).rejects.toMatchObject({ code: 'file_too_large' });
  expect(statSync(small.file).size).toBe(50);
});

test('beyond the total the oldest of all tasks go first, and the new one stays', async () => {
  const state = newState();
  const files = createTaskFiles(state, { fileBytes: 100, filesBytes: 250 });
  const second = await files.write('local', 't-2', 'list', 'json', bytesOf(100));
  const oldest = await files.write('local', 't-1', 'screenshot', 'png', bytesOf(100));
  utimesSync(oldest.file, 1000, 1000);
  utimesSync(second.file, 2000, 2000);
  const new1 = await files.write('local', 't-3', 'list', 'json', bytesOf(100));
  const names = () => readdirSync(join(state, 'files'), { recursive: true }).map((each) => basename(String(each)));
  expect(names()).toEqual(expect.arrayContaining([second.file, new1.file].map((each) => basename(each))));
  expect(names()).not.toContain(basename(oldest.file));
  const new2 = await files.write('local', 't-3', 'list', 'json', bytesOf(100, 8));
  expect(readdirSync(join(state, 'files'))).toEqual(['t-3']);
  expect(readdirSync(join(state, 'files', 't-3')).sort()).toEqual([new1.file, new2.file].map((each) => basename(each)).sort());
});

test('20 files written at the same time stay below the total, and each that is there is whole', async () => {
  const state = newState();
  const files = createTaskFiles(state, { fileBytes: 100, filesBytes: 500 });
  await Promise.all(Array.from({ length: 20 }, (_, index) => files.write('local', `t-${index % 3}`, 'list', 'json', bytesOf(100, index))));
  const left = readdirSync(join(state, 'files'), { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  expect(left).toHaveLength(5);
  for (const each of left) expect(statSync(join(each.parentPath, each.name)).size).toBe(100);
});

test('what somebody else has put there is neither counted nor removed', async () => {
  const state = newState();
  mkdirSync(join(state, 'files', 't-1'), { recursive: true });
  writeFileSync(join(state, 'files', 'note.txt'), bytesOf(900));
  writeFileSync(join(state, 'files', 't-1', 'note.txt'), bytesOf(900));
  const files = createTaskFiles(state, { fileBytes: 100, filesBytes: 100 });
  await files.write('local', 't-1', 'list', 'json', bytesOf(100));
  await files.write('local', 't-1', 'list', 'json', bytesOf(100));
  expect(readdirSync(join(state, 'files', 't-1'))).toHaveLength(2);
  expect(readFileSync(join(state, 'files', 'note.txt'))).toHaveLength(900);
});

test.each([
  ['ENOSPC', 'output_full', false],
  ['EDQUOT', 'output_full', false],
  ['EROFS', 'state_unavailable', true],
])('a disk that answers %s is told as %s, without the path, and the next file can be written', async (code, told, retryable) => {
  const state = newState();
  let full = true;
  const files = createTaskFiles(state, LIMITS, async () => {
    if (full) throw Object.assign(new Error(`${code}: ${state}`), { code });
  });
  const failure = await files.write('local', 't-1', 'list', 'json', bytesOf(1)).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: told, retryable });
  expect(String(failure)).not.toContain(state);
  full = false;
  await expect(files.write('local', 't-1', 'list', 'json', bytesOf(1))).resolves.toMatchObject({ bytes: 1 });
});
