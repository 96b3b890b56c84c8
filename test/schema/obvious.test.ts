import { expect, test } from 'vitest';
import { isObvious } from '../../src/schema/obvious.ts';
import { type Job, validateJob } from '../../src/schema/validate.ts';
import { randomFrom } from '../random-from.ts';

const NAMES = ['id', 'rows', 'type', 'required', '__proto__', 'größe'];
const VALUES = [
  0,
  1,
  -1,
  1.5,
  1e21,
  '',
  'a',
  'longer text',
  '😀😀',
  true,
  false,
  null,
  [],
  ['a'],
  [1, 'a'],
  {},
  { id: 'a' },
  { rows: 5, id: 'x' },
];
/** Each keyword with values that are valid, and some that are not. */
const KEYWORDS: Record<string, unknown[]> = {
  type: ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null', 'int', ['string', 'null'], 5],
  required: [['id'], ['id', 'rows'], [], ['id', 'id'], 'id', true],
  enum: [['a', 'b'], [], [1, 2], ['a', 'a'], 'a'],
  minimum: [0, 1, '1'],
  maximum: [10, 0, null],
  exclusiveMinimum: [0, true],
  minLength: [0, 1, -1, 1.5],
  maxLength: [1, 3, 20, '3'],
  minItems: [0, 1],
  maxItems: [1, 2],
  additionalProperties: [true, false, {}, 'no'],
  title: ['A title', 5],
  format: ['date', 'no-such-format'],
  pattern: ['^a', '('],
  default: [null, 'a', 5],
  $schema: ['http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2020-12/schema', 'http://example.com/x'],
  uniqueItems: [true, 'yes'],
  $ref: ['#/$defs/A'],
};

function schemaFrom(next: () => number, depth = 0): unknown {
  if (next() < 0.03) return [true, [], 'string', null][Math.floor(next() * 4)];
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const schema: Record<string, unknown> = {};
  // Valid values come first in each list; now and then any of them.
  for (let count = 1 + Math.floor(next() * 4); count > 0; count--) {
    const keyword = pick(Object.keys(KEYWORDS));
    const values = KEYWORDS[keyword] ?? [];
    schema[keyword] = next() < 0.8 ? values[0] : pick(values);
  }
  if (depth < 3 && next() < 0.5) {
    schema.properties = Object.fromEntries(NAMES.filter(() => next() < 0.4).map((name) => [name, schemaFrom(next, depth + 1)]));
  }
  if (depth < 3 && next() < 0.3) schema.items = schemaFrom(next, depth + 1);
  return schema;
}

test('what is called obvious is what the validator finds nothing in: 20,000 schemas, each with a value', () => {
  const next = randomFrom(20_261_130);
  let obvious = 0;
  for (let round = 0; round < 20_000; round++) {
    const schema = schemaFrom(next);
    const value = VALUES[Math.floor(next() * VALUES.length)];
    for (const job of [{ schema }, { schema, value }] satisfies Job[]) {
      if (!isObvious(job)) continue;
      obvious++;
      const verdict = validateJob(job);
      expect({ job, problems: verdict.problems, unjudged: verdict.unjudged }).toEqual({ job, problems: [], unjudged: null });
    }
  }
  // The generator must reach both answers, or the test says nothing.
  expect(obvious).toBeGreaterThan(2_000);
  expect(obvious).toBeLessThan(36_000);
});

test('an ordinary tool with ordinary arguments needs no validator', () => {
  const schema = {
    type: 'object',
    properties: { id: { type: 'string', maxLength: 40 }, rows: { type: 'integer', minimum: 1, maximum: 9 } },
    required: ['id'],
    additionalProperties: false,
  };
  expect(isObvious({ schema })).toBe(true);
  expect(isObvious({ schema, value: { id: 'A-1', rows: 5 } })).toBe(true);
  expect(isObvious({ schema, value: { rows: '5' } })).toBe(false);
});
