import { expect, test } from 'vitest';
import type { Observation } from '../../../src/model/observation.ts';
import type { Trial } from '../../../src/run/contract/trial.ts';
import { verdictOf } from '../../../src/run/contract/verdict-of.ts';
import { playedOf, trialOf } from './failures.ts';

const verdict = (kind: Trial['kind'], seen: Partial<Observation>) => verdictOf(playedOf(trialOf({ kind }), seen), null);
const REFUSED: Partial<Observation> = { outcome: 'tool_error', code: 'tool_error', refusesArguments: true };

test.each<[string, Trial['kind'], Partial<Observation>]>([
  ['a valid call that goes well', 'valid', {}],
  ['a valid call that fails for what it is about', 'valid', { outcome: 'tool_error', code: 'order_not_found' }],
  ['an invalid call that is refused', 'invalid', REFUSED],
  ['a call that may be refused, and is', 'either', REFUSED],
  ['a call that may be refused, and goes well', 'either', {}],
])('%s is no failure', (_what, kind, seen) => {
  expect(verdict(kind, seen)).toBe(null);
});

test.each<[string, Trial['kind'], Partial<Observation>, string, string]>([
  ['accepted-invalid', 'invalid', {}, 'an invalid call that goes well', 'accepts what its schema forbids'],
  ['rejected-valid', 'valid', REFUSED, 'a valid call that is refused for its arguments', 'refuses what its schema allows'],
  [
    'output-violates-schema',
    'valid',
    { schemaProblem: '/rows/0 required' },
    'a result that does not fit',
    'the result does not fit the output schema (/rows/0 required)',
  ],
  [
    'raw-exception',
    'invalid',
    { ...REFUSED, rawException: 'a Python stack trace' },
    'a refusal that shows an exception',
    'the answer shows a Python stack trace',
  ],
  ['too-large', 'valid', { bytes: 1_234_567 }, 'a result that hosts cut', 'a result of 1,234,567 bytes'],
  ['timed-out', 'either', { outcome: 'timeout', code: 'timeout', ms: 10_020 }, 'a call that nobody answers', 'no answer within 10 s'],
])('%s is %s call: $3', (rule, kind, seen, _what, words) => {
  expect(verdict(kind, seen)).toEqual({ verdict: rule, what: words });
});

test('of several that are not met the first counts: what got no answer has not accepted anything', () => {
  expect(verdict('invalid', { outcome: 'transport', code: 'transport' })?.verdict).toBe('crashed');
});

test('an adapter that has ended is told with how, one that is still there with what it did instead of answering', () => {
  const trial = trialOf();
  const gone = playedOf(trial, { outcome: 'transport', code: 'transport' }, { outcome: 'gone' });
  const page = playedOf(trial, { outcome: 'transport', code: 'transport', message: 'HTTP 500, text/html' }, { outcome: 'refused' });
  const exit = { code: null, signal: 'SIGSEGV' as const, ageMs: 3 };
  expect(verdictOf(gone, { ...exit, code: 3, signal: null })?.what).toBe('a call ends the adapter (exit code 3)');
  expect(verdictOf(gone, exit)?.what).toBe('a call ends the adapter (SIGSEGV)');
  expect(verdictOf(gone, null)?.what).toBe('a call ends the connection');
  expect(verdictOf(page, null)?.what).toBe('no JSON-RPC answer comes (HTTP 500, text/html)');
});
