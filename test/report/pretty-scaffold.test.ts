import { describe, expect, test } from 'vitest';
import type { ScaffoldSummary } from '../../src/model/run.ts';
import { markdown } from '../../src/report/markdown.ts';
import { pretty } from '../../src/report/pretty.ts';
import { columns } from '../../src/report/pretty-text.ts';
import { cleanCheck, finding, HOSTILE, OBEYED, run } from './runs.ts';

function made(parts: Partial<ScaffoldSummary> = {}): ScaffoldSummary {
  return {
    folder: 'shop',
    template: 'typescript',
    dryRun: false,
    files: [
      { path: 'src/tools/index.ts', change: 'created' },
      { path: 'src/main.ts', change: 'created' },
      { path: 'README.md', change: 'created' },
      { path: 'package.json', change: 'created' },
    ],
    notes: [],
    commands: ['cd shop', 'npm install', 'npx mcp-adapter smoke'],
    ...parts,
  };
}

const NEXT = 'cd shop && npm install && npx mcp-adapter smoke';

describe('pretty', () => {
  test('a line a folder, then the commands, each to be copied', () => {
    expect(pretty(run('init', { scaffold: made(), next: NEXT }))).toBe(
      [
        'made 4 files in shop (typescript)',
        '  .           README.md, package.json',
        '  src         main.ts',
        '  src/tools   index.ts',
        '',
        'next       cd shop',
        '           npm install',
        '           npx mcp-adapter smoke',
        '',
      ].join('\n'),
    );
  });

  test.each([
    ['a dry run', made({ dryRun: true, folder: '.' }), 'would make 4 files in the current folder (typescript)'],
    [
      'one file made and one changed',
      made({
        files: [
          { path: 'src/tools/a.ts', change: 'created' },
          { path: 'smoke/tools.yaml', change: 'changed' },
        ],
      }),
      'made 1 file and changed 1 file in shop (typescript)',
    ],
    ['an adapter that was there', made({ template: null }), 'made 4 files in shop'],
  ])('the title of %s', (_name, scaffold, title) => {
    expect(pretty(run('init', { scaffold })).split('\n')[0]).toBe(title);
  });

  test('what was changed is told from what was made', () => {
    const scaffold = made({ files: [{ path: 'smoke/tools.yaml', change: 'changed' }] });
    expect(pretty(run('init', { scaffold }))).toContain('  smoke   tools.yaml (changed)\n');
  });

  test('notes stand before the commands and fit the width', () => {
    const notes = ['The project is named mon-cafe, as npm and MCP take it; --name says another.', 'A second one.'];
    const lines = pretty(run('init', { scaffold: made({ notes }) }), { width: 60 }).split('\n');
    expect(lines.slice(5, 11)).toEqual([
      'note       The project is named mon-cafe, as npm and MCP',
      '           take it; --name says another.',
      'note       A second one.',
      '',
      'next       cd shop',
      '           npm install',
    ]);
    expect(Math.max(...lines.map(columns))).toBeLessThanOrEqual(60);
  });

  test('with what check found in an adapter that was there', () => {
    const found = { ...cleanCheck(), command: 'init', findings: [finding({ message: 'no maximum' })], scaffold: made({ template: null }) };
    const text = pretty(run('init', found));
    expect(text.indexOf('made 4 files')).toBe(0);
    expect(text).toMatch(/erp 1\.4\.0[\s\S]*no maximum[\s\S]*hosts[\s\S]*1 error[\s\S]*next {7}cd shop/);
  });

  test.each(Object.entries(HOSTILE))('nothing that a folder or a file is called reaches the terminal raw: %s', (_name, text) => {
    const scaffold = made({ folder: text, files: [{ path: `${text}/${text}`, change: 'created' }], notes: [text], commands: [text] });
    expect(pretty(run('init', { scaffold }))).not.toMatch(OBEYED);
  });
});

test('markdown has the title, the files and the next command', () => {
  expect(markdown(run('init', { scaffold: made({ notes: ['A note.'] }), next: NEXT, durationMs: 12 }))).toBe(
    [
      '## mcp-adapter init: made 4 files in shop (typescript)',
      '',
      '| folder | files |',
      '| --- | --- |',
      '| <code>.</code> | <code>README.md</code> <code>package.json</code> |',
      '| <code>src</code> | <code>main.ts</code> |',
      '| <code>src/tools</code> | <code>index.ts</code> |',
      '',
      '- A note.',
      '',
      `12 ms · next: <code>${NEXT.replaceAll('&', '&#38;')}</code>`,
      '',
    ].join('\n'),
  );
});
