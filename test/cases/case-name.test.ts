import { describe, expect, test } from 'vitest';
import { fileNameOf, folderOf, idOf, numberedId, ownId } from '../../src/cases/case-name.ts';
import { fingerprint } from './sample-case.ts';

const HOSTILE = [
  '.',
  '..',
  '../../etc/passwd',
  'a/b',
  'a\\b',
  'C:\\x',
  'con',
  'NUL',
  'com1',
  'lpt9.txt',
  '',
  ' ',
  'x'.repeat(500),
  'naïve',
  '工具',
  'a\u0000b',
  'a\nb',
  '-rf',
  '$(id)',
  'İ',
  '\u202e',
  '~',
  'a.',
];

describe('the name of a case', () => {
  test('is the tool, what happened, and the beginning of the fingerprint', () => {
    const id = idOf('find_order', 'erp_busy', fingerprint('3f9a1c02'));
    expect(id).toBe('find_order--erp_busy--3f9a1c02');
    expect(fileNameOf('find_order', id)).toBe('find_order/erp_busy--3f9a1c02.case.json');
    expect(fileNameOf('find_order', `${id}.min`)).toBe('find_order/erp_busy--3f9a1c02.min.case.json');
  });

  test.each(HOSTILE)('holds only what is safe everywhere for the tool and the slug %j', (hostile) => {
    const name = fileNameOf(hostile, idOf(hostile, hostile, fingerprint()));
    expect(name).toMatch(/^[a-z0-9_-]{1,48}\/[a-z0-9_-]{1,48}--3f9a1c02\.case\.json$/);
    for (const part of name.split('/')) expect(part).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/);
  });

  test('differs for tools that would have the same folder', () => {
    const tools = [...HOSTILE, 'find', 'Find', 'FIND', 'a_b', 'a b', `${'x'.repeat(500)}y`, 'con_', 'nul_', '_', '__'];
    expect(new Set(tools.map(folderOf)).size).toBe(tools.length);
    expect(folderOf('find')).toBe('find');
    expect(folderOf('Find')).toMatch(/^find-[0-9a-f]{6}$/);
  });

  test('with a number has its place for it, however long it is', () => {
    expect(numberedId('find', 'find--busy--3f9a1c02', 2)).toBe('find--busy_2--3f9a1c02');
    const long = idOf('find', 'y'.repeat(48), fingerprint());
    expect(fileNameOf('find', numberedId('find', long, 12))).toBe(`find/${'y'.repeat(45)}_12--3f9a1c02.case.json`);
  });

  test.each([
    'find--../x--3f9a1c02',
    'other--busy--3f9a1c02',
    'find--busy',
    'find--busy--3f9a1c02.max',
    '../find--busy--3f9a1c02',
    '/etc.min',
    '',
  ])('is made safe for the id %j, which was not made here', (id) => {
    const own = ownId('find', id, fingerprint());
    expect(fileNameOf('find', own)).toMatch(/^find\/[a-z0-9_-]{1,48}--3f9a1c02(\.min)?\.case\.json$/);
    expect(own.endsWith('.min')).toBe(id.endsWith('.min'));
    expect(ownId('find', own, fingerprint())).toBe(own);
  });
});
