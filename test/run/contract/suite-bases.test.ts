import { expect, test } from 'vitest';
import type { Expectation } from '../../../src/model/expectation.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { plainArguments, suiteBases } from '../../../src/run/contract/suite-bases.ts';
import type { Suite, SuiteStep } from '../../../src/suite/suite.ts';

function step(name: string, args: JsonObject, capture: Record<string, string> = {}, expected: Expectation = { ok: true }): SuiteStep {
  return { name, tool: name.split(' ')[0] ?? '', arguments: args, expect: expected, capture, ignore: [], place: '' };
}

function suite(...steps: SuiteStep[]): Suite {
  return { file: '/smoke/shop.yaml', name: 'shop', site: null, task: 't-{{run}}', grants: [], steps };
}

const namesOf = (steps: readonly SuiteStep[] | undefined) => steps?.map(({ name }) => name);

test('a tool is called as by the first step that expects success and needs no other', () => {
  const ways = suiteBases([
    suite(
      step('find refused', { id: 'none' }, {}, { ok: false }),
      step('find', { id: 'A-1' }, { order: '/order' }),
      step('change captured', { order: '{{order}}' }),
      step('change', { order: 'A-2', task_id: '{{task}}' }),
    ),
  ]);
  const known = [...ways].map(([tool, way]) => [tool, way.target.name, plainArguments(way)]);
  expect(known).toEqual([
    ['find', 'find', { id: 'A-1' }],
    ['change', 'change', { order: 'A-2', task_id: 't-contract' }],
  ]);
});

test('else with the steps that capture what it takes, and what those take, and no others', () => {
  const way = suiteBases([
    suite(
      step('open', {}, { env: '/env' }),
      step('open again', {}, { other: '/env' }),
      step('visit', { env: '{{env}}' }, { page: '/page' }),
      step('fill', { page: '{{page}}' }),
      step('fill refused', { page: '{{page}}', value: '' }, {}, { ok: false }),
      step('look', { env: '{{other}}' }),
      step('send', { env: '{{env}}', page: '{{page}}' }),
    ),
  ]).get('send');
  expect(namesOf(way?.needed)).toEqual(['open', 'visit']);
  // What is done with the page may be what makes the call go well.
  expect(namesOf(way?.full)).toEqual(['open', 'visit', 'fill']);
  expect(way && plainArguments(way)).toBeNull();
});

test('a name that is captured twice is that of the last step before', () => {
  const way = suiteBases([
    suite(step('open', {}, { env: '/env' }), step('open again', {}, { env: '/env' }), step('look', { env: '{{env}}' })),
  ]).get('look');
  expect(namesOf(way?.needed)).toEqual(['open again']);
});

test('nothing is known of a tool whose steps rest on one that fails, or on more than thirty', () => {
  const failing = suite(step('open', {}, { env: '/env' }, { ok: false }), step('look', { env: '{{env}}' }));
  const chain = Array.from({ length: 32 }, (_, index) =>
    step(`s${index}`, index ? { last: `{{v${index - 1}}}` } : {}, { [`v${index}`]: '/value' }),
  );
  expect(suiteBases([failing]).has('look')).toBe(false);
  const ways = suiteBases([suite(...chain)]);
  expect([ways.has('s30'), ways.has('s31')]).toEqual([true, false]);
});

test('a variable of the environment is filled in', () => {
  const ways = suiteBases([suite(step('log_in', { password: '{{env:SHOP_PASSWORD}}' }))], [{ name: 'SHOP_PASSWORD', value: 'hush' }]);
  const way = ways.get('log_in');
  expect(way && plainArguments(way)).toEqual({ password: 'hush' });
});
