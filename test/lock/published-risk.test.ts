import { expect, test } from 'vitest';
import { compareDeclarations } from '../../src/lock/compare-declarations.ts';
import { declaredBy } from '../../src/lock/declared.ts';
import type { Declared } from '../../src/lock/difference.ts';
import { lockOf } from '../../src/lock/lock.ts';
import type { JsonObject } from '../../src/model/json.ts';

const READS = { readOnlyHint: true };
const WRITES = { readOnlyHint: false, destructiveHint: false };
const DELETES = { readOnlyHint: false, destructiveHint: true };

function declared(...tools: JsonObject[]): Declared {
  return declaredBy(lockOf({ protocol: '2025-11-25', server: { name: 'erp', version: '1.0.0' }, tools }));
}

/** A tool that publishes this risk; none for null. */
function tool(risk: string | null, annotations: JsonObject = {}): JsonObject {
  return { name: 'orders', annotations, ...(risk === null ? {} : { _meta: { 'mcp-adapter/risk': risk } }) };
}

const rulesOf = async (before: Declared, after: Declared) => (await compareDeclarations(before, after)).map(({ rule }) => rule);

test.each<[string, JsonObject, JsonObject, string[]]>([
  ['is higher', tool('read'), tool('prepare'), ['risk-raised']],
  ['is higher by two', tool('read', WRITES), tool('destructive', WRITES), ['risk-raised']],
  ['is lower', tool('write'), tool('prepare'), ['risk-lowered']],
  ['is published no more, and the hints say that it is higher', tool('prepare', WRITES), tool(null, WRITES), ['risk-raised']],
  ['is published no more, and the hints say the same', tool('read', READS), tool(null, READS), []],
  ['is published, and the hints said the same', tool(null, DELETES), tool('destructive', DELETES), []],
  ['is published, and lower than the hints said', tool(null), tool('read'), ['risk-lowered']],
  ['is none that there is, as before', tool(null), tool('harmless'), []],
])('a risk that %s', async (_what, before, after, rules) => {
  expect(await rulesOf(declared(before), declared(after))).toEqual(rules);
});

test('of a lock that knows no risks none is compared', async () => {
  const after = declared(tool('write', READS));
  const before = { ...after, tools: new Map([['orders', { name: 'orders', annotations: READS }]]) };
  expect(await rulesOf(before, after)).toEqual([]);
});

test.each<[string, JsonObject, string]>([
  ['that only reads', tool('read'), 'tool-added'],
  ['that only prepares, in the form of the kit', tool('prepare', { ...WRITES, idempotentHint: true }), 'tool-added'],
  ['that writes', tool('write'), 'write-tool-added'],
  ['that says that it reads, and hints that it does not', tool('read', WRITES), 'write-tool-added'],
  ['that says that it prepares, and hints that it deletes', tool('prepare', DELETES), 'write-tool-added'],
])('a new tool %s', async (_what, added, rule) => {
  expect(await rulesOf(declared(), declared(added))).toEqual([rule]);
});
