import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readSuite } from '../../src/suite/read-suite.ts';
import { referencesIn } from '../../src/suite/template.ts';
import { folderWith } from './suite-folder.ts';

const FULL = `
format: mcp-adapter/smoke@1
site: ../site            # served while the suite runs
task: "smoke-{{run}}"
grants: [{tools: [click, submit], origins: ["{{site}}"]}, {tools: [find]}]
steps:
  - name: an environment for a region
    tool: prepare_environment
    arguments: {region: NO, really: no, sure: yes, octal: 0755, day: 2026-11-30, task_id: "{{task}}"}
    expect: {ok: true, max_ms: 20000, output_schema: true, text: {regex: "^\\\\{"}}
    capture: {env: /env_id, "first-url": /urls/0}
  - tool: open_page
    arguments: {env_id: "{{env}}", url: "{{site}}/orders.html", tags: [1, 1.5, null, true, "{{first-url}}"]}
    expect: {json: {/interactive: true, "/a~1b": {type: integer}, /n: {min: 1, max: 2}, /t: {type: string, regex: x}, /any: {any: true}, "": {}}}
    ignore: [/elapsed_ms, ""]
`;

test('a suite is read with its defaults, places and absolute folders', async () => {
  const folder = folderWith({ 'smoke/orders.v2.yaml': FULL, 'site/index.html': '' });
  const file = join(folder, 'smoke/orders.v2.yaml');
  expect(await readSuite(file, 'smoke/orders.v2.yaml')).toEqual({
    file,
    name: 'orders.v2',
    site: join(folder, 'site'),
    task: 'smoke-{{run}}',
    grants: [
      { tools: ['click', 'submit'], origins: ['{{site}}'] },
      { tools: ['find'], origins: [] },
    ],
    steps: [
      {
        name: 'an environment for a region',
        tool: 'prepare_environment',
        // Only true, false and null are words of YAML 1.2; a day is a text, 0755 a decimal.
        arguments: { region: 'NO', really: 'no', sure: 'yes', octal: 755, day: '2026-11-30', task_id: '{{task}}' },
        expect: { ok: true, max_ms: 20_000, output_schema: true, text: { regex: '^\\{' } },
        capture: { env: '/env_id', 'first-url': '/urls/0' },
        ignore: [],
        place: 'smoke/orders.v2.yaml:7:5',
      },
      {
        name: 'open_page',
        tool: 'open_page',
        arguments: { env_id: '{{env}}', url: '{{site}}/orders.html', tags: [1, 1.5, null, true, '{{first-url}}'] },
        expect: {
          json: {
            '/interactive': true,
            '/a~1b': { type: 'integer' },
            '/n': { min: 1, max: 2 },
            '/t': { type: 'string', regex: 'x' },
            '/any': { any: true },
            '': {},
          },
        },
        capture: {},
        ignore: ['/elapsed_ms', ''],
        place: 'smoke/orders.v2.yaml:12:5',
      },
    ],
  });
});

test('the shortest suite expects that its one call succeeds', async () => {
  const suite = await readText('format: mcp-adapter/smoke@1\nsteps: [{tool: ping}]\n');
  expect(suite).toMatchObject({ name: 'suite', site: null, task: 'smoke-{{run}}', grants: [] });
  expect(suite.steps).toEqual([
    { name: 'ping', tool: 'ping', arguments: {}, expect: { ok: true }, capture: {}, ignore: [], place: 's:2:9' },
  ]);
});

test('the same suite as JSON, with tabs, a mark in front and escapes of JSON, is the same', async () => {
  const steps = [{ tool: 'ping', arguments: { text: 'a/b \u{1f600}', none: null } }];
  const text = JSON.stringify({ format: 'mcp-adapter/smoke@1', steps }, null, '\t').replace('a/b \u{1f600}', 'a\\/b \\ud83d\\ude00');
  expect((await readText(`\ufeff${text}`)).steps[0]?.arguments).toEqual({ text: 'a/b \u{1f600}', none: null });
});

test('an integer that JavaScript holds exactly is kept, however large', async () => {
  const text =
    'format: mcp-adapter/smoke@1\nsteps: [{tool: a, arguments: {a: 9007199254740991, b: 1152921504606846976, c: -1, d: 0x1F, e: 1e3, f: 1.0}}]';
  expect((await readText(text)).steps[0]?.arguments).toEqual({ a: 2 ** 53 - 1, b: 2 ** 60, c: -1, d: 31, e: 1000, f: 1 });
});

test('what is written once and used by aliases is read as if it stood everywhere', async () => {
  const steps = Array.from({ length: 500 }, (_, index) => `  - {tool: a, name: n${index}, arguments: *it}`);
  const suite = await readText(`format: mcp-adapter/smoke@1\nsteps:\n  - {tool: a, arguments: &it {x: [1]}}\n${steps.join('\n')}`);
  expect(suite.steps).toHaveLength(501);
  expect(suite.steps[500]?.arguments).toEqual({ x: [1] });
});

test('an argument called __proto__ is an argument', async () => {
  const { steps } = await readText('format: mcp-adapter/smoke@1\nsteps: [{tool: a, arguments: {__proto__: {x: 1}}}]');
  expect(JSON.stringify(steps[0]?.arguments)).toBe('{"__proto__":{"x":1}}');
});

test('braces that hold no name are no template', async () => {
  const { steps } = await readText('format: mcp-adapter/smoke@1\nsteps: [{tool: a, arguments: {x: "{{7*7}} {{}} {{ {{#if y}}"}}]');
  expect(steps[0]?.arguments).toEqual({ x: '{{7*7}} {{}} {{ {{#if y}}' });
});

test('a thousand steps that each use what the one before captured are read', async () => {
  const steps = Array.from(
    { length: 1_000 },
    (_, at) => `  - {name: n${at}, tool: a, arguments: {x: "{{${at ? `c${at - 1}` : 'run'}}}"}, capture: {c${at}: /id}}`,
  );
  expect((await readText(`format: mcp-adapter/smoke@1\nsteps:\n${steps.join('\n')}`)).steps).toHaveLength(1_000);
});

test('the suite of the orders fixture calls each tool once well and once refused', async () => {
  const { steps, grants } = await readSuite(resolve('fixtures/smoke/orders.yaml'), 'orders.yaml');
  for (const tool of ['find_order', 'list_orders', 'prepare_return', 'create_return', 'cancel_order']) {
    const its = steps.filter((step) => step.tool === tool);
    expect(its.map((step) => step.expect.ok)).toEqual(expect.arrayContaining([true, false]));
  }
  expect(grants).toEqual([{ tools: ['create_return', 'cancel_order'], origins: [] }]);
  expect(referencesIn(steps.map((step) => step.arguments))).toEqual(['shipped', 'task', 'open']);
});

function readText(text: string) {
  return readSuite(join(folderWith({ 'suite.yaml': text }), 'suite.yaml'), 's');
}
