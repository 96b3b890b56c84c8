import { expect, test } from 'vitest';
import { answered, exchange, frameIn, sampleEvidence, sampleNoise } from '../../src/checks/sample.ts';
import { MODERN } from '../../src/model/protocol.ts';
import { findingsOf, rulesOf } from './session-findings.ts';

const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`);
const odd: unknown[] = [
  undefined,
  null,
  0,
  -0,
  1.5,
  1e308,
  '',
  '\ud800',
  'x'.repeat(1_000_000),
  true,
  [],
  [null],
  {},
  { __proto__: 1 },
  deep,
];
const { handshake } = sampleEvidence();
/** An answer of any depth: nothing of it is counted. */
const saying = (method: string, result: unknown) => exchange(method, { outcome: 'answered', answer: { jsonrpc: '2.0', id: 1, result } });

test.each(odd.map((value, index) => [index, value] as const))(
  'no rule stumbles over hostile value %i wherever it stands',
  (_index, value) => {
    const answer = { jsonrpc: value, id: value, result: value, error: value };
    const asked = { outcome: 'answered' as const, answer };
    for (const [era, revision] of [
      ['legacy', '2025-11-25'],
      ['modern', MODERN],
      ['dual', MODERN],
      ['bare', '2025-11-25'],
    ] as const) {
      const hostile = {
        era,
        revision,
        capabilities: { tools: value, resources: value, extensions: value },
        handshake: {
          ...handshake,
          discover: saying('server/discover', value),
          initialize: saying('initialize', { protocolVersion: value, capabilities: value, serverInfo: value }),
          initialized: exchange('notifications/initialized', asked),
          refused: [exchange('initialize', { ...asked, answer: { id: 1, error: { code: value, message: value, data: value } } })],
        },
        exchanges: [
          exchange('tools/list', asked),
          saying('tools/call', { resultType: value, ttlMs: value, cacheScope: value, _meta: value }),
          answered('resources/read', {}, { notifications: [{ jsonrpc: value, method: value, params: value }] }),
        ],
        unsolicited: [
          ...[{ jsonrpc: value, id: value, method: value }, { id: value, result: value }, value].map((message) => ({
            ...frameIn({}),
            message,
          })),
        ],
        noise: [sampleNoise({ text: typeof value === 'string' ? value : 'text' })],
        probes: Object.fromEntries(
          ['string-id', 'zero-id', 'ping', 'unknown-method', 'invalid-json', 'version-unknown', 'meta-missing', 'undeclared-lists'].map(
            (name) => [name, [exchange('tools/list', asked), saying('resources/list', { resources: value })]],
          ),
        ),
      };
      for (const { message, fix } of findingsOf(hostile)) {
        expect(`${message} ${fix}`).not.toMatch(/\[object|NaN|\bundefined\b/);
        expect(message.length).toBeLessThan(3000);
      }
    }
  },
);

test('an answer without jsonrpc to every request is one finding with a count', () => {
  const bare = (method: string) => exchange(method, { outcome: 'answered', answer: { id: 1, result: {} } });
  const findings = findingsOf({ exchanges: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(bare), lists: {} });
  expect(findings).toMatchObject([{ rule: 'jsonrpc/version-member', count: 7 }]);
  expect(findings[0]?.message).toContain('and 2 more');
});

test('an answer that came after its time limit is no stray response', () => {
  const sent = { jsonrpc: '2.0', id: 9, method: 'tools/call' };
  expect(
    rulesOf({ calls: [], exchanges: [exchange('tools/call', { sent })], unsolicited: [frameIn({ jsonrpc: '2.0', id: 9, result: {} })] }),
  ).toEqual([]);
});

test('the answer to a notification that was taken for one to invalid JSON is not told as both', () => {
  const notified = answered(
    'notifications/mcp-adapter-unknown',
    {},
    { sent: { jsonrpc: '2.0', method: 'notifications/mcp-adapter-unknown' } },
  );
  const broken = answered('(invalid JSON)', {}, { sent: null });
  expect(rulesOf({ probes: { 'unknown-notification': [notified], 'invalid-json': [broken] } })).toEqual(['jsonrpc/notification-answered']);
});
