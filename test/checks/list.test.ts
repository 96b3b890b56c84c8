import { describe, expect, test } from 'vitest';
import { judge } from '../../src/checks/judge.ts';
import { list } from '../../src/checks/list/index.ts';
import { answered, sampleContext, sampleEvidence, sampleTool } from '../../src/checks/sample.ts';
import type { Evidence, Pages } from '../../src/model/evidence.ts';

const raw = (name: string, more = {}) => sampleTool({ name, ...more }).raw;
const page = (names: string[], nextCursor?: unknown) =>
  answered('tools/list', { tools: names.map((name) => raw(name)), ...(nextCursor === undefined ? {} : { nextCursor }) });
const pages = (exchanges: Pages['exchanges'], over: Partial<Pages> = {}) => ({
  tools: { method: 'tools/list', exchanges, items: [], stopped: null, cursor: null, ...over },
});
const MODERN: Partial<Evidence> = { revision: '2026-07-28', revisions: ['2026-07-28'], era: 'modern' };

function found(over: Partial<Evidence>) {
  return judge(sampleContext(sampleEvidence(over)), {}, list);
}

describe('two readings of the list', () => {
  const first = pages([page(['a', 'b', 'c'])]);

  test('another order is told in the modern era only', () => {
    const over = { lists: first, probes: { 'second-list': [page(['c', 'a', 'b'])] } };
    expect(found(over)).toEqual([]);
    const [finding] = found({ ...MODERN, ...over });
    expect(finding).toMatchObject({ rule: 'list/unstable-order', severity: 'warning' });
    expect(finding?.message).toContain('same 3 tools in different order');
  });

  test('another tool, on the same and on another connection, is one finding', () => {
    const second = [page(['a', 'b', 'd'])];
    const all = found({ ...MODERN, lists: first, probes: { 'second-list': second, 'second-connection': second } });
    expect(all.map(({ rule }) => rule)).toEqual(['list/changed-in-session']);
    expect(all[0]?.message).toMatch(/"c" missing.*"d" only in the second/);
  });

  test('a description with the time in it changes the list', () => {
    const second = [answered('tools/list', { tools: [raw('a'), raw('b', { description: 'It is 10:01' }), raw('c')] })];
    expect(found({ ...MODERN, lists: first, probes: { 'second-list': second } })[0]?.message).toContain('"b" declared differently');
  });

  test('the order of members within a tool is no change', () => {
    const tool = { inputSchema: { type: 'object' }, description: 'A.', name: 'a' };
    const turned = { name: 'a', description: 'A.', inputSchema: { type: 'object' } };
    const [one, two] = [tool, turned].map((each) => answered('tools/list', { tools: [each] }));
    if (!one || !two) throw new Error('two pages');
    expect(found({ ...MODERN, lists: pages([one]), probes: { 'second-list': [two] } })).toEqual([]);
  });

  test('pages are compared as far as both readings go', () => {
    const lists = pages([page(['a', 'b'], '2'), page(['c'])]);
    expect(found({ ...MODERN, lists, probes: { 'second-list': [page(['a', 'b'], '2')] } })).toEqual([]);
    expect(found({ ...MODERN, lists, probes: { 'second-list': [page(['b', 'c'], '2'), page(['a'])] } }).map(({ rule }) => rule)).toEqual([
      'list/unstable-order',
    ]);
  });

  test('of another connection only tools/list counts, and a refused one says nothing', () => {
    const started = answered('initialize', { protocolVersion: '2025-11-25' });
    expect(found({ ...MODERN, lists: first, probes: { 'second-connection': [started, page(['a', 'b', 'c'])] } })).toEqual([]);
    expect(found({ ...MODERN, lists: first, probes: { 'second-connection': [started] } })).toEqual([]);
  });
});

describe('cursors', () => {
  test('a cursor that never moves names itself', () => {
    const same = page(['a'], '8');
    const [finding] = found({ lists: pages([same, same], { stopped: 'repeated-cursor', cursor: '8' }) });
    expect(finding).toMatchObject({ rule: 'list/cursor-loop', severity: 'error' });
    expect(finding?.message).toContain('returned cursor "8" again for cursor "8" (same page)');
  });

  test('an empty text at the end is told to be left out', () => {
    const [finding] = found({ lists: pages([page(['a'], ''), page(['a'], '')], { stopped: 'repeated-cursor', cursor: '' }) });
    expect(finding?.fix).toContain('leave nextCursor out');
  });

  test('cursors of prompts and resources are looked at too', () => {
    const prompts = {
      method: 'prompts/list',
      exchanges: [answered('prompts/list', { prompts: [], nextCursor: null })],
      items: [],
      stopped: null,
      cursor: null,
    };
    expect(found({ lists: { prompts } })[0]).toMatchObject({ rule: 'list/cursor-invalid', severity: 'error' });
  });

  test('an adapter without pages may ignore a cursor', () => {
    expect(found({ lists: pages([page(['a'])]), probes: { 'invalid-cursor': [page(['a'])] } })).toEqual([]);
  });
});
