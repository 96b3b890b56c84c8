import { describe, expect, test } from 'vitest';
import { nearest } from '../../src/model/nearest.ts';

describe('the word that was meant', () => {
  test.each([
    ['day', ['hours', 'days'], 'days'],
    ['orderId', ['order', 'order_id'], 'order_id'],
    ['--Timeout', ['time', 'timeout'], 'timeout'],
    ['transprots', ['transports', 'transpose'], 'transports'],
  ])('%s', (word, candidates, meant) => {
    expect(nearest(word, candidates)).toBe(meant);
  });

  test.each([
    ['query', ['limit', 'offset']],
    ['id', ['ip', 'in']],
    ['', ['a']],
    ['x'.repeat(1_000_000), ['x'.repeat(1_000_000)]],
  ])('is not guessed where nothing is near (%#)', (word, candidates) => {
    expect(nearest(word, candidates)).toBeUndefined();
  });
});
