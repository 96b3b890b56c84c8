import { describe, expect, test } from 'vitest';
import { json } from '../../src/report/json.ts';
import { called, failedStart, faultyCheck, HOSTILE, hostileRun, OBEYED } from './runs.ts';

test.each([
  ['a check', faultyCheck()],
  ['an adapter that did not start', failedStart()],
])('the document of %s is the run', (_, run) => {
  const text = json(run);
  expect(JSON.parse(text)).toEqual(run);
  expect(text).toMatch(/^\{\n {2}"format": "mcp-adapter\/run@1",\n/);
  expect(text).toMatch(/[^\n]\n$/);
});

describe.each(Object.entries(HOSTILE))('hostile text: %s', (_, text) => {
  const run = hostileRun(text);

  test('nothing that a terminal obeys is on stdout', () => {
    expect(json(run)).not.toMatch(OBEYED);
  });

  test('no line of it can pass for a workflow command', () => {
    expect(json(run)).not.toMatch(/^\s*::|##\[/m);
  });

  test('parsing gives back the same values', () => {
    expect(JSON.parse(json(run))).toEqual(run);
  });
});

test('members named like those of every object are kept', () => {
  const result = JSON.parse('{"__proto__": {"a": 1}, "toString": "text", "content": []}');
  const text = json(called(result));
  expect(text).toContain('"__proto__"');
  expect(JSON.parse(text).steps[0].result.toString).toBe('text');
});

test('a result of a thousand levels is whole, without indentation that would grow with the square of its depth', () => {
  const deep = JSON.parse(`${'[1,'.repeat(1000)}2${']'.repeat(1000)}`);
  const text = json(called({ structuredContent: { deep } }));
  expect(text.length).toBeLessThan(20_000);
  expect(JSON.parse(text).steps[0].result.structuredContent.deep).toEqual(deep);
});

test('a result of a hundred thousand levels still gives one document, which says that something is left out', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`);
  const text = json(called({ structuredContent: deep }));
  expect(JSON.parse(text).steps[0].status).toBe('passed');
  expect(text).toContain('nested too deeply');
});
