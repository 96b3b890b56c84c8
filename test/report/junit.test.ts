import { describe, expect, test } from 'vitest';
import { junit } from '../../src/report/junit.ts';
import { all, outcomes, parse } from './junit-xml.ts';
import { bothTransports, called, cleanCheck, failedStart, faultyCheck, finding, HOSTILE, hostileRun, run } from './runs.ts';

test('a clean check is one passing case a tool', () => {
  expect(outcomes(junit(cleanCheck()))).toEqual({ find_order: 'passed', prepare_environment: 'passed', export_orders: 'passed' });
});

test('errors fail, what did not make the run fail is output, tools without a failure pass', () => {
  expect(outcomes(junit(faultyCheck()))).toEqual({
    'stdio/stdout-noise': 'failure',
    'schema/root-combinator': 'failure',
    'design/unbounded-number': 'system-out',
    'design/open-object': 'system-out',
    find_order: 'passed',
    prepare_environment: 'passed',
  });
});

test('warnings fail in a run that failed without an error', () => {
  const findings = [finding({ severity: 'warning', rule: 'a/b' }), finding({ severity: 'info', rule: 'c/d' })];
  expect(outcomes(junit(run('check', { exitCode: 1, findings })))).toEqual({ 'a/b': 'failure', 'c/d': 'system-out' });
  expect(outcomes(junit(run('check', { exitCode: 0, findings })))).toEqual({ 'a/b': 'system-out', 'c/d': 'system-out' });
});

test('findings of one rule are one case with every place', () => {
  const findings = ['first', 'second'].map((tool) => finding({ tool, at: `/at-${tool}` }));
  const [failure, ...more] = all(parse(junit(run('check', { exitCode: 1, findings }))), 'failure');
  expect(more).toEqual([]);
  expect(failure?.attributes.message).toBe('first: something is wrong (and 1 more)');
  expect(failure?.text).toContain('error tool/some-rule second /at-second\nsomething is wrong\nfix: write something else');
});

test('an adapter that did not start is an errored case with its last words', () => {
  const document = parse(junit(failedStart()));
  expect(all(document, 'testsuite')[0]?.attributes).toMatchObject({ tests: '1', errors: '1', failures: '0' });
  expect(all(document, 'error')[0]?.attributes.message).toBe('node exited with code 1 before answering initialize');
  expect(all(document, 'error')[0]?.text).toContain("Cannot find module './missing.js'");
});

test('steps pass, fail or err, with their seconds', () => {
  const [step] = called(null).steps;
  const steps = (['passed', 'failed', 'errored'] as const).flatMap((status) => (step ? [{ ...step, status, name: status }] : []));
  const xml = junit(run('smoke', { exitCode: 1, steps }));
  expect(outcomes(xml)).toEqual({ passed: 'passed', failed: 'failure', errored: 'error' });
  expect(all(parse(xml), 'testcase')[0]?.attributes.time).toBe('0.512');
});

test('several runs are a suite each', () => {
  const names = all(parse(junit(bothTransports())), 'testsuite').map((suite) => suite.attributes.name);
  expect(names).toEqual(['mcp-adapter check node server.js', 'mcp-adapter check http://127.0.0.1:5000/mcp']);
});

describe('any text of an adapter gives well-formed XML', () => {
  const texts = Object.values(HOSTILE).map((text) => text.slice(0, 60_000));
  // Each text before and after each other: what is harmless alone may close what the other has opened.
  const pairs = texts.flatMap((first) => texts.slice(0, 14).map((second) => `${first}${second}]]>`));

  test(`${pairs.length} pairs of hostile texts`, () => {
    expect(pairs.length).toBeGreaterThan(200);
    for (const text of pairs) expect(all(parse(junit(hostileRun(text))), 'testsuite')).toHaveLength(1);
  });

  test('a text of a megabyte is cut', () => {
    expect(junit(hostileRun(HOSTILE.huge ?? '')).length).toBeLessThan(200_000);
  });

  test('nothing that a terminal obeys gets through', () => {
    for (const text of pairs)
      expect(junit(hostileRun(text))).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\ufffe\uffff]/);
  });
});
