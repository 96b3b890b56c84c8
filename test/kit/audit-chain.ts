import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { AuditRecord } from '../../src/kit/audit/record.ts';

/** Everything that stands in one file of the log, read without the code under test. */
export function recordsOf(state: string, name: string): AuditRecord[] {
  const text = readFileSync(join(state, 'audit', name), 'utf8');
  if (text !== '' && !text.endsWith('\n')) throw new Error(`${name} does not end with a newline`);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** The files of the log, in the order of their names. */
export function filesOf(state: string): string[] {
  return readdirSync(join(state, 'audit'))
    .filter((name) => name.endsWith('.ndjson'))
    .sort();
}

/** Fails unless these records are one chain from its beginning: numbered, each with the hash of its canonical JSON, each naming the one before. */
export function expectChain(records: readonly AuditRecord[]): void {
  let prev = '0'.repeat(64);
  for (const [index, record] of records.entries()) {
    const { hash, ...content } = record;
    expect(record).toMatchObject({ seq: index, prev });
    expect(hash).toBe(createHash('sha256').update(sortedJson(content)).digest('hex'));
    prev = hash;
  }
}

/** RFC 8785, written down a second time: members sorted by their UTF-16 units, no spaces. */
export function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${sortedJson(member)}`).join(',')}}`;
}
