import { expect, test } from 'vitest';
import { boundaryCases } from '../../../src/schema/boundary/boundary-cases.ts';

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const many = (count: number, schema: object) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, schema]));

function nested(depth: number): object {
  return depth ? object({ in: nested(depth - 1) }, { required: ['in'] }) : { type: 'string' };
}

/** None of these has cases; each says why in one sentence. */
const WITHOUT: [what: string, schema: unknown, reason: RegExp][] = [
  ['no schema', null, /it is no schema/],
  ['false', false, /it allows nothing/],
  ['a contradiction', object({ v: { type: 'integer', minimum: 2, maximum: 1 } }, { required: ['v'] }), /no number fits at \/v/],
  ['a recursion without an end', object({ v: { $ref: '#' } }, { required: ['v'] }), /deep in each other/],
  ['a reference to itself', { $ref: '#' }, /its references have no end/],
  ['a reference to the network', object({ v: { $ref: 'http://127.0.0.1:9/v.json' } }), /could not be judged/],
  ['a type that there is not', object({ v: { type: 'money' } }), /could not be judged/],
  ['a broken pattern', object({ v: { type: 'string', pattern: '(' } }), /could not be judged/],
  ['a depth of 200', nested(200), /deep in each other/],
  ['too many required members', object(many(2_000, {}), { required: Object.keys(many(2_000, {})) }), /more than 1000 values/],
];

test('schemas that allow nothing, or cannot be read, cost one sentence each, and the others go on', async () => {
  const good = object({ v: { type: 'boolean' } });
  const inputs = [good, ...WITHOUT.map(([, schema]) => schema), good].map((schema) => ({ schema }));
  const results = await boundaryCases(inputs);
  expect(results).toHaveLength(inputs.length);
  for (const [index, [what, , reason]] of WITHOUT.entries()) {
    const result = results[index + 1];
    expect([what, result?.cases.length, result?.reason]).toEqual([what, 0, expect.stringMatching(reason)]);
    expect(result?.reason).not.toContain('\n');
  }
  expect(results[0]?.cases.length).toBeGreaterThan(5);
  expect(results.at(-1)).toEqual(results[0]);
});

test('a pattern that could take for ever is not run on what it takes for ever with', async () => {
  const [result] = await boundaryCases([{ schema: object({ v: { type: 'string', pattern: '^(a+)+$' } }) }]);
  expect(result?.cases.map(({ name }) => name)).toContain('v/pattern-near-miss');
});

test('a name from a prototype is a name like any other', async () => {
  const [result] = await boundaryCases([{ schema: object({ toString: { type: 'integer', maximum: 3 } }, { required: ['toString'] }) }]);
  expect(result?.cases.find(({ name }) => name === 'toString/max+1')?.text).toBe('{"toString":4}');
});

test('hostile names are told on one line, and cannot move a cursor', async () => {
  const [result] = await boundaryCases([{ schema: object({ '\u001b[2J/\n\u202e': { type: 'integer', maximum: 3 } }) }]);
  const found = result?.cases.find(({ text }) => text.endsWith(':4}'));
  expect(found?.name).toBe('\\u{1b}[2J~1 \\u{202e}/max+1');
  expect(found?.about).toBe('\\u{1b}[2J/ \\u{202e} is 4, above the maximum of 3');
});

test('an enum of many members is tried in part', async () => {
  const members = Array.from({ length: 10_000 }, (_, index) => `m${index}`);
  const [result] = await boundaryCases([{ schema: object({ v: { enum: members } }) }]);
  expect(result?.cases.filter(({ name }) => name.startsWith('v/enum/'))).toHaveLength(20);
});

test('nothing to do is nothing done', async () => {
  expect(await boundaryCases([])).toEqual([]);
});

test('a keyword that is nothing of its kind throws nothing', async () => {
  const odd = [null, true, -1, 1e300, 'x', [], [null], {}, { a: null }, '#/properties/v', '(a+)+$'];
  const keywords = [
    ...['type', 'enum', 'const', 'minimum', 'maximum', 'exclusiveMinimum', 'multipleOf', 'minLength', 'maxLength', 'pattern', 'format'],
    ...[
      'items',
      'prefixItems',
      'contains',
      'minItems',
      'maxItems',
      'uniqueItems',
      'properties',
      'required',
      'minProperties',
      'maxProperties',
    ],
    ...['dependentRequired', 'propertyNames', 'patternProperties', 'additionalProperties', 'allOf', 'anyOf', 'oneOf', 'not', 'if', '$ref'],
  ];
  const kinds = ['string', 'integer', 'array', 'object'];
  const schemas = keywords.flatMap((keyword) =>
    odd.map((value, index) => object({ v: { type: kinds[index % kinds.length], [keyword]: value } }, index % 2 ? { required: ['v'] } : {})),
  );
  const results = await boundaryCases(schemas.map((schema) => ({ schema })));
  expect(results).toHaveLength(schemas.length);
  for (const { cases, dropped, reason } of results) expect(cases.length + dropped.length + reason.length).toBeGreaterThan(0);
});
