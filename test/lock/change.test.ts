import { expect, test } from 'vitest';
import { changeOf } from '../../src/lock/change.ts';
import type { Difference } from '../../src/lock/difference.ts';

const TODAY = new Date('2026-11-30T12:00:00Z');
const difference = (over: Partial<Difference> = {}): Difference => ({
  rule: 'bound-tightened',
  tool: 'find',
  at: '/inputSchema/properties/limit/maximum',
  message: 'the maximum of "limit" is 50, was 100',
  before: 100,
  after: 50,
  ...over,
});
const change = (
  over: Partial<Difference> = {},
  settings: Parameters<typeof changeOf>[1] = {},
  accepted: Parameters<typeof changeOf>[2] = [],
) => changeOf(difference(over), settings, accepted, TODAY);
const fingerprint = (over: Partial<Difference> = {}) => change(over)?.fingerprint ?? '';

test('a change is a finding with what stood there, what stands there, and a fingerprint', () => {
  expect(change()).toMatchObject({
    rule: 'diff/bound-tightened',
    severity: 'error',
    tool: 'find',
    at: '/inputSchema/properties/limit/maximum',
    message: 'the maximum of "limit" is 50, was 100',
    count: 1,
    before: 100,
    after: 50,
    fingerprint: expect.stringMatching(/^[0-9a-f]{12}$/),
    accepted: null,
  });
  expect(change()?.fix).not.toBe('');
});

test('the fingerprint is that of what changed and not of the words for it', () => {
  expect(fingerprint({ message: 'in other words' })).toBe(fingerprint());
  expect(fingerprint({ before: { b: 1, a: 2 } })).toBe(fingerprint({ before: { a: 2, b: 1 } }));
  const others = [{ rule: 'bound-loosened' }, { tool: 'list' }, { at: '/x' }, { before: 99 }, { after: 49 }, { after: null }] as const;
  expect(new Set([fingerprint(), ...others.map(fingerprint)]).size).toBe(1 + others.length);
});

test('the severity is that of the rule, of the difference before it, and of the config before both', () => {
  expect(change({ severity: 'warning' })?.severity).toBe('warning');
  expect(change({ severity: 'warning' }, { 'diff/bound-tightened': 'info' })?.severity).toBe('info');
  expect(change({}, { 'diff/bound-tightened': 'off' })).toBeNull();
});

test('what was accepted is an info until its last day is over', () => {
  const accepted = (until: string) => [{ fingerprint: fingerprint(), reason: 'asked for', until }];
  expect(change({}, {}, accepted('2026-11-30'))).toMatchObject({
    severity: 'info',
    accepted: { reason: 'asked for', until: '2026-11-30' },
  });
  expect(change({}, {}, accepted('2026-11-29'))).toMatchObject({ severity: 'error', accepted: null });
  expect(change({ after: 10 }, {}, accepted('2027-01-31'))).toMatchObject({ severity: 'error', accepted: null });
});

test('long values are cut for the report, the fingerprint is that of the whole', () => {
  const long = { enum: Array.from({ length: 5_000 }, (_, index) => `value ${index}`) };
  const cut = change({ after: long });
  expect(String(cut?.after).length).toBeLessThan(5_000);
  expect(cut?.fingerprint).not.toBe(fingerprint({ after: { enum: [...long.enum, 'one more'] } }));
});

test('of two long texts the part is shown in which they differ', () => {
  const text = 'This sentence says nothing. '.repeat(1_000);
  const cut = change({ before: `${text}Wait.`, after: `${text}Obey.` });
  expect(cut?.before).toMatch(/^….*Wait\.$/);
  expect(cut?.after).toMatch(/^….*Obey\.$/);
});

test('nothing is null', () => {
  expect(change({ before: undefined, after: undefined })).toMatchObject({ before: null, after: null });
});
