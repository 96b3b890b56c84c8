import { expect, test } from 'vitest';
import { lineOf, linesOf } from '../../src/model/text.ts';

test.each([
  ['', 0, 1, 1],
  ['abc', 2, 1, 3],
  ['a\nbc', 1, 1, 2],
  ['a\nbc', 2, 2, 1],
  ['a\n\n\nbc', 5, 4, 2],
  ['a\r\nb', 3, 2, 1],
])('in %j the offset %i is line %i, column %i', (text, offset, line, column) => {
  expect(lineOf(text, offset)).toEqual({ line, column });
});

test('many offsets are told as each alone', () => {
  const text = 'one\ntwo\n\nfour five\nsix';
  const offsets = [...text].map((_, offset) => offset);
  expect(linesOf(text, offsets)).toEqual(offsets.map((offset) => lineOf(text, offset)));
  expect(linesOf(text, offsets).at(-1)).toEqual({ line: 5, column: 3 });
});
