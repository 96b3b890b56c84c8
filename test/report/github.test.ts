import { describe, expect, test } from 'vitest';
import { github } from '../../src/report/github.ts';
import { bothTransports, called, cleanCheck, failedStart, faultyCheck, finding, HOSTILE, hostileRun, OBEYED, run } from './runs.ts';

test('findings are annotations at their source, the heaviest first, with the fix on a line of its own', () => {
  expect(github(faultyCheck())).toMatchInlineSnapshot(`
    "::error title=schema/root-combinator in export_orders::anyOf: at the root of the schema; Anthropic and OpenAI refuse the whole request%0Afix: write one flat object, say the either/or in the descriptions and check it in the handler
    ::error title=stdio/stdout-noise::"starting on :3000" on stdout is not JSON-RPC; strict clients close the connection on it%0Afix: log to stderr
    ::warning file=src/server.ts,line=41,col=3,title=design/unbounded-number in prepare_environment::"timeout" and "retries": no maximum, so a model may ask for any value and the call may run for hours%0Afix: give each number a maximum, and say its unit
    ::notice title=design/open-object in prepare_environment::additionalProperties is not stated%0Afix: state additionalProperties: false
    mcp-adapter check node server.js: 2 errors, 1 warning, 1 info
    "
  `);
});

test('a clean check is one line and no annotation', () => {
  expect(github(cleanCheck())).toBe('mcp-adapter check node server.js: no findings\n');
});

test('an adapter that did not start is an error with the hint', () => {
  expect(github(failedStart())).toBe(
    '::error title=spawn/exited::node exited with code 1 before answering initialize%0Afix: run the command yourself first; its last lines on stderr are above\n' +
      'mcp-adapter check node missing.js: could not be done\n',
  );
});

test('a run of several that could not be done is counted', () => {
  const text = github(run('check', { exitCode: 3, runs: [failedStart(), cleanCheck()] }));
  expect(text.trimEnd().split('\n').at(-1)).toBe('mcp-adapter check: 1 could not be done');
});

test('the findings of several runs share the limit', () => {
  expect(github(bothTransports()).match(/^::/gm)).toHaveLength(4);
});

test('a failed step is an error', () => {
  const [step] = called(null).steps;
  const steps = step ? [{ ...step, status: 'failed' as const, outcome: 'tool_error' as const, code: 'env_unavailable' }] : [];
  expect(github(run('call', { exitCode: 1, steps }))).toContain(
    '::error title=step prepare_environment failed::prepare_environment, tool_error, env_unavailable\n',
  );
});

test('at most ten annotations of a level, and the last line says how many are left out', () => {
  const errors = Array.from({ length: 13 }, () => finding());
  const infos = Array.from({ length: 12 }, () => finding({ severity: 'info' }));
  const text = github(run('check', { findings: [...errors, ...infos, finding({ severity: 'warning' })] }));
  expect(text.match(/^::error /gm)).toHaveLength(10);
  expect(text.match(/^::notice /gm)).toHaveLength(10);
  expect(text.match(/^::warning /gm)).toHaveLength(1);
  expect(text).toMatch(/\nmcp-adapter check: .*5 more findings not shown here/);
});

test('what would end a property or a message is escaped', () => {
  const source = { file: 'a,b:c%.ts', line: 1, column: 2 };
  const text = github(run('check', { findings: [finding({ source, tool: 'x::y,z', message: '50% of\nit' })] }));
  expect(text).toContain(
    '::error file=a%2Cb%3Ac%25.ts,line=1,col=2,title=tool/some-rule in x%3A%3Ay%2Cz::50%25 of it%0Afix: write something else\n',
  );
});

describe.each(Object.entries(HOSTILE))('hostile text: %s', (_, text) => {
  const lines = github(hostileRun(text)).split('\n');

  test('every line is a command of ours or the totals', () => {
    const commands = lines.filter((line) => /^::(error|warning|notice) (file=[^:,]*,(line=3,col=1,)?)?title=[^:,]*::/.test(line));
    expect(commands).toHaveLength(10);
    expect(lines).toHaveLength(12);
    expect(lines.at(-2)).toMatch(/^mcp-adapter check/);
    expect(lines.at(-2)).not.toContain('##[');
    expect(lines.at(-1)).toBe('');
  });

  test('no line is long or holds what a terminal obeys', () => {
    for (const line of lines) {
      expect(line.length).toBeLessThan(12_000);
      expect(line).not.toMatch(OBEYED);
    }
  });
});
