import { expect, test } from 'vitest';
import { declaredEvidence, type Evidence, noHandshake } from '../../src/model/evidence.ts';
import { spokenBy } from '../../src/run/changes.ts';
import { blankExchange } from '../../src/wire/pending.ts';

const AUTO = { era: 'auto', protocol: null } as Parameters<typeof spokenBy>[2];

/** An adapter that has answered `server/discover` with these revisions. */
function discovered(...supportedVersions: string[]): Evidence {
  const asked = blankExchange({
    method: 'server/discover',
    message: null,
    expects: 'response',
    timeoutMs: 0,
    phase: 'discover',
    tool: null,
  });
  const discover = { ...asked, outcome: 'answered' as const, answer: { jsonrpc: '2.0', id: 1, result: { supportedVersions } } };
  return { ...declaredEvidence([], null, '2026-07-28'), handshake: { ...noHandshake(), discover } };
}

/** An adapter that has settled on a legacy revision. */
function settled(revision: string, restarted: Evidence['handshake']['restarted'] = 'refused'): Evidence {
  return { ...declaredEvidence([], null, revision), handshake: { ...noHandshake(), restarted } };
}

test('an adapter that names its revisions is taken at its word', () => {
  expect(spokenBy(discovered('2026-07-28'), '2026-07-28', AUTO)).toEqual(['2026-07-28']);
  expect(spokenBy(discovered('2025-11-25', '2026-07-28'), '2025-06-18', AUTO)).toEqual(['2025-11-25', '2026-07-28']);
});

test('one that names only modern revisions may speak legacy ones too', () => {
  expect(spokenBy(discovered('2026-07-28'), '2025-11-25', AUTO)).toEqual([]);
});

test('one that was asked for the newest and settled on an older one speaks no newer', () => {
  expect(spokenBy(settled('2025-06-18'), '2025-11-25', AUTO)).toEqual(['2025-06-18']);
  expect(spokenBy(settled('2025-11-25'), '2026-07-28', AUTO)).toEqual(['2025-11-25']);
});

test.each<[string, Evidence, string | null, typeof AUTO]>([
  ['an older revision, for which nobody asked', settled('2025-11-25'), '2025-06-18', AUTO],
  ['an adapter that was too slow to answer', settled('2025-11-25', 'silent'), '2026-07-28', AUTO],
  ['an adapter that was told how to speak', settled('2025-11-25'), '2026-07-28', { ...AUTO, era: 'legacy' }],
  ['a saved list, which has no revision', settled('2025-11-25'), null, AUTO],
])('nothing is known of %s', (_what, evidence, revision, options) => {
  expect(spokenBy(evidence, revision, options)).toEqual([]);
});
