import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Declared } from '../../src/lock/difference.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { outdatedCalls } from '../../src/run/outdated-cases.ts';
import { folderWith } from '../scaffold/folders.ts';

const BEFORE = { type: 'object', properties: { id: { type: 'string' }, limit: { type: 'integer', maximum: 100 } }, required: ['id'] };

function declared(tools: Record<string, JsonObject>): Declared {
  const named = Object.entries(tools).map(([name, inputSchema]): [string, JsonObject] => [name, { name, inputSchema }]);
  return { protocol: null, supported: [], server: null, tools: new Map(named) };
}

/** What is told of the steps of a suite after the schema of `find` has changed; an undefined one is a tool that is gone. */
async function told(steps: string, after: JsonObject | undefined): Promise<(string | number | null)[][]> {
  const folder = folderWith({ 'smoke.yaml': `format: mcp-adapter/smoke@1\nsteps:\n${steps}` });
  const suites = [{ file: join(folder, 'smoke.yaml'), shown: 'smoke.yaml' }];
  const found = await outdatedCalls(declared({ find: BEFORE }), declared(after ? { find: after } : {}), { cases: [], suites });
  return found.map(({ difference: { tool, at, message }, count, source }) => [tool, at, message, count, source?.line ?? null]);
}

const step = (args: string) => `  - tool: find\n    name: "${args.replaceAll('"', "'")}"\n    arguments: ${args}\n`;
const renamed = { ...BEFORE, properties: { key: { type: 'string' } }, required: ['key'], additionalProperties: false };

test('a tool that is gone is told once, with the first call of it and how many there are', async () => {
  expect(await told(step('{id: a}') + step('{id: b}'), undefined)).toEqual([
    ['find', null, 'smoke.yaml:3 and 1 more saved call: calls it, and it is gone', 2, 3],
  ]);
});

test.each<[string, string, JsonObject, string, string]>([
  [
    'a parameter that is required now',
    '{id: a}',
    { ...BEFORE, required: ['id', 'limit'] },
    '/inputSchema/properties/limit',
    'lacks "limit", which is required now',
  ],
  [
    'a bound that is tighter',
    '{id: a, limit: 80}',
    { ...BEFORE, properties: { limit: { maximum: 50 } } },
    '/inputSchema/properties/limit',
    'sends a "limit" that must be <= 50',
  ],
])('%s', async (_what, args, after, at, words) => {
  expect(await told(step(args), after)).toEqual([['find', at, `smoke.yaml:3: ${words}`, 1, 3]]);
});

test('a parameter that is not declared any more', async () => {
  const [found] = await told(step('{id: a}'), renamed);
  expect(found?.[2]).toMatch(/smoke\.yaml:3: (?:lacks "key"|sends "id", which is not declared any more)/);
});

test.each<[string, string, JsonObject]>([
  ['calls that still fit', '{id: a, limit: 7}', { ...BEFORE, properties: { limit: { maximum: 50 } } }],
  [
    'arguments that did not fit before either, as a refusal is tested with',
    '{limit: 800}',
    { ...BEFORE, properties: { limit: { maximum: 50 } } },
  ],
  [
    'values that are filled in when the call is made',
    '{id: "{{task}}"}',
    { ...BEFORE, properties: { id: { type: 'string', pattern: '^A-' } } },
  ],
  ['schemas that cannot be judged', '{id: a}', { $ref: 'https://example.invalid/order.json' }],
])('nothing is told of %s', async (_what, args, after) => {
  expect(await told(step(args), after)).toEqual([]);
});

test('a file that cannot be read is told, and the others are compared', async () => {
  const folder = folderWith({
    'a.case.json': '{',
    'b.yaml': 'steps: 1',
    'c.yaml': `format: mcp-adapter/smoke@1\nsteps:\n${step('{id: a}')}`,
  });
  const file = (name: string) => ({ file: join(folder, name), shown: name });
  const found = await outdatedCalls(declared({ find: BEFORE }), declared({}), {
    cases: [file('a.case.json')],
    suites: [file('b.yaml'), file('c.yaml')],
  });
  expect(found.map(({ difference }) => difference.message)).toEqual([
    'c.yaml:3: calls it, and it is gone',
    expect.stringMatching(/^b\.yaml:1:1: .*it cannot be compared$/),
    expect.stringMatching(/^a\.case\.json: .*it cannot be compared$/),
  ]);
});
