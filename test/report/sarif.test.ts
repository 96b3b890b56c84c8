import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { Log, Result } from 'sarif';
import { describe, expect, test } from 'vitest';
import { sarif } from '../../src/report/sarif.ts';
import { bothTransports, cleanCheck, failedStart, faultyCheck, finding, HOSTILE, hostileRun, OBEYED, run } from './runs.ts';

// The package's copy says draft-04, but uses nothing that draft-07 reads differently besides these two members.
const { $schema: _draft, id: _id, ...schema } = createRequire(import.meta.url)('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile(schema);

function parse(text: string): Log {
  const log = JSON.parse(text);
  validate(log);
  expect(validate.errors).toBeNull();
  return log;
}

function results(text: string): Result[] {
  return parse(text).runs[0]?.results ?? [];
}

test('the schema refuses what is no SARIF', () => {
  expect(validate({ version: '2.1.0', runs: [{ results: [{ level: 'fatal' }] }] })).toBe(false);
});

test('a clean check is a successful invocation without results', () => {
  const [only] = parse(sarif(cleanCheck())).runs;
  expect(only?.results).toEqual([]);
  expect(only?.invocations).toEqual([{ executionSuccessful: true, exitCode: 0 }]);
});

test('findings are results with level, rule and message', () => {
  const [first] = results(sarif(faultyCheck()));
  expect(results(sarif(faultyCheck())).map(({ level, ruleId }) => [level, ruleId])).toEqual([
    ['warning', 'design/unbounded-number'],
    ['note', 'design/open-object'],
    ['error', 'schema/root-combinator'],
    ['error', 'stdio/stdout-noise'],
  ]);
  expect(first?.message.text).toMatch(/^prepare_environment: "timeout" and "retries": no maximum, .*\. Fix: give each number a maximum/);
});

test('each result points at its rule, which says how to fix it', () => {
  const [only] = parse(sarif(faultyCheck())).runs;
  const rules = only?.tool.driver.rules ?? [];
  for (const { ruleId, ruleIndex } of only?.results ?? []) expect(rules[ruleIndex ?? -1]?.id).toBe(ruleId);
  expect(rules.find((rule) => rule.id === 'stdio/stdout-noise')?.help?.text).toBe('log to stderr See 2026-07-28 basic/transports/stdio.');
});

describe('places', () => {
  const at = (parts: Parameters<typeof run>[1]) =>
    results(sarif(run('check', { exitCode: 1, findings: [finding()], ...parts })))[0]?.locations?.[0];

  test('a known source gives file, line and column', () => {
    const source = { file: 'src/my tools/érp.ts', line: 41, column: 3 };
    expect(at({ findings: [finding({ source })] })?.physicalLocation).toEqual({
      artifactLocation: { uri: 'src/my%20tools/%C3%A9rp.ts', uriBaseId: '%SRCROOT%' },
      region: { startLine: 41, startColumn: 3 },
    });
  });

  test('a path of Windows becomes a URI', () => {
    const source = { file: 'C:\\adapter\\server.ts', line: 1, column: 1 };
    expect(at({ findings: [finding({ source })] })?.physicalLocation?.artifactLocation?.uri).toBe('file:///C:/adapter/server.ts');
  });

  test('without a source the script that was started stands for it', () => {
    const target = { kind: 'stdio' as const, command: 'node', args: ['--enable-source-maps', 'src/server.js'], env: {}, inheritEnv: false };
    expect(at({ target })?.physicalLocation?.artifactLocation?.uri).toBe('src/server.js');
  });

  test('a URL gives no script, so the config stands for it', () => {
    const target = { kind: 'http' as const, url: 'http://127.0.0.1:1/mcp.js', headers: {} };
    expect(at({ target })?.physicalLocation?.artifactLocation?.uri).toBe('mcp-adapter.json');
  });

  test('a line that does not exist becomes the first, as the schema wants', () => {
    const source = { file: 'a.ts', line: 0, column: 0 };
    expect(at({ findings: [finding({ source })] })?.physicalLocation?.region).toEqual({ startLine: 1, startColumn: 1 });
  });

  test('the tool is a logical location', () => {
    expect(at({ findings: [finding({ tool: 'find_order' })] })?.logicalLocations).toEqual([{ name: 'find_order', kind: 'function' }]);
  });
});

describe('fingerprints', () => {
  const print = (parts: Parameters<typeof finding>[0]) =>
    results(sarif(run('check', { findings: [finding(parts)] })))[0]?.partialFingerprints?.['mcpAdapterFinding/v1'];

  test('stay when the declaration moves or is worded anew', () => {
    const moved = print({ tool: 'a', source: { file: 'b.ts', line: 9, column: 1 }, message: 'other words', evidence: 'pid 7' });
    expect(moved).toBe(print({ tool: 'a' }));
  });

  test('differ by tool, rule and pointer', () => {
    const prints = [{ tool: 'a' }, { tool: 'b' }, { tool: 'a', rule: 'c/d' }, { tool: 'a', at: '/inputSchema' }].map(print);
    expect(new Set(prints).size).toBe(4);
  });
});

test('an adapter that did not start is a result, as its rule is known, and an unsuccessful invocation', () => {
  const [only] = parse(sarif(failedStart())).runs;
  expect(only?.results?.map((each) => each.ruleId)).toEqual(['spawn/exited']);
  expect(only?.invocations?.[0]).toMatchObject({ executionSuccessful: false, exitCode: 3 });
});

test('a mistake on the command line is a notification only', () => {
  const { error } = failedStart();
  const wrong = run('check', { exitCode: 2, error: error && { ...error, phase: 'usage', class: 'usage', message: 'unknown option' } });
  const [only] = parse(sarif(wrong)).runs;
  expect(only?.results).toEqual([]);
  expect(only?.invocations?.[0]?.toolExecutionNotifications?.[0]?.message.text).toContain('unknown option');
});

test('several runs are one SARIF run with an invocation each', () => {
  const log = parse(sarif(bothTransports()));
  expect(log.runs).toHaveLength(1);
  expect(log.runs[0]?.invocations).toHaveLength(2);
});

describe.each(Object.entries(HOSTILE))('hostile text: %s', (_, text) => {
  test('the log is valid, short, and safe for a terminal', () => {
    const output = sarif(hostileRun(text));
    parse(output);
    expect(output.length).toBeLessThan(100_000);
    expect(output).not.toMatch(OBEYED);
  });

  test('no message holds a link', () => {
    for (const { message } of results(sarif(hostileRun(text)))) expect(message.text).not.toMatch(/(?<!\\)\]\(/);
  });
});
