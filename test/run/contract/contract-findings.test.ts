import { describe, expect, test } from 'vitest';
import { contractFindings, isTold } from '../../../src/run/contract/contract-findings.ts';
import type { FailureGroup } from '../../../src/run/contract/failure-groups.ts';
import type { Failure } from '../../../src/run/contract/trial.ts';
import { failureOf, toolWith } from './failures.ts';

const file = (name: string) => ({
  file: `cases/${name}.case.json`,
  replay: `mcp-adapter replay cases/${name}.case.json`,
  id: name,
  seen: 1,
});
const group = (failure: Failure, ...more: Failure[]): FailureGroup => ({ failures: [failure, ...more] });
const accepted = (about: string, parts: Partial<Failure> = {}): Failure => ({
  ...failureOf('accepted-invalid', { kind: 'invalid', at: '/inputSchema/properties/rows', about }),
  what: 'accepts what its schema forbids',
  ...parts,
});
const of = (failure: Failure, name: string): Failure => ({ ...failure, trial: { ...failure.trial, tool: toolWith({}, name) } });

describe('a finding', () => {
  test('stands for all failures of a tool with one verdict, and names the plainest of each group and their files', () => {
    const groups = [
      group(accepted('rows is 10', { saved: file('a') }), accepted('rows is 11')),
      group(accepted('page is 0', { saved: file('b') })),
      group(accepted('sort is null', { saved: null })),
    ];
    expect(contractFindings(groups, {})).toMatchObject([
      {
        rule: 'contract/accepted-invalid',
        severity: 'error',
        tool: 'list_orders',
        at: '/inputSchema/properties/rows',
        message: 'accepts what its schema forbids: rows is 10; page is 0; sort is null',
        count: 3,
        saved: [{ file: 'cases/a.case.json' }, { file: 'cases/b.case.json' }],
      },
    ]);
  });

  test('without a file has no list of files', () => {
    expect(contractFindings([group(accepted('rows is 10'))], {})[0]).not.toHaveProperty('saved');
  });

  test('names five cases and counts the others', () => {
    const groups = Array.from({ length: 9 }, (_, index) => group(accepted(`case ${index + 1}`)));
    expect(contractFindings(groups, {})[0]?.message).toBe(
      'accepts what its schema forbids: case 1; case 2; case 3; case 4; case 5; and 4 more',
    );
  });

  test('says each thing that was seen once', () => {
    const crash = (about: string, what: string): Failure => ({ ...failureOf('crashed', { about }), what });
    const groups = [crash('a is 1', 'exit code 1'), crash('b is 2', 'SIGSEGV'), crash('c is 3', 'exit code 1')].map((each) => group(each));
    expect(contractFindings(groups, {})[0]?.message).toBe('exit code 1: a is 1; c is 3; SIGSEGV: b is 2');
  });

  test('has the words of the adapter where the verdict does not say why', () => {
    const refused: Failure = failureOf('rejected-valid', {}, { outcome: 'tool_error', refusesArguments: true, message: 'rows: at most 8' });
    expect(contractFindings([group(refused)], {})[0]?.evidence).toBe('rows: at most 8');
    expect(contractFindings([group(accepted('rows is 10'))], {})[0]?.evidence).toBe(null);
  });

  test('of the whole adapter has no tool', () => {
    const shutOut: Failure = { ...failureOf('permission-too-narrow'), what: 'the identity "clerk" cannot connect', whole: true };
    expect(contractFindings([group(shutOut)], {})[0]).toMatchObject({ tool: null, message: 'the identity "clerk" cannot connect' });
  });
});

test('findings are sorted by tool, then by weight of the verdict', () => {
  const groups = [
    group(of(failureOf('too-large'), 'b')),
    group(of(failureOf('crashed'), 'b')),
    group(of(failureOf('unstable-output'), 'a')),
    group(of(failureOf('accepted-invalid'), 'b')),
  ];
  expect(contractFindings(groups, {}).map(({ tool, rule }) => `${tool} ${rule}`)).toEqual([
    'a contract/unstable-output',
    'b contract/crashed',
    'b contract/accepted-invalid',
    'b contract/too-large',
  ]);
});

test('the config says how heavy a verdict is, and turns one off', () => {
  const groups = [group(accepted('rows is 10')), group(failureOf('too-large'))];
  const settings = { 'contract/accepted-invalid': 'info', 'contract/too-large': 'off' } as const;
  expect(contractFindings(groups, settings).map(({ rule, severity }) => [rule, severity])).toEqual([['contract/accepted-invalid', 'info']]);
  expect([isTold('too-large', settings), isTold('accepted-invalid', settings), isTold('crashed', settings)]).toEqual([false, true, true]);
});
