import { expect, test } from 'vitest';
import { answered, sampleNoise, sampleProcess } from '../../src/checks/sample.ts';
import { findingsOf, rulesOf } from './session-findings.ts';

test('many stray lines outside calls are one finding with a count and five line numbers', () => {
  const noise = Array.from({ length: 12 }, (_, index) => sampleNoise({ text: `line ${index}`, line: index + 3, phase: 'list' }));
  const [finding, ...others] = findingsOf({ noise });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'stdio/stdout-noise', count: 12, at: 'stdout:3', tool: null });
  expect(finding?.message).toContain('lines 3, 4, 5, 6, 7 and 7 more');
});

test('stray lines are told for each tool that ran, and apart from those outside calls', () => {
  const noise = [
    sampleNoise({ text: 'ready', beforeFirst: true }),
    sampleNoise({ text: 'a runs', line: 4, tool: 'a', phase: 'call' }),
    sampleNoise({ text: 'b runs', line: 6, tool: 'b', phase: 'call' }),
    sampleNoise({ text: 'a again', line: 8, tool: 'a', phase: 'call' }),
  ];
  expect(findingsOf({ noise }).map(({ tool, count, at }) => [tool, count, at])).toEqual([
    [null, 1, 'stdout:1'],
    ['a', 2, 'stdout:4'],
    ['b', 1, 'stdout:6'],
  ]);
});

test('only noise during a call speaks of child programs', () => {
  const fixOf = (tool: string | null) => findingsOf({ noise: [sampleNoise({ text: 'x', tool, phase: tool ? 'call' : 'list' })] })[0]?.fix;
  expect(fixOf('build')).toContain('another program');
  expect(fixOf(null)).not.toContain('another program');
});

test('what an adapter prints after stdin was closed is a warning', () => {
  expect(findingsOf({ noise: [sampleNoise({ text: 'bye', phase: 'shutdown' })] })[0]?.severity).toBe('warning');
});

test('empty lines around a launcher are no finding of their own', () => {
  expect(
    rulesOf({ noise: [sampleNoise({ kind: 'blank' }), sampleNoise({ kind: 'launcher', text: '> erp@1.0.0 start', line: 2 })] }),
  ).toEqual(['stdio/launcher-noise']);
});

test('a pretty-printed message is one finding, however many lines it has', () => {
  expect(rulesOf({ noise: [sampleNoise({ kind: 'multiline', line: 1, endLine: 7 })] })).toEqual(['stdio/multiline-json']);
});

test('a framed message without a line end is told by its framing alone', () => {
  const noise = [sampleNoise({ kind: 'framing' }), sampleNoise({ kind: 'truncated', text: '{"jsonrpc":"2.0"}', bytes: 17 })];
  expect(rulesOf({ noise })).toEqual(['stdio/content-length-framing']);
});

test.each([
  [64 * 1024, null],
  [64 * 1024 + 1, 'info'],
  [1024 * 1024 + 1, 'warning'],
  [8 * 1024 * 1024 + 1, 'error'],
])('a line of %i bytes weighs %s', (bytes, severity) => {
  const found = findingsOf({ exchanges: [answered('tools/call', {}, { bytes, tool: 'snapshot' })] });
  expect(found.map((finding) => finding.severity)).toEqual(severity ? [severity] : []);
});

test('a cut message names the tool, the bytes and the exit code, and the end of the process is not told again', () => {
  const noise = [
    sampleNoise({ kind: 'truncated', text: '{"jsonrpc":"2.0","id":4,"result":{', bytes: 70_064, tool: 'dump', phase: 'call', line: 5 }),
  ];
  const process = sampleProcess({ exit: { code: 0, signal: null, ageMs: 900 }, ending: null });
  const gone = { ...answered('tools/call', {}), answer: null, outcome: 'gone' as const, tool: 'dump' };
  const findings = findingsOf({ noise, process, exchanges: [gone] });
  expect(findings.map((finding) => finding.rule)).toEqual(['stdio/truncated-message']);
  for (const part of ['70,064 bytes', '"dump"', 'code 0']) expect(findings[0]?.message).toContain(part);
});

test('escape sequences of an adapter reach no message raw', () => {
  const [finding] = findingsOf({ noise: [sampleNoise({ text: '\u001b[2Jgone \u202e' })] });
  expect(finding?.message).toContain('\\u{1b}');
  expect(finding?.message).not.toContain('\u001b');
});
