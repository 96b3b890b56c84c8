import { describe, expect, test } from 'vitest';
import { design } from '../../src/checks/design/index.ts';
import { judge } from '../../src/checks/judge.ts';
import type { Rule } from '../../src/checks/rule.ts';
import { sampleContext, sampleEvidence, sampleTool } from '../../src/checks/sample.ts';
import { splitWords } from '../../src/model/word-match.ts';

function findings(rule: string, tools: unknown[], strict = false) {
  const evidence = sampleEvidence({ tools: tools.map((raw, index) => sampleTool(raw, index)) });
  const rules: Rule[] = design.filter(({ id }) => id === rule);
  expect(rules).toHaveLength(1);
  return judge(sampleContext(evidence, { strict }), {}, rules);
}

const withProperties = (name: string, properties: Record<string, unknown>, more = {}) => ({
  name,
  inputSchema: { type: 'object', properties, ...more },
});

describe('numbers without a maximum', () => {
  const crawl = withProperties('crawl', {
    max_pages: { type: 'integer', minimum: 1 },
    timeout: { type: 'number' },
    year: { type: 'integer' },
  });

  test('what decides how long a call runs is one warning that names each, and a year only an info', () => {
    const found = findings('design/unbounded-number', [crawl]);
    expect(found.map(({ severity, tool, count }) => [severity, tool, count])).toEqual([
      ['info', null, 1],
      ['warning', 'crawl', 2],
    ]);
    expect(found[1]?.message).toMatch(/^"max_pages" and "timeout": no maximum/);
    expect(found[1]?.message).not.toContain('year');
  });

  test('under --strict it is an error, and the year stays an info', () => {
    const found = findings('design/unbounded-number', [crawl], true);
    expect(found.map(({ severity, tool }) => [severity, tool])).toEqual([
      ['info', null],
      ['error', 'crawl'],
    ]);
  });

  test('forty of them in one tool are one line with a count', () => {
    const properties = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`limit_${index}`, { type: 'integer' }]));
    const [found, ...rest] = findings('design/unbounded-number', [withProperties('export', properties)]);
    expect(rest).toEqual([]);
    expect(found?.count).toBe(40);
    expect(found?.message).toContain('and 35 more');
  });

  test('a reference to a bounded definition is bounded, and a definition that nothing uses is no parameter', () => {
    const $defs = { Limit: { type: 'integer', maximum: 10 }, Old: { type: 'object', properties: { retries: { type: 'integer' } } } };
    expect(findings('design/unbounded-number', [withProperties('list', { limit: { $ref: '#/$defs/Limit' } }, { $defs })])).toEqual([]);
    const used = findings('design/unbounded-number', [withProperties('list', { old: { $ref: '#/$defs/Old' } }, { $defs })]);
    expect(used[0]?.at).toBe('/inputSchema/$defs/Old/properties/retries');
  });

  test.each([
    ['max_price', 'info'],
    ['max_pages', 'warning'],
    ['perPage', 'warning'],
    ['page', 'info'],
    ['order_id', 'info'],
    ['issue_number', 'info'],
    ['number_of_rows', 'warning'],
    ['latitude', 'info'],
    ['tiempo_de_espera', 'warning'],
    ['重试次数', 'warning'],
    ['quantity', 'warning'],
  ])('"%s" is told as %s', (name, severity) => {
    expect(
      findings('design/unbounded-number', [withProperties('t', { [name]: { type: 'integer' } })]).map((each) => each.severity),
    ).toEqual([severity]);
  });
});

describe('a tool that goes on until there is nothing left', () => {
  const description = 'Crawl pages until there are no more';

  test('is an error under --strict', () => {
    expect(findings('design/unbounded-loop', [{ name: 'crawl', description }], true)[0]?.severity).toBe('error');
  });

  test('is left to the rule about numbers when its limit only lacks a maximum', () => {
    const tool = { ...withProperties('crawl', { max_pages: { type: 'integer' } }), description };
    expect(findings('design/unbounded-loop', [tool])).toEqual([]);
    expect(findings('design/unbounded-number', [tool])).toHaveLength(1);
  });
});

test('the cost of a list is told in KiB and tokens with the largest tools, from 8,000 tokens on', () => {
  const properties = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`field_${index}`, { type: 'string', description: 'a text '.repeat(10) }]),
  );
  const tools = Array.from({ length: 60 }, (_, index) => withProperties(`t${index}`, properties));
  const [found] = findings('design/context-cost', tools);
  expect(found?.severity).toBe('warning');
  expect(found?.message).toMatch(/^declarations are \d+ KiB \(about \d\d,\d00 tokens\) in 60 tools; largest: t10 \d\.\d KiB/);
  expect(findings('design/context-cost', tools.slice(0, 10)).map(({ severity }) => severity)).toEqual(['info']);
  expect(findings('design/context-cost', tools.slice(0, 5))).toEqual([]);
});

test('a list without annotations is one line, whatever its length', () => {
  const found = findings('design/risk-undeclared', [{ name: 'a' }, { name: 'b' }, { name: 'c', annotations: { readOnlyHint: true } }]);
  expect(found.map(({ tool, count, severity }) => [tool, count, severity])).toEqual([[null, 2, 'warning']]);
  expect(found[0]?.message).toContain('2 of 3 tools');
});

test.each([
  ['Opens a page and returns captcha_required when there is a captcha to solve.', 0],
  ['Asks a person to solve the captcha, then goes on.', 0],
  ['Solves a captcha when one appears and returns the page.', 1],
  ['The adapter will not bypass human verification.', 0],
  ['Helps to bypass human verification.', 1],
  ['Importa clientes. No resuelve captchas.', 0],
])('what is said of captchas and checks: %s', (description, count) => {
  expect(findings('design/bypass', [{ description }])).toHaveLength(count);
});

test('declarations of any shape are judged without a crash and in time that grows with their length only', () => {
  const deep = Array.from({ length: 300 }).reduce<unknown>((inner) => ({ type: 'object', properties: { a: inner } }), { type: 'integer' });
  const cycle = { type: 'object', properties: { a: { $ref: '#/properties/b' }, b: { $ref: '#/properties/a' } } };
  const long = `${'solve a '.repeat(200_000)}${'until there '.repeat(100_000)}`;
  const raws = [
    null,
    7,
    [],
    { name: 5, inputSchema: [] },
    { inputSchema: deep },
    { inputSchema: cycle },
    { description: long },
    { annotations: 'no' },
  ];
  const more = [
    { inputSchema: { properties: { __proto__: 1, limit: null, toString: { type: ['integer', 7] } } } },
    { description: '\ud800'.repeat(1000) },
  ];
  const began = performance.now();
  for (const { id } of design) findings(id, [...raws, ...more]);
  expect(performance.now() - began).toBeLessThan(5000);
});

test.each([
  ['getHTTPUrl', ['get', 'http', 'url']],
  ['límite-máximo', ['limite', 'maximo']],
  ['API-post-page', ['api', 'post', 'page']],
])('the words of %s', (name, words) => {
  expect(splitWords(name)).toEqual(words);
});
