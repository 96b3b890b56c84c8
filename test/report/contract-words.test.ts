import { expect, test } from 'vitest';
import type { ContractTool } from '../../src/model/run.ts';
import { notCalled, resultOf, wasCalled } from '../../src/report/contract-words.ts';
import { pretty } from '../../src/report/pretty.ts';
import { run } from './runs.ts';

const tool = (name: string, parts: Partial<ContractTool> = {}): ContractTool => ({
  ...{ tool: name, risk: 'read', valid: 3, invalid: 4, either: 1, dropped: 0, random: 0, failed: 0, note: '' },
  ...parts,
});
const NONE = { valid: 0, invalid: 0, either: 0 };
const recursive = tool('recursive', { ...NONE, note: 'its input schema could not be met: its references have no end' });
const writes = tool('pay', { ...NONE, note: 'not called: its risk is write; --allow-writes calls it' });
const cut = tool('slow', { note: 'not all was called: the run was cut short, --deadline gives it longer' });

test('a tool without any call was not tested, whether by choice or for want of arguments', () => {
  expect([tool('find'), recursive, writes, cut].map(wasCalled)).toEqual([true, false, false, true]);
  expect(notCalled({ seed: 1, calls: 8, tools: [tool('find'), recursive, writes], identities: [] })).toEqual([
    { why: 'its input schema could not be met: its references have no end', names: ['recursive'] },
    { why: 'its risk is write; --allow-writes calls it', names: ['pay'] },
  ]);
});

test('ok is said only of a tool that was tested to the end', () => {
  expect([tool('find'), tool('find', { failed: 2 }), cut].map(resultOf)).toEqual(['ok', '2 failed', 'unfinished']);
  const text = pretty(run('contract', { contract: { seed: 1, calls: 8, tools: [recursive, cut], identities: [] } }));
  expect(text).toMatch(/^not tested: recursive \(its input schema could not be met: its references have no end\)$/m);
  expect(text).toMatch(/^slow +read +8 cases +unfinished$/m);
  expect(text).not.toMatch(/\bok$/m);
});
