import { expect, test } from 'vitest';
import { answered, failed, frameIn, sampleFailure, sampleProcess } from '../../src/checks/sample.ts';
import { judgeCalls, linesOf, text } from './calls.ts';

const unknown = async (exchange: ReturnType<typeof answered>) => linesOf([], { probes: { 'unknown-tool': [exchange] } });

test('an unknown tool must be a protocol error', async () => {
  expect(await unknown(failed('tools/call', -32602, 'Unknown tool'))).toEqual([]);
  expect(await unknown(failed('tools/call', -32601, 'Unknown tool'))).toEqual(['warning call/unknown-tool-not-error']);
  expect(await unknown(answered('tools/call', text('sunny')))).toEqual(['error call/unknown-tool-not-error']);
  expect(await unknown(answered('tools/call', { isError: true, ...text('unknown tool') }))).toEqual([
    'warning call/unknown-tool-not-error',
  ]);
  expect(await unknown(answered('tools/call', { isError: true, ...text('MCP error -32602: Tool __x__ not found') }))).toEqual([
    'info call/unknown-tool-not-error',
  ]);
});

test('a call without an answer is reported, but not beside the failure of the whole connection or its own cause', async () => {
  const silent = { exchange: { outcome: 'silent' as const, answer: null } };
  expect(await linesOf([silent])).toEqual(['error call/no-answer']);
  expect(await linesOf([silent], { failure: sampleFailure('exited') })).toEqual([]);
  expect(await linesOf([{ exchange: { outcome: 'refused' as const, answer: null } }])).toEqual([]);
});

test('an adapter that ends during a call is told with its exit code and the telling line of stderr', async () => {
  const process = sampleProcess({
    exit: { code: 1, signal: null, ageMs: 90 },
    stderrTail: ['starting', 'Error: no ERP_URL', 'Node.js v22.1.0'],
  });
  const [finding] = await judgeCalls([{ exchange: { outcome: 'gone', answer: null } }], { process });
  expect(finding?.message).toBe('the adapter ended (exit code 1) before it answered the call; stderr: "no ERP_URL"');
});

test('an error about a thing of another name is no denial of the tool', async () => {
  expect(await linesOf([{ error: { code: -32602, message: 'Tool holder 7 not found' } }])).toEqual([
    'warning result/protocol-error-for-tool-failure',
  ]);
});

test('progress after the result is laid at the tool that was called', async () => {
  const sent = { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'find_order', _meta: { progressToken: 3 } } };
  const late = frameIn({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 3, progress: 1 } });
  const findings = await judgeCalls([{ exchange: { sent } }], { unsolicited: [late, late] });
  expect(findings).toMatchObject([{ rule: 'call/progress-unasked', tool: 'find_order', count: 2 }]);
});
