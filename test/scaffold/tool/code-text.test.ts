import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { pythonMember, typescriptMember } from '../../../src/scaffold/tool/code-text.ts';
import { PYTHON } from '../../templates/project.ts';

const TEXTS = [
  'Finds one order.',
  "It's the order.",
  'The "order".',
  `It's the "order".`,
  'A back\\slash, a \\" and a \\n.',
  'Two\nlines and\ta tab.',
  '$& and $1 and __NAME__ and {y} and %s',
  '查询订单。'.repeat(60),
  'word '.repeat(120).trim(),
  'x'.repeat(1000),
  '🎉'.repeat(100),
];

describe('a text as code', () => {
  test.each(TEXTS)('means the same in TypeScript: %j', (text) => {
    const written = typescriptMember('description: ', text, 4);
    expect(new Function(`return {${written}}.description`)()).toBe(text);
  });

  test.skipIf(!PYTHON && !process.env.CI)('means the same in Python, of a dict and of a call (needs Python with Flask)', () => {
    const written = TEXTS.map((text) => [
      `{${pythonMember('"description": ', text, 4)}}["description"]`,
      `dict(${pythonMember('description=', text, 4)})["description"]`,
    ]);
    const program = `import json, sys; print(json.dumps([${written.flat().join(',\n')}]))`;
    const read: unknown = JSON.parse(execFileSync(PYTHON ?? '.venv/bin/python', ['-c', program], { encoding: 'utf8' }));
    expect(read).toEqual(TEXTS.flatMap((text) => [text, text]));
  });

  test('a Python line is no longer than 120 columns, in a list of a file too', () => {
    for (const text of TEXTS)
      for (const [before, deeper] of [
        ['description=', 0],
        ['"description": ', 4],
      ] as const) {
        const lines = `    ${pythonMember(before, text, 4)}`.split('\n');
        for (const line of lines) expect(columns(line) + deeper, line).toBeLessThanOrEqual(120);
      }
  });

  test('a TypeScript text that is too long for its line goes below the name', () => {
    const room = 140 - 4 - "description: '',".length;
    expect(typescriptMember('description: ', 'x'.repeat(room), 4)).toBe(`description: '${'x'.repeat(room)}',`);
    expect(typescriptMember('description: ', 'x'.repeat(room + 1), 4)).toBe(`description:\n      '${'x'.repeat(room + 1)}',`);
  });
});

/** Every character of these texts that is no ASCII is two columns wide. */
function columns(line: string): number {
  return [...line].reduce((sum, character) => sum + (character > '\x7f' ? 2 : 1), 0);
}
