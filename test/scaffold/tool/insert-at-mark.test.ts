import { describe, expect, test } from 'vitest';
import { Fault } from '../../../src/model/fault.ts';
import { insertAtMark } from '../../../src/scaffold/tool/insert-at-mark.ts';

const AT = { file: 'list.py', sorted: false };

describe('lines inserted above a mark', () => {
  test('are indented as the mark is, and nothing else changes', () => {
    const text = 'a = [\n\tone,\n\n\t# mark\n]  \nb = 1';
    expect(insertAtMark(text, '# mark', ['two,', '', 'three,'], AT)).toBe('a = [\n\tone,\n\n\ttwo,\n\n\tthree,\n\t# mark\n]  \nb = 1');
  });

  test('end as the lines of the file do', () => {
    expect(insertAtMark('a\r\n  # mark\r\n', '# mark', ['b', 'c'], AT)).toBe('a\r\n  b\r\n  c\r\n  # mark\r\n');
  });

  test('go above a mark that is the last line, and ends with nothing', () => {
    expect(insertAtMark('a\n# mark', '# mark', ['b'], AT)).toBe('a\nb\n# mark');
  });

  test('that are sorted go before greater lines that begin alike, and no further', () => {
    const text = 'import kit\nfrom tools.a import a\nfrom tools.c import c\nfrom tools.d import d\n# mark\n';
    const inserted = insertAtMark(text, '# mark', ['from tools.b import b'], { ...AT, sorted: true });
    expect(inserted).toBe(
      'import kit\nfrom tools.a import a\nfrom tools.b import b\nfrom tools.c import c\nfrom tools.d import d\n# mark\n',
    );
    expect(insertAtMark('z = 1\n# mark\n', '# mark', ['from tools.b import b'], { ...AT, sorted: true })).toBe(
      'z = 1\nfrom tools.b import b\n# mark\n',
    );
  });

  test('are refused when the mark is gone, or only a part of a line, with the file and the line to put back', () => {
    for (const text of ['', 'a\nb\n', 'x = 1  # mark\n', '# marked\n']) {
      expect(() => insertAtMark(text, '# mark', ['b'], AT)).toThrow(Fault);
      expect(() => insertAtMark(text, '# mark', ['b'], AT)).toThrow('list.py has lost the line  # mark');
    }
  });

  test('are refused when the mark stands there twice', () => {
    expect(() => insertAtMark('# mark\n  # mark\n', '# mark', ['b'], AT)).toThrow('list.py has 2 lines  # mark');
  });
});
