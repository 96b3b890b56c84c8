import { expect, test } from 'vitest';
import { answered, exchange, failed, sampleEvidence } from '../../src/checks/sample.ts';
import { META, MODERN } from '../../src/model/protocol.ts';
import { findingsOf, rulesOf } from './session-findings.ts';

const { handshake } = sampleEvidence();
/** An adapter of 2026-07-28 of which nothing has been seen yet. */
const modern = {
  era: 'modern' as const,
  revision: MODERN,
  exchanges: [],
  lists: {},
  handshake: { ...handshake, discover: null, initialize: null },
};

const file = (result: Record<string, unknown>, revisions: string[]) => {
  const list = { ...answered('tools/list', result), sent: null };
  return findingsOf({
    transport: 'file',
    era: 'legacy',
    revision: revisions[0] ?? MODERN,
    revisions,
    capabilities: {},
    handshake: { discover: null, restarted: null, initialize: null, initialized: null, firstAnswerMs: null, refused: [] },
    exchanges: [],
    process: null,
    lists: { tools: { method: 'tools/list', exchanges: [list], items: [], stopped: null, cursor: null } },
  });
};

test('a saved list that is judged for 2026-07-28 must have the members of that revision', () => {
  const findings = file({ tools: [], resultType: 'complete' }, [MODERN]);
  expect(findings.map((finding) => [finding.rule, finding.severity])).toEqual([['modern/result-fields', 'error']]);
  expect(findings[0]?.message).toContain('"tools/list": the result lacks ttlMs and cacheScope');
});

test('a saved list without resultType is left alone when both revisions are judged', () => {
  expect(file({ tools: [] }, ['2025-11-25', MODERN])).toEqual([]);
});

test('a saved list of 2026-07-28 is only warned about when both revisions are judged', () => {
  const [finding] = file({ tools: [], resultType: 'complete' }, ['2025-11-25', MODERN]);
  expect(finding).toMatchObject({ rule: 'modern/result-fields', severity: 'warning' });
  expect(finding?.message).toContain('(2026-07-28 only)');
});

test('a dual-era adapter is not judged by 2026-07-28 for what it said in the legacy era', () => {
  const legacy = answered('resources/list', { resources: [] });
  const spoken = answered('tools/list', { tools: [] }, { sent: { id: 1, params: { _meta: { [META.protocolVersion]: MODERN } } } });
  const findings = findingsOf({ ...modern, era: 'dual', exchanges: [legacy, spoken] });
  expect(findings.map((finding) => finding.rule)).toEqual(['modern/result-fields']);
  expect(findings[0]?.message).not.toContain('resources/list');
});

test('results of several methods that lack the same are one finding', () => {
  const findings = findingsOf({
    era: 'modern',
    revision: MODERN,
    lists: {},
    exchanges: ['prompts/list', 'resources/list'].map((method) => answered(method, {})),
  });
  expect(findings.filter((finding) => finding.rule === 'modern/result-fields')).toMatchObject([{ count: 2 }]);
});

test('a method that no server knows is told once, also when it is a removed one', () => {
  const probes = { 'unknown-method': [answered('mcp-adapter/unknown', {})], 'removed-method': [answered('ping', {})] };
  expect(rulesOf({ ...modern, probes })).toEqual(['jsonrpc/unknown-method']);
});

test('a silent probe says nothing about how it would have been refused', () => {
  const probes = { 'meta-missing': [exchange('tools/list')], 'version-unknown': [failed('tools/list', -32022, 'no')] };
  expect(rulesOf({ ...modern, probes })).toEqual(['version/unsupported-version-error']);
});
