import { describe, expect, test } from 'vitest';
import { github } from '../../src/report/github.ts';
import { junit } from '../../src/report/junit.ts';
import { markdown } from '../../src/report/markdown.ts';
import { pretty } from '../../src/report/pretty.ts';
import { sarif } from '../../src/report/sarif.ts';
import { changed } from './changes.ts';
import { run } from './runs.ts';

const REMOVED = changed({
  rule: 'diff/tool-removed',
  tool: 'pay_order',
  at: null,
  message: 'tool "pay_order" is gone',
  fingerprint: 'bbbbbbbbbbbb',
  before: { name: 'pay_order', inputSchema: { type: 'object', properties: { id: { type: 'string' }, sum: { type: 'number' } } } },
  after: null,
});
const WIDENED = changed({
  rule: 'diff/enum-widened',
  severity: 'info',
  fingerprint: 'cccccccccccc',
  message: '"sort" takes "d" too',
  before: ['c'],
  after: ['c', 'd'],
});
const ACCEPTED = changed({ severity: 'info', accepted: { reason: 'asked for', until: '2027-01-31' } });

function diffed(changes: ReturnType<typeof changed>[], exitCode = 1) {
  return run('diff', { exitCode, changes });
}

describe('on a terminal', () => {
  test('each change has its rule, place and fingerprint, what stood there and what stands there now', () => {
    const text = pretty(diffed([changed()]));
    expect(text).toContain('find_order\n  error     diff/bound-tightened   /inputSchema/properties/limit/maximum   0123456789ab\n');
    expect(text).toContain('            - 100\n            + 50\n            fix: keep it\n');
    expect(text).toMatch(/^1 error {3}/m);
  });

  test('a tool without a name is not taken for the whole adapter', () => {
    const text = pretty(diffed([changed({ tool: '' }), changed({ tool: null })]));
    expect(text).toMatch(/^the whole adapter\n {2}error.*\n(?: {3,}.*\n)+\n""\n {2}error/m);
  });

  test('an accepted change says why and until when, and counts as that', () => {
    const text = pretty(diffed([ACCEPTED, REMOVED]));
    expect(text).toMatch(/accepted {2}diff\/bound-tightened/);
    expect(text).toContain('            until 2027-01-31: asked for\n');
    expect(text).toMatch(/^1 error, 1 accepted {3}/m);
  });

  test('a long value takes one line, and of two long texts what differs is shown', () => {
    const long = 'a word and another '.repeat(200);
    const lines = pretty(diffed([REMOVED, changed({ before: `${long}old end`, after: `${long}new end` })])).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(101);
    const signed = lines.filter((line) => /^ {12}[-+] /.test(line));
    expect(signed).toHaveLength(3);
    expect(signed.find((line) => line.includes('- …'))).toContain('old end');
    expect(signed.find((line) => line.includes('+ …'))).toContain('new end');
  });

  test('nothing is said of a value that is the same', () => {
    expect(pretty(diffed([changed({ before: '1.0.0', after: '1.0.0' })]))).not.toContain('1.0.0');
  });

  test('no change is told as that', () => {
    expect(pretty(diffed([], 0))).toContain('no changes');
    expect(markdown(diffed([], 0))).toContain('## mcp-adapter diff: no changes');
  });
});

describe('for a pull request', () => {
  test('the table has the heaviest first and what is accepted last, then come before and after', () => {
    const text = markdown(diffed([ACCEPTED, WIDENED, REMOVED]));
    const rows = text.split('\n').filter((line) => /^\| (error|info|accepted) /.test(line));
    expect(rows.map((row) => row.split(' ')[1])).toEqual(['error', 'info', 'accepted']);
    expect(rows[2]).toContain('until 2027-01-31: asked for');
    expect(text).toContain('```diff\n- 100\n+ 50\n```');
  });

  test('a long block is folded, a short one is not', () => {
    expect(markdown(diffed([REMOVED]))).toMatch(/<details><summary>.*pay.*<\/summary>\n\n```diff\n(?:- .*\n)+```\n\n<\/details>/);
    expect(markdown(diffed([changed()]))).not.toContain('<details>');
  });

  test('a value cannot end its block, and not fill the page', () => {
    const text = markdown(diffed([changed({ before: '```\n<b>\n', after: 'line\n'.repeat(5000) })]));
    expect(text.match(/^ {0,3}```/gm)).toHaveLength(2);
    expect(text.split('\n').length).toBeLessThan(80);
  });
});

describe('for machines', () => {
  test('JUnit fails for the changes that fail the run, also where they are only infos, and never for accepted ones', () => {
    const failures = (changes: ReturnType<typeof changed>[], exitCode: number) =>
      junit(diffed(changes, exitCode)).match(/<failure/g)?.length ?? 0;
    expect(failures([REMOVED, WIDENED], 1)).toBe(1);
    expect(failures([WIDENED, ACCEPTED], 1)).toBe(1);
    expect(failures([ACCEPTED], 0)).toBe(0);
  });

  test('SARIF and annotations tell before and after, and that a change is accepted', () => {
    const [result] = JSON.parse(sarif(diffed([changed()]))).runs[0].results;
    expect(result).toMatchObject({ ruleId: 'diff/bound-tightened', level: 'error', properties: { evidence: '- 100 + 50' } });
    expect(github(diffed([ACCEPTED], 0))).toMatch(/^::notice .*\(accepted until 2027-01-31: asked for\)$/m);
  });
});
