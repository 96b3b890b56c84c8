import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { caseText } from '../../src/cases/case-text.ts';
import { findCase, findCases } from '../../src/cases/find-cases.ts';
import { newFolder } from './new-folder.ts';
import { sampleCase } from './sample-case.ts';

function folderWith(...files: string[]): string {
  const folder = newFolder();
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  return folder;
}

const shown = (paths: string[], cwd: string) => findCases(paths, cwd).map((each) => each.shown);

describe('case files are found', () => {
  test('in a folder and below, sorted, and nothing else', () => {
    const cwd = folderWith('cases/b/x--1.case.json', 'cases/a/y--2.min.case.json', 'cases/a/notes.json', 'cases/a/.y.case.json.0.tmp');
    mkdirSync(join(cwd, 'cases', '.git'));
    writeFileSync(join(cwd, 'cases', '.git', 'z.case.json'), '');
    expect(shown(['cases'], cwd)).toEqual(['cases/a/y--2.min.case.json', 'cases/b/x--1.case.json']);
    expect(shown(['cases/'], cwd)).toHaveLength(2);
    expect(findCases(['cases'], cwd)[0]?.file).toBe(join(cwd, 'cases/a/y--2.min.case.json'));
  });

  test('each once, whatever names it', () => {
    const cwd = folderWith('cases/a/x.case.json');
    expect(shown(['cases', 'cases/a', './cases/a/x.case.json', join(cwd, 'cases')], cwd)).toEqual(['cases/a/x.case.json']);
  });

  test('by their path, whatever their ending is', () => {
    const cwd = folderWith('downloads/case (1).json');
    expect(shown(['downloads/case (1).json'], cwd)).toEqual(['downloads/case (1).json']);
  });

  test('but no links to folders are followed, also none that lead round in a circle', () => {
    const [cwd, elsewhere] = [folderWith('cases/a/x.case.json'), folderWith('y.case.json')];
    symlinkSync(elsewhere, join(cwd, 'cases/elsewhere'));
    symlinkSync(join(cwd, 'cases'), join(cwd, 'cases/a/round'));
    expect(shown(['cases'], cwd)).toEqual(['cases/a/x.case.json']);
  });

  test('in a folder without any as none', () => {
    expect(findCases(['.'], newFolder())).toEqual([]);
  });

  test('of 10,000 at most', { timeout: 60_000 }, () => {
    const cwd = folderWith('a/x.case.json');
    for (let index = 0; index < 10_000; index++) writeFileSync(join(cwd, 'a', `${index}.case.json`), '');
    expect(() => findCases(['a'], cwd)).toThrow('there are more than 10,000 cases');
  });
});

describe('a path that leads to no case is a fault', () => {
  const cwd = () => folderWith('cases/find_order/erp_busy--3f9a1c02.case.json', 'cases/list/x--00000000.case.json');
  test.each([
    ['a misspelt folder', 'casses', 'did you mean "cases"?'],
    ['a misspelt folder within', 'cases/find-ordr', 'did you mean "find_order"?'],
    [
      'a file whose fingerprint is another by now',
      'cases/find_order/erp_busy--aaaaaaaa.case.json',
      'did you mean "erp_busy--3f9a1c02.case.json"?',
    ],
    ['a pattern that the shell left alone', 'cases/*/nothing*.case.json', 'holds "find_order" and "list"'],
    ['a file in a file', 'cases/list/x--00000000.case.json/y', 'did you mean "x--00000000.case.json"?'],
    ['a name that no file can have', 'cases/\0', 'holds "find_order" and "list"'],
  ])('%s', (_name, path, hint) => {
    expect(() => findCases([path], cwd())).toThrow(expect.objectContaining({ name: 'Fault', hint: expect.stringContaining(hint) }));
  });
});

describe('one case', () => {
  function cases(): string {
    const cwd = newFolder();
    mkdirSync(join(cwd, 'cases/find_order'), { recursive: true });
    const save = (id: string, file: string) => writeFileSync(join(cwd, 'cases/find_order', file), caseText(sampleCase({ id })));
    save('find_order--busy--11111111', 'busy--11111111.case.json');
    save('find_order--busy--11111111.min', 'busy--11111111.min.case.json');
    save('find_order--timeout--22222222', 'timeout--22222222.case.json');
    writeFileSync(join(cwd, 'cases/find_order', 'damaged.case.json'), '{');
    return cwd;
  }

  test.each([
    ['its id', 'find_order--busy--11111111', 'busy--11111111.case.json'],
    ['the beginning of its id', 'find_order--t', 'timeout--22222222.case.json'],
    ['its file', 'cases/find_order/busy--11111111.min.case.json', 'busy--11111111.min.case.json'],
    ['a file that is none', 'cases/find_order/damaged.case.json', 'damaged.case.json'],
  ])('is found by %s', (_name, word, file) => {
    expect(findCase(word, 'cases', cases())).toMatchObject({ shown: `cases/find_order/${file}` });
  });

  test.each([
    ['begins more than one id', 'find_order--b', /begins more than one id/, /name a file: .*busy--11111111\.case\.json/],
    ['is misspelt', 'find_order--timout--22222222', /there is no case/, /did you mean "find_order--timeout--22222222"/],
    ['is nothing', 'x', /there is no case "x": no file, and no id/, /there is "find_order--busy--11111111", /],
  ])('that %s is a fault', (_name, word, message, hint) => {
    expect(() => findCase(word, 'cases', cases())).toThrow(
      expect.objectContaining({ name: 'Fault', message: expect.stringMatching(message), hint: expect.stringMatching(hint) }),
    );
  });

  test('where there are none is a fault that says where to look', () => {
    expect(() => findCase('x', 'cases', newFolder())).toThrow(
      expect.objectContaining({ hint: 'mcp-adapter cases list shows what there is' }),
    );
  });
});
