import { describe, expect, test } from 'vitest';
import { cleanLine, cleanText } from '../../../src/reference/pages/clean-text.ts';

describe('characters that nobody sees are gone', () => {
  test.each([
    ['zero-width', 'pa\u200bss\u200cwo\u200drd\ufeff'],
    ['direction', '\u202epass\u2066word\u2069\u200f'],
    ['soft hyphens and joiners', 'pass\u00ad\u2060word'],
    ['fillers', '\u3164pass\u115f\uffa0word'],
    ['variation selectors', 'pass\ufe0e\ufe0fword\u{e0101}'],
    ['the tag block', `password${String.fromCodePoint(0xe0069, 0xe0067, 0xe006e)}`],
    ['controls', 'pass\u0000\u001b\u009bword'],
    ['half characters', 'pass\ud83dword'],
  ])('%s', (_, text) => {
    expect(cleanText(text, 100)).toBe('password');
  });
});

test('letters of any script, emoji and accents stay', () => {
  const text = 'Überweisung 支付 оплата ₱1,200 🚢 é';
  expect(cleanText(text, 100)).toBe(text);
});

test('lines stay, blanks are folded', () => {
  expect(cleanText('  one\u00a0\t two \r\n\r\n\n\n three\rfour  ', 100)).toBe('one two\n\nthree\nfour');
});

test('a line is one line', () => {
  expect(cleanLine('one\n two\u2028three', 100)).toBe('one two three');
});

test('what is too long ends in …, and no character is cut in two', () => {
  expect(cleanText('abcdef', 6)).toBe('abcdef');
  expect(cleanText('abcdefg', 6)).toBe('abcde…');
  expect(cleanText('abcd🚢fg', 6)).toBe('abcd…');
});

test('invisible characters take no part of the length', () => {
  expect(cleanLine(`Order${'\u200b'.repeat(500_000)} 7`, 20)).toBe('Order 7');
});
