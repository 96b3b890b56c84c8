import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type SavedAcceptance, untilOption, withAcceptance } from '../../src/lock/accept.ts';
import { readAccepted, writeAccepted } from '../../src/lock/accept-file.ts';
import { changed } from '../report/changes.ts';
import { emptyFolder } from '../scaffold/folders.ts';

const ENTRY: SavedAcceptance = {
  fingerprint: 'aaaaaaaaaaaa',
  rule: 'diff/tool-removed',
  tool: 'find_order',
  message: 'tool "find_order" is gone',
  reason: 'nobody calls it',
  until: '2027-01-31',
  accepted: '2026-11-30',
};
const words = { reason: 'asked for', until: '2027-02-01', today: '2026-12-01' };

describe('the last day of an acceptance', () => {
  test.each(['2026-11-30', '2027-02-28', '2027-11-30'])('%s can be', (day) => {
    expect(untilOption(day, '2026-11-30')).toBe(day);
  });

  test.each([
    ['2026-11-29', /is over/],
    ['2027-12-01', /more than a year ahead/],
    ['2027-02-29', /is no day/],
    ['2027-1-1', /is no day/],
    ['tomorrow', /is no day/],
    ['', /is no day/],
    ['2027-02-01T00:00:00Z', /is no day/],
  ])('%s cannot', (day, why) => {
    expect(() => untilOption(day, '2026-11-30')).toThrow(why);
  });
});

test('acceptances stand in the order of their fingerprints, each once, the newest of a change', () => {
  const all = withAcceptance([ENTRY], changed({ fingerprint: '0123456789ab' }), words);
  expect(all.map(({ fingerprint }) => fingerprint)).toEqual(['0123456789ab', 'aaaaaaaaaaaa']);
  const again = withAcceptance(all, changed({ fingerprint: 'aaaaaaaaaaaa' }), words);
  expect(again.map(({ fingerprint, reason, accepted }) => [fingerprint, reason, accepted])).toEqual([
    ['0123456789ab', 'asked for', '2026-12-01'],
    ['aaaaaaaaaaaa', 'asked for', '2026-12-01'],
  ]);
});

describe('the file of acceptances', () => {
  const fileWith = (text: string) => {
    const file = join(emptyFolder(), 'tools.accept.json');
    writeFileSync(file, text);
    return file;
  };

  test('reads back as what was written; what a reader cannot see is written as escapes', async () => {
    const file = join(emptyFolder(), 'tools.accept.json');
    const entries = [{ ...ENTRY, tool: null, message: 'one\u202etwo' }];
    expect(readAccepted(file, 'tools.accept.json')).toEqual([]);
    await writeAccepted(file, 'tools.accept.json', entries);
    expect(readAccepted(file, 'tools.accept.json')).toEqual(entries);
    expect(readFileSync(file, 'utf8')).not.toContain('\u202e');
  });

  test.each([
    ['no JSON', '{', /:1:2: it ends in the middle/],
    ['a merge conflict', '{\n<<<<<<< HEAD\n', /:2: it holds a merge conflict/],
    ['another format', '{"format": "mcp-adapter/accept@2"}', /the format is "mcp-adapter\/accept@2"/],
    ['no list', '{"format": "mcp-adapter/accept@1"}', /"accepted" is no list/],
    ['no object', '{"format": "mcp-adapter/accept@1", "accepted": [1]}', /entry 1 is no object/],
    [
      'no reason',
      JSON.stringify({ format: 'mcp-adapter/accept@1', accepted: [ENTRY, { ...ENTRY, reason: 1 }] }),
      /entry 2 has no text "reason"/,
    ],
    ['no day', JSON.stringify({ format: 'mcp-adapter/accept@1', accepted: [{ ...ENTRY, until: 'ever' }] }), /entry 1: "until" is no day/],
  ])('with %s is refused, because an acceptance must not get lost', (_what, text, why) => {
    expect(() => readAccepted(fileWith(text), 'tools.accept.json')).toThrow(why);
  });
});
