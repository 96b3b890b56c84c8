import { expect, test } from 'vitest';
import { mismatches } from '../../src/cases/expectation.ts';
import { withoutIgnored } from '../../src/cases/ignored.ts';
import type { Expectation } from '../../src/model/expectation.ts';
import type { Observation } from '../../src/model/observation.ts';

const payload = { order: { id: 'A-1', seen_at: '12:00', lines: [{ n: 1, at: 7 }] }, request: 'r-9' };
const seen: Observation = {
  outcome: 'ok',
  code: 'ok',
  jsonrpcCode: null,
  retryable: null,
  attempts: null,
  ms: 1,
  result: { content: [{ type: 'text', text: JSON.stringify(payload) }] },
  message: '',
  schemaProblem: null,
  refusesArguments: false,
  rawException: null,
  bytes: 0,
};
const order = { id: 'A-1', seen_at: 'another time', lines: [{ n: 1, at: 8 }] };

test.each<[string, Expectation, string[], string[]]>([
  ['nothing', { json: { '/order': order } }, [], ['json/order']],
  ['what differs within an expected object', { json: { '/order': order } }, ['/order/seen_at', '/order/lines/0/at'], []],
  ['only some of it', { json: { '/order': order } }, ['/order/seen_at'], ['json/order']],
  ['the expected place itself', { json: { '/request': 'r-1', '/order/id': 'A-1' } }, ['/request'], []],
  ['what is above an expected place', { json: { '/order/id': 'B-1' } }, ['/order'], []],
  ['something else', { json: { '/order/id': 'B-1' } }, ['/request'], ['json/order/id']],
])('ignoring %s', (_name, expectation, ignore, missed) => {
  const compared = withoutIgnored(expectation, seen, ignore);
  expect(mismatches(compared.expect, compared.seen).map(({ check }) => check)).toEqual(missed);
});
