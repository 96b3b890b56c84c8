import { expect, test } from 'vitest';
import { groupFailures, groupOf, pointerOf } from '../../../src/run/contract/failure-groups.ts';
import type { Failure } from '../../../src/run/contract/trial.ts';
import { failureOf, toolWith } from './failures.ts';

const AT = '/inputSchema/properties/rows';
const accepted = (args: object, parts: Partial<Failure['trial']> = {}) =>
  failureOf('accepted-invalid', { kind: 'invalid', at: AT, keyword: 'maximum', arguments: { ...args }, ...parts });

/** The arguments of each group, the plainest first. */
const texts = (failures: Failure[]) => groupFailures(failures).map(({ failures: group }) => group.map(({ trial }) => trial.text));

test('failures of one tool, verdict, place and keyword are a group, the plainest first', () => {
  const groups = texts([accepted({ rows: 10_000 }), accepted({ rows: 10 }), accepted({ rows: 11, sort: 'a' }, { at: '/properties/rows' })]);
  expect(groups).toEqual([['{"rows":10}', '{"rows":10000}', '{"rows":11,"sort":"a"}']]);
});

test.each<[string, Failure]>([
  ['tool', accepted({ rows: 10 }, { tool: toolWith({ type: 'object' }, 'other') })],
  ['place', accepted({ rows: 10 }, { at: '/inputSchema/properties/page' })],
  ['keyword', accepted({ rows: 10 }, { keyword: 'type' })],
  ['verdict', failureOf('crashed', { kind: 'invalid', at: AT, keyword: 'maximum', arguments: { rows: 10 } })],
])('another %s is another group', (_part, other) => {
  expect(groupFailures([accepted({ rows: 10 }), other])).toHaveLength(2);
});

test('the plainest group comes first, by name where two are as plain', () => {
  const longer = accepted({ rows: 10, page: 1 }, { at: '/inputSchema/properties/page' });
  const second = accepted({ rows: 10 }, { at: '/inputSchema/properties/a', name: 'b' });
  const first = accepted({ rows: 11 }, { at: '/inputSchema/properties/b', name: 'a' });
  expect(groupFailures([longer, second, first]).map(({ failures: [plainest] }) => plainest)).toEqual([first, second, longer]);
});

test('what is seen in an answer is one failure whatever the call was about, unless something else is seen', () => {
  const large = (rows: number, at: string) =>
    failureOf('too-large', { at, keyword: null, arguments: { rows } }, { bytes: 10_000_000 + rows });
  const broken = (problem: string) => failureOf('output-violates-schema', { arguments: {} }, { schemaProblem: problem });
  expect(groupOf(large(1, AT))).toBe(groupOf(large(2, '/inputSchema/properties/page')));
  expect(groupOf(broken('/rows/0/id type'))).toBe(groupOf(broken('/rows/7/id type')));
  expect(groupOf(broken('/rows/0/id type'))).not.toBe(groupOf(broken('/count required')));
});

test('a place in the input schema is told as one in the tool, and one in the tool stays', () => {
  expect(['/properties/rows', '', '/inputSchema/properties/rows', '/outputSchema', '/inputSchemaX', null].map(pointerOf)).toEqual([
    '/inputSchema/properties/rows',
    '/inputSchema',
    '/inputSchema/properties/rows',
    '/outputSchema',
    '/inputSchema/inputSchemaX',
    null,
  ]);
});
