import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { declaration, inputSchema } from '../../../src/model/tool.ts';
import { notCalled, type Skeleton, smokeSkeleton } from '../../../src/scaffold/existing/smoke-skeleton.ts';
import { sampleArguments } from '../../../src/schema/sample/sample.ts';
import { readSuite } from '../../../src/suite/read-suite.ts';
import type { Suite } from '../../../src/suite/suite.ts';
import { folderWith } from '../folders.ts';

/** A tool with these members, all of them required. */
function tool(name: string, properties: JsonObject) {
  return { name, inputSchema: { type: 'object', properties, required: Object.keys(properties) } };
}

async function skeletonOf(tools: readonly object[], left: { name: string; why: string }[] = []): Promise<Skeleton | null> {
  const declared = tools.map((raw, index) => declaration(raw, index));
  const samples = await sampleArguments(declared.map(inputSchema));
  const calls = declared.flatMap((each, index) => (samples[index] ? [{ tool: each, sample: samples[index] }] : []));
  return smokeSkeleton('shop', calls, left);
}

/** The suite as `smoke` reads it. */
function read(text: string): Promise<Suite> {
  return readSuite(join(folderWith({ 'shop.yaml': text }), 'shop.yaml'), 'shop.yaml');
}

test('each tool is a step with its smallest arguments, and what only fits is marked with what the schema says of it', async () => {
  const skeleton = await skeletonOf([
    tool('find_order', { number: { type: 'string', description: 'The number\nof the order.' }, limit: { type: 'integer' } }),
    tool('list_orders', {}),
  ]);
  const { steps } = await read(skeleton?.text ?? '');
  expect(steps.map((step) => [step.tool, step.arguments, step.expect])).toEqual([
    ['find_order', { number: 'example', limit: 1 }, { ok: true }],
    ['list_orders', {}, { ok: true }],
  ]);
  expect(skeleton).toMatchObject({ open: 1 });
  expect(skeleton?.text).toContain('number: example # complete: The number of the order.\n');
  expect(skeleton?.text).toContain('limit: 1\n');
});

test('a tool that wants to know its task gets that of the suite, which nobody has to complete', async () => {
  const skeleton = await skeletonOf([tool('find_order', { task_id: { type: 'string' } })]);
  expect((await read(skeleton?.text ?? '')).steps[0]?.arguments).toEqual({ task_id: '{{task}}' });
  expect(skeleton?.open).toBe(0);
});

test('texts that YAML would read as something else come back as they were', async () => {
  const values = ['no', '1e3', '0x1F', '~', '', ' a ', '- a', 'a: b', '# a', '"', "'", 'a\nb', '{a', '@a', '2026-01-01', '中'];
  const properties = Object.fromEntries(values.map((value, index) => [`no ${index}: #`, { const: value }]));
  const skeleton = await skeletonOf([tool('find', properties)]);
  expect(Object.values((await read(skeleton?.text ?? '')).steps[0]?.arguments ?? {})).toEqual(values);
});

test('what cannot be called is told in a comment, with the reason', async () => {
  const skeleton = await skeletonOf(
    [
      tool('good', {}),
      tool('closed', { a: false }),
      tool('templates', { a: { const: '{{city}}' } }),
      tool('hidden', { a: { const: 'a\u202eb' } }),
      tool('inexact', { a: { const: 2 ** 60 } }),
      tool('hidden\u200bname', {}),
      { inputSchema: { type: 'object' } },
    ],
    [{ name: 'pay\n  - tool: pay', why: 'a call may change something' }],
  );
  const text = skeleton?.text ?? '';
  expect((await read(text)).steps.map((step) => step.tool)).toEqual(['good']);
  const told = [
    /^# {3}closed: its input schema could not be met: it allows nothing$/m,
    /^# {3}templates: its smallest arguments hold \{\{…\}\}/m,
    /^# {3}hidden: its smallest arguments hold characters/m,
    /^# {3}inexact: its smallest arguments hold a number/m,
    /^# {3}hidden\\u\{200b\}name: its name cannot be written here$/m,
    /^# {3}#6: it has no name$/m,
    /^# {3}pay - tool: pay: a call may change something$/m,
  ];
  for (const line of told) expect(text).toMatch(line);
});

test('of more tools than a reader goes through the first are called, and the rest is counted', async () => {
  const many = Array.from({ length: 2_000 }, (_, index) => tool(`get_${index}`, {}));
  const text = (await skeletonOf(many))?.text ?? '';
  const { steps } = await read(text);
  expect(steps.map((step) => step.tool)).toEqual(many.slice(0, 200).map(({ name }) => name));
  expect(text).toMatch(/^# {3}get_200: there are enough steps above$/m);
  expect(text).toMatch(/^# {3}and 1600 more$/m);
});

test('without a tool that can be called there is no suite', async () => {
  expect(await skeletonOf([], [{ name: 'pay', why: 'a call may change something' }])).toBeNull();
  expect(await skeletonOf([tool('closed', { a: false })])).toBeNull();
});

test('only what is known to only read is called', () => {
  const reading = declaration({ name: 'find', annotations: { readOnlyHint: true } }, 0);
  const silent = declaration({ name: 'find' }, 0);
  expect(notCalled(reading, {}, new Set())).toBeNull();
  expect(notCalled(silent, { find: 'read' }, new Set())).toBeNull();
  expect(notCalled(silent, {}, new Set())).toMatch(/may change/);
  expect(notCalled(declaration({ name: 'warm', _meta: { 'mcp-adapter/risk': 'prepare' } }, 0), {}, new Set())).toMatch(/may change/);
  expect(notCalled(reading, {}, new Set(['find']))).toMatch(/says that it only reads/);
});
