import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Run } from '../../../src/model/run.ts';
import { type Ended, runCommand } from '../../run-command.ts';

const CLI = resolve('dist/cli/main.js');
const ADAPTER = resolve('fixtures/adapters/hostile-schemas.mjs');
/** What grows without bounds is past this at once. */
const HEAP = '--max-old-space-size=384';

/** Tools of the fixture whose schema allows nothing, or cannot be judged: no call can be made for them, and the note must say so. */
const UNCALLABLE = [
  ...[
    'recursive',
    'refers_to_itself',
    'refers_nowhere',
    'refers_to_network',
    'no_number_fits',
    'no_member_fits',
    'nothing_fits',
    'is_false',
  ],
  ...[
    'property_is_false',
    'broken_pattern',
    'unknown_type',
    'unknown_dialect',
    'huge_bounds',
    'is_missing',
    'is_text',
    'is_list',
    'is_null',
  ],
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hostile-schemas-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('an adapter with one good tool among schemas that hurt', () => {
  test('contract tries the good tool, and says in one sentence what it did not try of the others', async () => {
    const run = await json('contract', '--seed', '1', '--runs', '20', '--deadline', '3m', '--', process.execPath, ADAPTER);
    expect(run.error).toBe(null);
    expect(run.findings).toEqual([]);
    expect(run.exitCode).toBe(0);
    const tools = new Map(run.contract?.tools.map((each) => [each.tool, each]));
    expect(tools.size).toBe(26);
    expect(tools.get('find')).toMatchObject({ random: 20, failed: 0, note: '' });
    expect(tools.get('find')?.invalid).toBeGreaterThan(10);
    for (const name of UNCALLABLE) {
      const { valid, random, note = '' } = tools.get(name) ?? {};
      expect([name, valid, random], note).toEqual([name, 0, 0]);
      expect(note, name).toMatch(/^[^\n]{10,250}$/);
    }
    for (const { tool, valid, note } of tools.values()) expect(valid > 0 || note !== '', `${tool}: neither tried nor explained`).toBe(true);
  });

  test('a tool that was named and cannot be tried is said to be so', async () => {
    const run = await json('contract', '--tool', 'nothing_fits', '--runs', '5', '--', process.execPath, ADAPTER);
    expect(run.contract?.tools).toMatchObject([{ tool: 'nothing_fits', valid: 0, note: expect.stringMatching(/./) }]);
  });

  test('lock takes them in as they are, and diff finds nothing in the same ones', async () => {
    const run = await json('lock', '--', process.execPath, ADAPTER);
    expect([run.error, run.exitCode]).toEqual([null, 0]);
    const lock = JSON.parse(readFileSync(join(folder, 'tools.lock.json'), 'utf8'));
    expect(lock.tools).toMatchObject({ find: { hash: expect.any(String) }, is_false: { declaration: { inputSchema: false } } });
    const same = await json('diff', '--frozen', '--', process.execPath, ADAPTER);
    expect([same.changes, same.exitCode]).toEqual([[], 0]);
  });

  test('diff finds the change of the good tool among changes of the others', async () => {
    if (!existsSync(join(folder, 'tools.lock.json'))) await json('lock', '--', process.execPath, ADAPTER);
    const run = await json('diff', '--env', 'CHANGED=1', '--', process.execPath, ADAPTER);
    expect([run.error, run.exitCode]).toEqual([null, 1]);
    const errors = run.changes.filter(({ severity }) => severity === 'error').map(({ rule, tool, at }) => ({ rule, tool, at }));
    expect(errors).toEqual([{ rule: 'diff/bound-tightened', tool: 'find', at: '/inputSchema/properties/count/maximum' }]);
    // Written out, the texts of `doubling` would be 2^40; none of them has changed where they stand.
    expect(run.changes).toContainEqual(expect.objectContaining({ rule: 'diff/schema-undecided', tool: 'doubling', severity: 'warning' }));
    for (const { message } of run.changes) expect(message).toMatch(/^.{5,500}$/);
    const added = run.changes.filter(({ rule }) => rule === 'diff/param-added').map(({ tool }) => tool);
    for (const tool of ['many_properties', 'doubling', 'huge_enum', 'slow_pattern']) expect(added).toContain(tool);
  });
});

/** Runs a command in little memory; gives its document, which must be whole whatever came of it. */
async function json(...args: string[]): Promise<Run> {
  const dashes = args.indexOf('--');
  const line = [...args.slice(0, dashes), '--reporter', 'json', ...args.slice(dashes)];
  const { code, stdout, stderr }: Ended = await runCommand(process.execPath, [HEAP, CLI, ...line], folder);
  expect(stdout, `exit ${code}: ${stderr.slice(-1000)}`).not.toBe('');
  const run: Run = JSON.parse(stdout);
  expect(code).toBe(run.exitCode);
  return run;
}
