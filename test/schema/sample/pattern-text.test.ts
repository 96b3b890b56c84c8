import { expect, test } from 'vitest';
import { textFor } from '../../../src/schema/sample/pattern-text.ts';

test.each([
  '^[A-Z]-\\d{4}$',
  '^ORD-[0-9]{6,}$',
  '^\\d{4}-\\d{2}-\\d{2}$',
  '^(?:[a-z0-9]+-)*[a-z0-9]+$',
  '^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$',
  '^https?://.+$',
  '^(?<year>\\d{4})(?:-Q[1-4])?$',
  '^#[0-9a-fA-F]{6}$',
  '^(us|eu)-(east|west)-\\d$',
  '^[\\]\\-]+$',
  '^\\p{Lu}\\p{Ll}+$',
  '^\\u0041\\x42\\{\\}$',
  '^é+$',
  'x|y',
  '',
])('what is made for %s matches it', (pattern) => {
  expect(textFor(pattern)).toMatch(new RegExp(pattern, 'u'));
});

test('what is left open stands as often as is wished', () => {
  expect(textFor('^[a-z]{2,8}$', 5)).toBe('aaaaa');
  expect(textFor('^[a-z]{2,8}$', 50)).toBe('aaaaaaaa');
  expect(textFor('^\\d+$', 3)).toBe('111');
});

test.each(['^(?!bad).+$', '(?<=x)y', '(a)\\1', '\\k<a>', '[', '(', 'a{2', '*', '\\', '[^\\s\\S]', 'a{9999}', '('.repeat(2_000)])(
  'nothing is made for %s',
  (pattern) => {
    expect(textFor(pattern)).toBeNull();
  },
);
