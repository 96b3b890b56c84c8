import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { declaration, type ToolDeclaration } from '../../../src/model/tool.ts';
import { twiceLayer } from '../../../src/run/contract/twice-layer.ts';
import { caseFiles, readSaved } from '../../cli/kept-cases.ts';
import { run } from '../../cli/run-cli.ts';
import { folderWith } from '../../suite/suite-folder.ts';
import { ADAPTER, answered, onAdapter } from './twice-kit.ts';

const FIND = { order_id: 'A-1001' };
const RETURN = { order_id: 'A-1001', quantity: 1, reason: 'broken', task_id: 't', step_id: 's' };
const CANCEL = { order_id: 'A-1002', task_id: 't', step_id: 's' };

const replayed = async (folder: string, fault: string) => {
  const env = fault ? ['--env', `FAULT=${fault}`] : [];
  const { cases } = await run(['replay', ...caseFiles(folder), '--runs', '2', ...env, '--', process.execPath, ADAPTER], { cwd: folder });
  return cases.map(({ verdict, detail }) => (verdict === 'unreplayable' ? `${verdict}: ${detail}` : verdict));
};

describe.each<[fault: string, tool: string, base: JsonObject, verdict: string, what: string]>([
  ['random-id', 'find_order', FIND, 'unstable-output', 'two equal calls differ at /request'],
  ['unsorted', 'list_orders', {}, 'unstable-output', 'two equal calls differ at /orders (the same items in another order)'],
  [
    'executes-twice',
    'create_return',
    RETURN,
    'not-idempotent',
    'the same task_id and step_id twice gives two results, which differ at /return_id',
  ],
  ['second-label-differs', 'prepare_return', FIND, 'not-idempotent', 'the same task_id twice gives two results, which differ at /label'],
  [
    'second-cancel-refused',
    'cancel_order',
    CANCEL,
    'not-idempotent',
    'the same task_id and step_id again fails (order_wrong_status) after it went well',
  ],
  [
    'conflict-not-raised',
    'create_return',
    RETURN,
    'not-idempotent',
    'task_id and step_id of another call are taken: with another quantity the call succeeds, expected task_conflict',
  ],
])('%s', (fault, name, base, verdict, what) => {
  test('is found, kept as one case of two calls, and replay tells when it is mended', async () => {
    const folder = folderWith();
    const failures = await onAdapter(
      fault,
      name,
      async (tester, tool) => {
        await twiceLayer(tester, tool, base);
        return tester.failures;
      },
      { folder },
    );
    expect(failures.map((each) => [each.verdict, each.what, each.trial.about])).toEqual([[verdict, what, '']]);
    const files = caseFiles(folder);
    expect(failures.map(({ saved }) => saved?.file)).toEqual(files);
    const { steps } = readSaved(folder, join(files[0] ?? ''));
    expect(steps.map(({ tool, role }) => [tool, role])).toEqual([
      [name, 'setup'],
      [name, 'target'],
    ]);
    expect(await replayed(folder, fault)).toEqual(['still-fails']);
    expect(await replayed(folder, '')).toEqual(['fixed']);
  });
});

describe('an adapter without a fault', () => {
  test.each<[string, JsonObject, number]>([
    ['find_order', FIND, 2],
    ['list_orders', {}, 2],
    // With as many calls under the same key as there are other arguments, up to three.
    ['create_return', RETURN, 5],
    ['prepare_return', FIND, 4],
    ['cancel_order', CANCEL, 3],
  ])('has nothing told of %s', async (name, base, calls) => {
    await onAdapter('', name, async (tester, tool) => {
      const twice = await twiceLayer(tester, tool, base);
      expect(tester.failures).toEqual([]);
      expect(twice).toEqual({ calls, note: '' });
      expect(tester.made).toHaveLength(calls);
    });
  });

  test('is called under keys of its own, which are the same in both calls', async () => {
    await onAdapter('', 'create_return', async (tester, tool) => {
      await twiceLayer(tester, tool, RETURN);
      const keys = tester.made.map(({ arguments: { task_id, step_id } }) => `${task_id} ${step_id}`);
      expect(new Set(keys).size).toBe(1);
      expect(keys[0]).not.toBe('t s');
      const [first, second, ...others] = tester.made.map(({ text }) => text);
      expect(second).toBe(first);
      expect(others).not.toContain(first);
    });
  });

  test('is called under other keys in another run of the same seed, as a server may remember the one before', async () => {
    const keyOf = async () => {
      vi.resetModules();
      const { twiceLayer: another } = await import('../../../src/run/contract/twice-layer.ts');
      return onAdapter('', 'prepare_return', async (tester, tool) => {
        await another(tester, tool, FIND);
        return tester.made[0]?.arguments.task_id;
      });
    };
    expect(await keyOf()).not.toBe(await keyOf());
  });

  test('has nothing concluded where the first call is refused, which is said', async () => {
    await onAdapter('', 'find_order', async (tester, tool) => {
      const twice = await twiceLayer(tester, tool, { order_id: 'nothing' });
      expect([tester.failures, twice]).toEqual([[], { calls: 1, note: 'not called twice: its first call fails (order_not_found)' }]);
    });
  });
});

test('a verdict that is off is neither told nor kept', async () => {
  const folder = folderWith();
  const settings = { 'contract/unstable-output': 'off' as const };
  await onAdapter(
    'random-id',
    'find_order',
    async (tester, tool) => {
      await twiceLayer(tester, tool, FIND);
      expect([tester.failures, caseFiles(folder)]).toEqual([[], []]);
    },
    { folder, settings },
  );
});

const declared = (more: JsonObject, properties: JsonObject = { task_id: { type: 'string' } }) =>
  declaration({ name: 'create_order', inputSchema: { type: 'object', properties }, annotations: { readOnlyHint: false }, ...more }, 0);
const whatsOf = async (answer: Parameters<typeof answered>[0], tool: ToolDeclaration) => {
  const tester = answered(answer);
  await twiceLayer(tester, tool, {});
  return { whats: tester.failures.map(({ what }) => what), tester };
};

test('who declares replayed and does not say it of the second answer, has done it twice', async () => {
  const tool = declared({ outputSchema: { type: 'object', properties: { replayed: { type: 'boolean' } } } });
  const { whats, tester } = await whatsOf(() => ({ id: 1 }), tool);
  expect(whats).toEqual(['the same task_id twice is done twice: the second answer lacks replayed: true, which its output schema declares']);
  expect(tester.failures[0]?.played.at(-1)?.expect).toEqual({ ok: true, json: { '/replayed': true } });
  expect((await whatsOf((_, index) => (index ? { id: 1, replayed: true } : { id: 1 }), tool)).whats).toEqual([]);
  expect((await whatsOf(() => ({ id: 1 }), declared({}))).whats).toEqual([]);
});

test('a tool without a key is called twice only where it says idempotentHint: true, and only another id is told', async () => {
  const hinted = declared({ annotations: { readOnlyHint: false, idempotentHint: true } }, {});
  const { whats } = await whatsOf((_, index) => ({ order_id: index, changed: !index }), hinted);
  expect(whats).toEqual(['the same call twice makes two, though it says idempotentHint: true: they differ at /order_id']);
  expect((await whatsOf((_, index) => ({ changed: !index }), hinted)).whats).toEqual([]);
  const { whats: none, tester } = await whatsOf((_, index) => ({ order_id: index }), declared({}, {}));
  expect([none, tester.made]).toEqual([[], []]);
});

test('what changed once between two calls of a reading tool is no fault of it', async () => {
  const reading = declared({ annotations: { readOnlyHint: true } }, {});
  expect((await whatsOf((_, index) => ({ count: Math.min(index, 1) }), reading)).whats).toEqual([]);
  expect((await whatsOf((_, index) => ({ count: index }), reading)).whats).toEqual(['two equal calls differ at /count']);
});

test('where nothing may be written it is told all the same', async () => {
  const found = await onAdapter('random-id', 'find_order', async (tester, tool) => {
    await twiceLayer(tester, tool, FIND);
    return tester.failures;
  });
  expect(found).toMatchObject([{ verdict: 'unstable-output', saved: null }]);
});
