import { expect, test } from 'vitest';
import { answered, exchange, failed, sampleEvidence, sampleProcess } from '../../src/checks/sample.ts';
import type { Evidence } from '../../src/model/evidence.ts';
import { MODERN } from '../../src/model/protocol.ts';
import { findingsOf, rulesOf } from './session-findings.ts';

const { handshake } = sampleEvidence();

test('a faultless legacy adapter gets no finding', () => {
  expect(findingsOf({})).toEqual([]);
});

test('a faultless modern adapter gets no finding', () => {
  const whole = {
    resultType: 'complete',
    ttlMs: 0,
    cacheScope: 'public',
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'erp', version: '1' } },
  };
  const list = answered('tools/list', { ...whole, tools: [{ name: 'a', inputSchema: { type: 'object' } }] });
  const discover = answered('server/discover', { ...whole, supportedVersions: [MODERN], capabilities: { tools: {} } });
  expect(
    findingsOf({
      era: 'modern',
      revision: MODERN,
      handshake: { ...handshake, discover, initialize: null, initialized: null },
      lists: { tools: { method: 'tools/list', exchanges: [list], items: [], stopped: null, cursor: null } },
      exchanges: [discover, list],
      probes: {
        'unknown-method': [failed('mcp-adapter/unknown', -32601, 'no')],
        'meta-missing': [failed('tools/list', -32602, 'no')],
        'removed-method': [failed('ping', -32601, 'no')],
        'initialize-on-modern': [failed('initialize', -32022, 'only 2026-07-28')],
      },
    }),
  ).toEqual([]);
});

test('a bare adapter is told once that it has no handshake', () => {
  const refusal = failed('initialize', -32601, 'Method not found');
  const bare: Partial<Evidence> = {
    era: 'bare',
    capabilities: {},
    handshake: { ...handshake, restarted: 'refused', initialize: refusal, initialized: null, refused: [refusal, refusal] },
    exchanges: [refusal],
    probes: {
      ping: [failed('ping', -32601, 'Method not found')],
      'version-unknown': [refusal],
      'undeclared-lists': [answered('tools/list', { tools: [{ name: 'weather' }] })],
    },
  };
  expect(rulesOf(bare)).toEqual(['version/no-handshake']);
});

test('an initialize result without anything in it is one finding', () => {
  const initialize = answered('initialize', {});
  const findings = findingsOf({ capabilities: {}, handshake: { ...handshake, initialize }, exchanges: [initialize] });
  expect(findings.map((finding) => finding.rule)).toEqual(['init/result-fields']);
  expect(findings[0]?.message).toContain('lacks protocolVersion, capabilities and serverInfo');
});

test('an adapter that needs SIGKILL is not told besides that it ignores the end of stdin', () => {
  expect(rulesOf({ process: sampleProcess({ ending: { by: 'SIGKILL', ms: 2850, survivors: 0, cpu: 0, lateBytes: 0 } }) })).toEqual([
    'lifecycle/needs-sigkill',
  ]);
});

test('the first message that ends a process is told, not those that come after it', () => {
  const gone = exchange('mcp-adapter/unknown', { outcome: 'gone' });
  const findings = findingsOf({
    probes: { 'zero-id': [exchange('tools/list', { outcome: 'gone' })], 'unknown-method': [gone], ping: [gone] },
  });
  expect(findings.map((finding) => finding.rule)).toEqual(['lifecycle/crash-on-input']);
  expect(findings[0]?.message).toContain('id 0');
});

test('an adapter that ignores every unknown method is told once, where clients notice it first', () => {
  const over = {
    handshake: { ...handshake, restarted: 'silent' as const },
    probes: { 'unknown-method': [exchange('mcp-adapter/unknown')] },
  };
  expect(findingsOf(over).map((finding) => [finding.rule, finding.severity])).toEqual([['version/probe-hangs', 'warning']]);
});

test('two runs that differ in times and process ids give equal messages', () => {
  const run = (ms: number, pid: number) =>
    findingsOf({
      handshake: { ...handshake, firstAnswerMs: 6000 + ms },
      process: sampleProcess({ pid, ending: { by: 'SIGTERM', ms: 2000 + ms, survivors: 1, cpu: 0.9 + ms / 1000, lateBytes: 0 } }),
      stdinSharedBy: { pid: pid + 1, tool: 'run' },
    }).map((finding) => [finding.rule, finding.message]);
  expect(run(12, 100)).toEqual(run(31, 999));
  expect(run(12, 100)).toHaveLength(5);
});
