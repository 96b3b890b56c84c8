import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkPlan } from '../../src/scaffold/check-plan.ts';
import { writePlan } from '../../src/scaffold/write-plan.ts';
import { contents, emptyFolder, folderWith } from './folders.ts';

const FILES = [
  { path: 'README.md', text: 'read me' },
  { path: 'src/tools/a.ts', text: 'a' },
];

test('files are made with the folders that they need, and edits are made', () => {
  const home = folderWith({ 'shop/list.ts': 'one\n' });
  chmodSync(join(home, 'shop/list.ts'), 0o600);
  writePlan({ folder: join(home, 'shop'), files: FILES, edits: [{ path: 'list.ts', before: 'one\n', after: 'one\ntwo\n' }] });
  expect(contents(home)).toEqual({
    shop: null,
    'shop/README.md': 'read me',
    'shop/list.ts': 'one\ntwo\n',
    'shop/src': null,
    'shop/src/tools': null,
    'shop/src/tools/a.ts': 'a',
  });
  expect(statSync(join(home, 'shop/list.ts')).mode & 0o777).toBe(0o600);
});

describe('a plan that cannot be is refused, and everything is as it was', () => {
  test('seven files that exist: five are named', () => {
    const paths = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const home = folderWith(Object.fromEntries(paths.map((path) => [path, 'mine'])));
    const before = contents(home);
    const files = ['new', ...paths].map((path) => ({ path, text: 'theirs' }));
    expect(() => writePlan({ folder: home, files, edits: [] })).toThrow(/^7 files are in ".*" already: a, b, c, d, e and 2 more$/);
    expect(contents(home)).toEqual(before);
  });

  test('a link to nothing stands where a file would be', () => {
    const home = emptyFolder();
    symlinkSync(join(home, 'nowhere'), join(home, 'README.md'));
    expect(() => writePlan({ folder: home, files: FILES, edits: [] })).toThrow(/^1 file is in ".*" already: README\.md$/);
    expect(Object.keys(contents(home))).toEqual(['README.md']);
  });

  test.each([
    ['the folder is a file', 'README.md'],
    ['a folder above it is a file', 'README.md/a/b'],
  ])('%s', (_name, below) => {
    const home = folderWith({ 'README.md': 'mine' });
    expect(() => writePlan({ folder: join(home, below), files: FILES, edits: [] })).toThrow(
      /README\.md" is a file, and a folder must be there/,
    );
    expect(contents(home)).toEqual({ 'README.md': 'mine' });
  });

  test('a file stands where a folder must be', () => {
    const home = folderWith({ src: 'mine' });
    expect(() => writePlan({ folder: home, files: FILES, edits: [] })).toThrow(/src" is a file, and a folder must be there/);
    expect(contents(home)).toEqual({ src: 'mine' });
  });

  test('a folder is a link that leads out of the project', () => {
    const [home, elsewhere] = [emptyFolder(), emptyFolder()];
    symlinkSync(elsewhere, join(home, 'src'));
    expect(() => writePlan({ folder: home, files: FILES, edits: [] })).toThrow(/src" is a link that leads out of the project/);
    expect(contents(elsewhere)).toEqual({});
    expect(Object.keys(contents(home))).toEqual(['src']);
  });

  test('the folder is a link to nothing', () => {
    const home = emptyFolder();
    symlinkSync(join(home, 'nowhere'), join(home, 'shop'));
    expect(() => writePlan({ folder: join(home, 'shop'), files: FILES, edits: [] })).toThrow(/shop" is a link to nothing/);
    expect(Object.keys(contents(home))).toEqual(['shop']);
  });

  test('a file that is to be changed reads other than it did', () => {
    const home = folderWith({ 'list.ts': 'somebody was here' });
    const edits = [{ path: 'list.ts', before: 'one', after: 'two' }];
    expect(() => writePlan({ folder: home, files: FILES, edits })).toThrow(/list\.ts" was changed meanwhile/);
    expect(contents(home)).toEqual({ 'list.ts': 'somebody was here' });
  });

  test('a file that is to be changed is gone', () => {
    const home = emptyFolder();
    const edits = [{ path: 'list.ts', before: 'one', after: 'two' }];
    expect(() => writePlan({ folder: home, files: FILES, edits })).toThrow(/list\.ts" cannot be written: it is not there/);
    expect(contents(home)).toEqual({});
  });

  test.skipIf(process.platform === 'win32')('a folder that may not be written', () => {
    const home = folderWith({ 'shop/note': 'mine' });
    chmodSync(join(home, 'shop'), 0o500);
    const write = () => writePlan({ folder: join(home, 'shop/new'), files: FILES, edits: [] });
    expect(() => asNobody(write)).toThrow(/cannot be written: you may not write there$/);
    chmodSync(join(home, 'shop'), 0o700);
    expect(contents(home)).toEqual({ shop: null, 'shop/note': 'mine' });
  });
});

describe('a step that fails in the middle is taken back with all before it', () => {
  test('files and the folders above them, also those above the project', () => {
    const home = folderWith({ note: 'mine' });
    // A file cannot have a file below it: the check cannot know, because neither is there yet.
    const files = [...FILES, { path: 'src/tools/a.ts/b.ts', text: 'b' }];
    expect(() => writePlan({ folder: join(home, 'one/two/shop'), files, edits: [] })).toThrow(
      /a\.ts\/b\.ts" cannot be written: a part of this path is a file/,
    );
    expect(contents(home)).toEqual({ note: 'mine' });
  });

  test('edits, and a folder that was there stays', () => {
    const home = folderWith({ 'list.ts': 'one', 'src/note': 'mine' });
    // Two edits of one file: the second finds the work of the first.
    const edits = [
      { path: 'list.ts', before: 'one', after: 'two' },
      { path: 'list.ts', before: 'one', after: 'three' },
    ];
    expect(() => writePlan({ folder: home, files: FILES, edits })).toThrow(/list\.ts" was changed meanwhile/);
    expect(contents(home)).toEqual({ 'list.ts': 'one', src: null, 'src/note': 'mine' });
  });

  test('a name that is too long for the disk', () => {
    const home = emptyFolder();
    const files = [...FILES, { path: `src/${'x'.repeat(300)}`, text: '' }];
    expect(() => writePlan({ folder: join(home, 'shop'), files, edits: [] })).toThrow(/cannot be written: the path is too long$/);
    expect(contents(home)).toEqual({});
  });
});

test('a file that somebody makes between the check and the writing is left alone', () => {
  const home = emptyFolder();
  const folder = join(home, 'shop');
  // Reading the second text is the moment between them: the first file is written by then.
  const late = {
    path: 'b',
    get text() {
      mkdirSync(join(folder, 'theirs'));
      writeFileSync(join(folder, 'c'), 'theirs');
      return 'b';
    },
  };
  const files = [{ path: 'a', text: 'a' }, late, { path: 'c', text: 'c' }];
  expect(() => writePlan({ folder, files, edits: [] })).toThrow(/^1 file is in ".*" already: c$/);
  expect(contents(home)).toEqual({ shop: null, 'shop/c': 'theirs', 'shop/theirs': null });
});

test('the check alone refuses the same and writes nothing', () => {
  const home = emptyFolder();
  checkPlan({ folder: join(home, 'shop'), files: FILES, edits: [] });
  expect(contents(home)).toEqual({});
  folderWith({ 'list.ts': 'other' }, home);
  expect(() => checkPlan({ folder: home, files: [], edits: [{ path: 'list.ts', before: 'one', after: 'two' }] })).toThrow(
    /changed meanwhile/,
  );
});

/** Root may write everywhere. */
function asNobody(work: () => void): void {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65534);
  try {
    work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
