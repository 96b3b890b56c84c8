import { describe, expect, test } from 'vitest';
import type { CallExample } from '../../src/checks/rule.ts';
import { judgeCalls, linesOf, text } from './calls.ts';

const tool = {
  name: 'edit',
  inputSchema: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      rows: { type: 'integer', minimum: 1, maximum: 100 },
      all: { type: 'boolean' },
      fields: { type: 'object' },
      either: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/list' }] },
      filter: {
        type: 'object',
        properties: { terms: { type: 'array', items: { type: 'object', properties: { n: { type: 'number' } } } } },
      },
    },
    required: ['id'],
    $defs: { list: { type: 'array', items: { type: 'integer' } } },
  },
};
const sent = (args: Record<string, unknown>, more: CallExample = {}): CallExample => ({ tool, arguments: { id: 'A', ...args }, ...more });
const refusal = { isError: true, ...text('invalid argument') };

describe('arguments that the user sent', () => {
  const cases: [string, Record<string, unknown>, string[]][] = [
    ['all as the schema wants', { rows: 5, all: true, fields: {}, either: null }, []],
    ['an object as text', { fields: '{"a":1}' }, ['error args/stringified-object']],
    ['a list as text behind a reference', { either: '[1]' }, ['error args/stringified-object']],
    ['a list as text within an object', { filter: { terms: '[{"n":1}]' } }, ['error args/stringified-object']],
    ['a number as text', { rows: '5' }, ['warning args/string-for-number']],
    ['a number as text within a list', { filter: { terms: [{ n: '2.5' }] } }, ['warning args/string-for-number']],
    ['a boolean as text', { all: 'false' }, ['warning args/string-for-number']],
    ['null for an optional one', { rows: null }, ['warning args/null-optional']],
    ['null for a required one', { id: null }, ['info args/mismatch']],
    ['a number out of bounds', { rows: 500 }, ['info args/mismatch']],
    ['words for a number', { rows: 'five' }, ['info args/mismatch']],
    [
      'three ways at once',
      { fields: '{}', rows: '5', all: null },
      ['warning args/null-optional', 'warning args/string-for-number', 'error args/stringified-object'],
    ],
  ];
  test.each(cases)('%s', async (_name, args, expected) => {
    expect((await linesOf([sent(args)])).sort()).toEqual([...expected].sort());
    expect((await linesOf([sent(args, { result: refusal })])).sort()).toEqual(
      expected.length ? [...expected].sort() : ['info result/not-enveloped'],
    );
  });
});

test('the finding names the place, the value and the corrected argument', async () => {
  const [nested] = await judgeCalls([sent({ filter: { terms: [{ n: '2.5' }] } })]);
  expect(nested).toMatchObject({ at: '/inputSchema/properties/filter' });
  expect(nested?.message).toBe('argument "filter.terms[0].n": is "2.5" (text), and the schema wants number');
  const [stringified] = await judgeCalls([sent({ fields: '{"a":1}' })]);
  expect(stringified?.fix).toContain('send "fields" as {"a":1}');
});

describe('argument probes', () => {
  const plain = sent({});
  const probe = (
    kind: 'missing' | 'wrong-type' | 'text' | 'extra',
    argument: string,
    args: Record<string, unknown>,
    more: CallExample,
  ): CallExample => ({
    tool,
    arguments: args,
    probe: { kind, argument },
    ...more,
  });
  test('a missing argument that is taken is reported, a refused one is not', async () => {
    expect(await linesOf([plain, probe('missing', 'id', {}, {})])).toEqual(['warning args/invalid-accepted']);
    expect(await linesOf([plain, probe('missing', 'id', {}, { result: refusal })])).toEqual([]);
  });
  test('a refusal by protocol error is wrong since 2025-11-25', async () => {
    const refused = [plain, probe('missing', 'id', {}, { error: { code: -32602, message: 'id is required' } })];
    expect(await linesOf(refused)).toEqual(['warning args/protocol-error']);
    expect(await linesOf(refused, { revision: '2025-06-18' })).toEqual([]);
  });
  test('a refused text form is told as info, a taken one not', async () => {
    expect(await linesOf([plain, probe('text', 'rows', { id: 'A', rows: '5' }, { result: refusal })])).toEqual([
      'info args/string-for-number',
    ]);
    expect(await linesOf([plain, probe('text', 'rows', { id: 'A', rows: '5' }, {})])).toEqual([]);
  });
  test('an extra argument that the schema allows and the tool refuses is reported once', async () => {
    const extra = probe('extra', 'toolCallId', { id: 'A', toolCallId: 'x' }, { result: refusal });
    expect(await linesOf([plain, extra])).toEqual(['warning schema/additional-properties-mismatch']);
    expect(await linesOf([{ ...plain, result: refusal }, extra])).not.toContain('warning schema/additional-properties-mismatch');
  });
  test('a refusal in plain words is a refusal, and a fault of its own', async () => {
    const extra = probe('extra', 'toolCallId', { id: 'A', toolCallId: 'x' }, { result: text('Error: unknown argument toolCallId') });
    expect(await linesOf([plain, extra])).toEqual(['warning result/error-as-success', 'warning schema/additional-properties-mismatch']);
  });
});
