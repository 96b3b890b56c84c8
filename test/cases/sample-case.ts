import { idOf } from '../../src/cases/case-name.ts';
import { keepExact } from '../../src/cases/exact-text.ts';
import type { CaseStep, SavedCase } from '../../src/model/saved-case.ts';

/** A fingerprint whose first 8 hex digits are `start`. */
export function fingerprint(start = '3f9a1c02'): string {
  return `sha256:${start.padEnd(64, '0')}`;
}

/** A call as a case holds it, from the exact text of its arguments. */
export function sampleStep(text: string, over: Partial<CaseStep> = {}): CaseStep {
  const step: CaseStep = {
    id: 's1',
    role: 'target',
    name: 'find_order',
    tool: 'find_order',
    ...keepExact(text),
    expect: {},
    capture: {},
    bind: [],
    secrets: [],
  };
  return { ...step, ...over };
}

/** A case of one call that timed out. */
export function sampleCase(over: Partial<SavedCase> = {}): SavedCase {
  const steps = over.steps ?? [sampleStep('{"order_id":"A-1001"}')];
  const actual = { ...ACTUAL, ...over.actual };
  return {
    format: 'mcp-adapter/case@1',
    id: idOf(steps.at(-1)?.tool ?? '', 'timeout', actual.fingerprint),
    state: 'open',
    created: '2026-11-30T02:00:00.000Z',
    seen: 1,
    note: '',
    parent: null,
    target: {
      transport: 'stdio',
      launch: null,
      era: 'modern',
      protocol: '2026-07-28',
      server: { name: 'orders', version: '1.0.0' },
      tool_fingerprint: null,
      input_schema: { type: 'object' },
    },
    env: { node: '20.20.2', os: 'linux-x64', tool: 'mcp-adapter/0.1.0', git: null },
    site: null,
    grants: [],
    expect: { ok: true },
    compare: { ignore: [] },
    gen: { source: 'call' },
    ...over,
    steps,
    actual,
  };
}

const ACTUAL: SavedCase['actual'] = {
  class: 'tool_error',
  code: 'timeout',
  jsonrpc_code: null,
  retryable: true,
  elapsed_ms: 1203,
  message: 'the ERP did not answer',
  failed: ['ok'],
  fingerprint: fingerprint(),
  result: { isError: true, content: [] },
  stderr_tail: [],
};
