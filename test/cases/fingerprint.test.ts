import { describe, expect, test } from 'vitest';
import { fingerprintOf } from '../../src/cases/fingerprint.ts';
import type { Observation } from '../../src/model/observation.ts';

const refused: Observation = {
  outcome: 'tool_error',
  code: 'env_unavailable',
  jsonrpcCode: null,
  retryable: true,
  attempts: 3,
  ms: 1203,
  result: null,
  message: 'no environment is free in "US-CA"',
  schemaProblem: null,
  refusesArguments: false,
  rawException: null,
  bytes: 0,
};
const print = (over: Partial<Observation> = {}, failed: string[] = ['ok'], handles: string[] = []) =>
  fingerprintOf({ ...refused, ...over }, failed, handles);

test('a fingerprint is sha256 and 64 hex digits', () => {
  expect(print()).toMatch(/^sha256:[0-9a-f]{64}$/);
});

describe('it stays', () => {
  const same: [string, string][] = [
    ['when the call takes longer', print({ ms: 9000 })],
    ['when the adapter tries less often or changes its mind about retrying', print({ attempts: 1, retryable: false })],
    ['when a quoted value is another', print({ message: 'no environment is free in "DE-BE"' })],
    ['when the result holds other data', print({ result: { content: [{ type: 'text', text: 'x' }] } })],
    ['when a failing call is slow as well', print({}, ['ok', 'max_ms'])],
    ['when a check is named twice', print({}, ['ok', 'ok'])],
  ];
  test.each(same)('%s', (_, other) => expect(other).toBe(print()));

  test('whatever the order of the checks', () => {
    expect(print({}, ['code', 'json/status'])).toBe(print({}, ['json/status', 'code']));
  });

  test('when a handle of the run is another', () => {
    const gone = (name: string) => print({ message: `environment ${name} is gone` }, ['ok'], [name]);
    expect(gone('blue-lake')).toBe(gone('red-hill'));
  });

  test('when another item of a list breaks the schema', () => {
    const broken = (schemaProblem: string) => print({ outcome: 'ok', code: 'ok', schemaProblem }, ['output_schema']);
    expect(broken('/orders/0/status enum')).toBe(broken('/orders/17/status enum'));
    expect(broken('/orders/0 type')).toBe(broken('/orders/3 type'));
    expect(broken('/orders/0/status enum')).not.toBe(broken('/orders/0/total enum'));
    expect(broken('/orders/0/status enum')).not.toBe(broken('/orders/0/status type'));
  });

  test('when a call that went well says something else', () => {
    const wrong = (message: string) => print({ outcome: 'ok', code: 'ok', message }, ['json/status']);
    expect(wrong('lost')).toBe(wrong('found'));
  });
});

describe('it differs', () => {
  const others: [string, string][] = [
    ['by outcome', print({ outcome: 'transport' })],
    ['by code', print({ code: 'timeout' })],
    ['by the code of JSON-RPC', print({ jsonrpcCode: -32602 })],
    ['by the check that is not met', print({}, ['code'])],
    ['by another check', print({}, ['ok', 'code'])],
    ['by its words', print({ message: 'no region is free in "US-CA"' })],
  ];
  test.each(others)('%s', (_, other) => expect(other).not.toBe(print()));

  test('from a call that is only slow', () => {
    expect(print({}, ['max_ms'])).not.toBe(print({}, []));
  });
});

test('a code and a message that no JSON text should hold are no reason to fail', () => {
  expect(print({ jsonrpcCode: Number.POSITIVE_INFINITY, code: '\ud800', message: '\udfff'.repeat(1000) })).toMatch(/^sha256:/);
});
