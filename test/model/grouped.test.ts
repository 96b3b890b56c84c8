import { expect, test } from 'vitest';
import { grouped } from '../../src/model/text.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [1_672_200, '1,672,200'],
  [-12_345, '-12,345'],
  [123_456_789, '123,456,789'],
])('the thousands of %i stand apart', (value, text) => {
  expect(grouped(value)).toBe(text);
});
