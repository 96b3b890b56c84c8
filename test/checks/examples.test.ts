import { describe, expect, test } from 'vitest';
import { examplesOf } from '../../src/checks/examples.ts';
import { rules } from '../../src/checks/index.ts';

// A rule is finished when its bad examples are found by it and its good ones are not (the same examples make docs/rules.md).
describe.each(rules.map((rule) => [rule.id, rule] as const))('%s', (_id, rule) => {
  const { good, bad } = examplesOf(rule);
  test('has a good and a bad example', () => {
    expect(good.length).toBeGreaterThan(0);
    expect(bad.length).toBeGreaterThan(0);
  });
  test.each(good.map((judge, index) => [index, judge] as const))('good example %i is left alone', async (_index, judge) => {
    expect((await judge()).map((finding) => finding.message)).toEqual([]);
  });
  test.each(bad.map((judge, index) => [index, judge] as const))('bad example %i is found', async (_index, judge) => {
    const found = await judge();
    expect(found.length).toBeGreaterThan(0);
    for (const { message, fix } of found) expect(`${message} ${fix}`).not.toMatch(/undefined|\[object|NaN/);
  });
});

test('rule ids are unique and their folder is the first word', () => {
  const ids = rules.map((rule) => rule.id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z]+\/[a-z0-9-]+$/);
});
