import { expect, test } from 'vitest';
import { compileSchema } from '../../src/schema/compile.ts';
import { judgeAllValues, judgeSchemas } from '../../src/schema/judge-schemas.ts';
import { problemsIn } from '../../src/schema/verdicts.ts';

const NAMES = ['constructor', 'toString', 'hasOwnProperty', 'valueOf'];
const schema = {
  type: 'object',
  properties: Object.fromEntries(NAMES.map((name) => [name, { type: 'string' }])),
  additionalProperties: false,
};

test('what every object inherits is no member of a value: it need not fit, and cannot stand for what is required', async () => {
  const required = { type: 'object', required: NAMES };
  expect(compileSchema(schema)({})).toEqual([]);
  expect(compileSchema(required)({})).not.toEqual([]);
  const [optional, missing] = await judgeSchemas([
    { schema, value: {} },
    { schema: required, value: {} },
  ]);
  expect(problemsIn(optional)).toEqual([]);
  expect(problemsIn(missing)).not.toEqual([]);
  expect(await judgeAllValues([{ schema, values: [{}, { toString: 'x' }, { toString: 1 }] }])).toMatchObject([
    [{ violations: [] }, { violations: [] }, { violations: [{ at: '/toString', keyword: 'type' }] }],
  ]);
});
