import { describe, expect, test } from 'vitest';
import { chanceMissed, detailOf, type Runs, verdictOf } from '../../src/cases/verdict.ts';
import type { Observation } from '../../src/model/observation.ts';
import type { CaseOutcome } from '../../src/model/saved-case.ts';

const SAVED = 'sha256:saved';
const pass = { failed: false, fingerprint: null };
const same = { failed: true, fingerprint: SAVED };
const other = { failed: true, fingerprint: 'sha256:other' };
const third = { failed: true, fingerprint: 'sha256:third' };

test.each([
  ['every run passes', [pass, pass, pass], 'fixed'],
  ['the only run passes', [pass], 'fixed'],
  ['every run fails as saved', [same, same, same], 'still-fails'],
  ['every run fails in another way', [other, other, other], 'different-failure'],
  ['every run fails in another way, each in its own', [other, third, other], 'different-failure'],
  ['one of three fails as saved', [pass, same, pass], 'flaky'],
  ['one of three fails in another way', [other, pass, pass], 'flaky'],
  ['all fail, only some as saved', [same, other, same], 'flaky'],
  ['there was no run', [], 'unreplayable'],
])('%s: %s', (_, runs, verdict) => {
  expect(verdictOf(runs, SAVED)).toBe(verdict);
});

test('a failure in 30 % of runs passes three of them 34 % of the time, ten of them 3 %', () => {
  expect(chanceMissed(3)).toBeCloseTo(0.343);
  expect(chanceMissed(10)).toBeCloseTo(0.0282, 3);
  expect(chanceMissed(30, 0.1)).toBeCloseTo(0.0424, 3);
  expect(chanceMissed(0)).toBe(1);
});

const actual: CaseOutcome = {
  class: 'tool_error',
  code: 'env_unavailable',
  jsonrpc_code: null,
  retryable: true,
  elapsed_ms: 1203,
  message: 'no environment is free',
  failed: ['ok'],
  fingerprint: SAVED,
  result: null,
  stderr_tail: [],
};
const last: Observation = {
  outcome: 'tool_error',
  code: 'env_unavailable',
  jsonrpcCode: null,
  retryable: true,
  attempts: 1,
  ms: 900,
  result: null,
  message: 'no environment is free',
  schemaProblem: null,
  refusesArguments: false,
  rawException: null,
  bytes: 0,
};
const open = { state: 'open' as const, actual };
const regression = { state: 'regression' as const, actual };
const failing = (over: Partial<Observation> = {}, runs: Partial<Runs> = {}): Runs => ({
  runs: 3,
  failures: 3,
  last: { ...last, ...over },
  ...runs,
});

describe('the sentence', () => {
  test('of a fixed case says what so few runs leave open, and what ten would', () => {
    const passed = (runs: number) => detailOf('fixed', open, { runs, failures: 0, last: null });
    expect(passed(3)).toBe(
      'met the expectation in 3 of 3 runs (a failure in 30 % of runs would pass unseen 34 % of the time; --runs 10: 3 %)',
    );
    expect(passed(10)).toBe('met the expectation in 10 of 10 runs (a failure in 30 % of runs would pass unseen 3 % of the time)');
    expect(passed(30)).toContain('would pass unseen less than 1 % of the time)');
  });

  test('of a failure that stays names its code', () => {
    expect(detailOf('still-fails', open, failing())).toBe('env_unavailable in 3 of 3 runs');
  });

  test('of a call that went well names the check that it does not meet', () => {
    const wrong = { state: 'open' as const, actual: { ...actual, class: 'ok' as const, code: 'ok', failed: ['json/status', 'text'] } };
    expect(detailOf('still-fails', wrong, failing())).toBe('json/status not met in 3 of 3 runs');
  });

  test('of another failure says first what is clearest', () => {
    const said = (over: Partial<Observation>, failed?: string[]) =>
      detailOf('different-failure', open, failing(over, failed ? { failed } : {}));
    expect(said({ outcome: 'timeout', code: 'timeout' })).toBe('code timeout instead of env_unavailable');
    expect(said({ outcome: 'policy_denied' })).toBe('policy_denied instead of tool_error, code env_unavailable');
    expect(said({}, ['code'])).toBe('code not met, instead of ok');
    expect(said({ message: 'no region' })).toBe(
      'the same code env_unavailable, but in other words: "no region" instead of "no environment is free"',
    );
  });

  test('of a flaky case counts', () => {
    expect(detailOf('flaky', open, failing({}, { failures: 2 }))).toBe('failed in 2 of 3 runs');
    expect(detailOf('flaky', open, failing())).toBe('failed in 3 of 3 runs, but not always as recorded');
  });

  test('of a regression case says that it passes as expected, or fails again', () => {
    expect(detailOf('fixed', regression, { runs: 3, failures: 0, last: null })).toMatch(/^passes as expected in 3 of 3 runs \(/);
    expect(detailOf('still-fails', regression, failing())).toBe('fails again: env_unavailable in 3 of 3 runs');
    expect(detailOf('different-failure', regression, failing({ code: 'timeout' }))).toBe(
      'fails again: code timeout instead of env_unavailable',
    );
  });

  test('stays one short line whatever an adapter says', () => {
    const said = detailOf('different-failure', open, failing({ code: 'x\n'.repeat(9999), message: '\u001b[2J' }));
    expect(said.length).toBeLessThan(300);
    expect(said).not.toContain('\n');
    expect(detailOf('different-failure', open, failing({ message: '\u001b[2J'.repeat(9999) }))).not.toContain('\u001b');
  });
});
