import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { saveCase, updateCase } from '../../src/cases/case-store.ts';
import { readCase } from '../../src/cases/read-case.ts';
import { newFolder } from './new-folder.ts';
import { fingerprint, sampleCase, sampleStep } from './sample-case.ts';

const NAME = 'find_order/timeout--3f9a1c02.case.json';

/** Saves a case of 64 KiB in the folder that is named, and prints what became of it. */
const SAVE = `
  import { saveCase } from '../../src/cases/case-store.ts';
  import { sampleCase, sampleStep } from './sample-case.ts';
  const saved = sampleCase({ steps: [sampleStep(JSON.stringify({ text: 'x'.repeat(65_536) }))] });
  console.log(await saveCase(process.argv[2], saved).catch((error) => error.name + ': ' + error.message));
`;

describe('a case that is saved', () => {
  test('is a file of its own, made for git, and reads as what was saved', async () => {
    const root = join(newFolder(), 'cases');
    const saved = sampleCase();
    expect(await saveCase(root, saved)).toEqual({ file: join(root, NAME), id: saved.id, seen: 1 });
    const text = readFileSync(join(root, NAME), 'utf8');
    expect(text.startsWith('{\n  "format": "mcp-adapter/case@1",\n  "id": "find_order--timeout--3f9a1c02",\n  "state": "open",\n')).toBe(
      true,
    );
    expect(text.endsWith('\n}\n')).toBe(true);
    expect(text).not.toContain('\r');
    expect(readCase(join(root, NAME), NAME)).toEqual({ file: join(root, NAME), shown: NAME, ok: true, case: saved });
    expect(readdirSync(join(root, 'find_order'))).toEqual(['timeout--3f9a1c02.case.json']);
  });

  test('has the same text whatever order its members were put in', async () => {
    const [one, other] = [join(newFolder(), 'cases'), join(newFolder(), 'cases')];
    const saved = sampleCase();
    const turned = JSON.parse(JSON.stringify(saved), (_key, value) =>
      typeof value === 'object' && value && !Array.isArray(value) && 'id' in value
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    );
    await saveCase(one, saved);
    await saveCase(other, turned);
    expect(readFileSync(join(other, NAME), 'utf8')).toBe(readFileSync(join(one, NAME), 'utf8'));
  });

  test('for the second time raises `seen`, and leaves every other byte as it is', async () => {
    const root = newFolder();
    const { file } = await saveCase(root, sampleCase());
    const edited = readFileSync(file, 'utf8').replace('"note": ""', '"note":   "mine", "later": [1.0]');
    writeFileSync(file, edited);
    const again = sampleCase({ id: 'find_order--another_slug--3f9a1c02', created: '2026-12-01T00:00:00.000Z' });
    expect(await saveCase(root, again)).toEqual({ file, id: sampleCase().id, seen: 2 });
    expect(readFileSync(file, 'utf8')).toBe(edited.replace('"seen": 1', '"seen": 2'));
    expect(readdirSync(join(root, 'find_order'))).toHaveLength(1);
  });

  test('64 times at once is one file that was seen 64 times', async () => {
    const root = newFolder();
    await Promise.all(Array.from({ length: 64 }, () => saveCase(root, sampleCase())));
    expect(readdirSync(join(root, 'find_order'))).toHaveLength(1);
    expect(readCase(join(root, NAME), NAME)).toMatchObject({ ok: true, case: { seen: 64 } });
  });

  test('goes beside a file of its name that cannot be read, which is left alone', async () => {
    const root = newFolder();
    mkdirSync(join(root, 'find_order'));
    writeFileSync(join(root, NAME), 'damaged');
    const { file, id } = await saveCase(root, sampleCase());
    expect(file).toBe(join(root, 'find_order/timeout_2--3f9a1c02.case.json'));
    expect(readCase(file, file)).toMatchObject({ ok: true, case: { id } });
    expect(readFileSync(join(root, NAME), 'utf8')).toBe('damaged');
    expect(await saveCase(root, sampleCase())).toMatchObject({ file, seen: 2 });
  });

  test('is another than one whose fingerprint only begins as its own', async () => {
    const root = newFolder();
    await saveCase(root, sampleCase());
    const other = sampleCase({ actual: { ...sampleCase().actual, fingerprint: fingerprint(`3f9a1c02${'1'.repeat(56)}`) } });
    expect(await saveCase(root, other)).toMatchObject({ seen: 1, id: 'find_order--timeout_2--3f9a1c02' });
  });

  test('is another than its smallest form', async () => {
    const root = newFolder();
    const saved = sampleCase();
    await saveCase(root, saved);
    const small = await saveCase(root, { ...saved, id: `${saved.id}.min`, parent: saved.id });
    expect(small).toMatchObject({ seen: 1, file: join(root, 'find_order/timeout--3f9a1c02.min.case.json') });
  });

  test('has a safe name also when its id came from elsewhere', async () => {
    const root = join(newFolder(), 'cases');
    const { file, id } = await saveCase(root, sampleCase({ id: '../../../etc/passwd.min' }));
    expect(file).toMatch(/\/cases\/find_order\/[a-z_]+--3f9a1c02\.min\.case\.json$/);
    expect(readCase(file, file)).toMatchObject({ ok: true, case: { id } });
  });

  test('that was kept as it was is another than one of other arguments', async () => {
    const root = newFolder();
    const actual = { ...sampleCase().actual, class: 'ok' as const, code: 'ok', failed: [] };
    const first = await saveCase(root, sampleCase({ actual }));
    const second = await saveCase(root, sampleCase({ actual, steps: [sampleStep('{"order_id":"A-1002"}')] }));
    expect(second.file).not.toBe(first.file);
    expect(await saveCase(root, sampleCase({ actual }))).toEqual({ ...first, seen: 2 });
  });

  test('of two tools whose names differ only in case are two files', async () => {
    const root = newFolder();
    const [one, other] = await Promise.all(
      ['find', 'Find'].map((tool) => saveCase(root, sampleCase({ steps: [sampleStep('{}', { tool })] }))),
    );
    expect(one?.file.toLowerCase()).not.toBe(other?.file.toLowerCase());
    expect([one?.seen, other?.seen]).toEqual([1, 1]);
  });

  test('that is larger than a case may be is not written', async () => {
    const root = newFolder();
    const text = JSON.stringify({ text: 'x'.repeat(9 * 1024 * 1024) });
    await expect(saveCase(root, sampleCase({ steps: [sampleStep(text)] }))).rejects.toThrow(
      /"find_order" is not kept: its case would have 9\.0 MiB/,
    );
    expect(readdirSync(join(root, 'find_order'))).toEqual([]);
  });
});

describe('a case is not written', () => {
  test('through a link below the root', async () => {
    const [root, elsewhere] = [newFolder(), newFolder()];
    symlinkSync(elsewhere, join(root, 'find_order'));
    await expect(saveCase(root, sampleCase())).rejects.toMatchObject({ name: 'Fault', message: expect.stringContaining('is a link') });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test('over a link that has its name: what that leads to stays as it is', async () => {
    const [root, elsewhere] = [newFolder(), newFolder()];
    mkdirSync(join(root, 'find_order'));
    writeFileSync(join(elsewhere, 'precious'), 'precious');
    symlinkSync(join(elsewhere, 'precious'), join(root, NAME));
    await saveCase(root, sampleCase());
    expect(readFileSync(join(elsewhere, 'precious'), 'utf8')).toBe('precious');
  });

  test('where a file stands in place of the folder, and the fault says so', async () => {
    const root = newFolder();
    writeFileSync(join(root, 'find_order'), 'no folder');
    const { message, name } = await saveCase(root, sampleCase()).catch((error) => error);
    expect([name, message]).toEqual(['Fault', expect.stringMatching(/the case cannot be written to .*: E[A-Z]+: /)]);
  });

  test('where a file stands in the place of the folder', async () => {
    const root = newFolder();
    writeFileSync(join(root, 'find_order'), 'not a folder');
    await expect(saveCase(root, sampleCase())).rejects.toThrow(/cannot be written to /);
    expect(readFileSync(join(root, 'find_order'), 'utf8')).toBe('not a folder');
  });

  test.skipIf(process.platform === 'win32')('where there is no room for it, and no half of it stays', () => {
    const root = newFolder();
    const script = join(newFolder(), 'save.mjs');
    buildSync({
      stdin: { contents: SAVE, resolveDir: 'test/cases', loader: 'ts' },
      outfile: script,
      bundle: true,
      platform: 'node',
      format: 'esm',
      mainFields: ['module', 'main'],
    });
    // A limit on the size of files is the nearest to a full disk that needs no rights.
    const { stdout } = spawnSync('/bin/sh', ['-c', 'ulimit -f 8; exec "$0" "$1" "$2"', process.execPath, script, root], {
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/^Fault: the case cannot be written to .*: E/);
    expect(readdirSync(join(root, 'find_order'))).toEqual([]);
  });
});

describe('a case that is changed', () => {
  test('has its new state, and every other byte as it was', async () => {
    const { file } = await saveCase(newFolder(), sampleCase({ steps: [sampleStep('{ "n": 1.0 }')] }));
    const before = readFileSync(file, 'utf8');
    await updateCase(file, { state: 'regression', note: 'fixed "at last"' });
    expect(readFileSync(file, 'utf8')).toBe(
      before.replace('"open"', '"regression"').replace('"note": ""', '"note": "fixed \\"at last\\""'),
    );
  });

  test('but is gone is a fault', async () => {
    await expect(updateCase(join(newFolder(), 'x.case.json'), { state: 'regression' })).rejects.toMatchObject({ name: 'Fault' });
  });
});
