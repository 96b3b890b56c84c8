import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Run } from '../../src/model/run.ts';
import { fixture, run } from '../cli/run-cli.ts';

const LIMITS = ['--start-timeout', '1s', '--timeout', '1s', '--deadline', '20s'];

async function check(name: string, ...more: string[]): Promise<Run> {
  const document = await run(['check', '--no-hosts', '--quiet', ...LIMITS, ...more, '--', 'node', fixture('hostile.mjs'), name]);
  expect(alive(name), 'left behind').toEqual([]);
  return document;
}

/** Living processes of that fixture (Linux). */
function alive(name: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').endsWith(`hostile.mjs\0${name}\0`);
    } catch {
      return false;
    }
  });
}

const rulesOf = ({ findings }: Run) => findings.map(({ rule }) => rule);

describe.concurrent('an adapter that cannot be spoken to ends in exit code 3 and a sentence', () => {
  test.each([
    ['hangs', 'init/timeout'],
    ['never-reads', 'init/timeout'],
    ['closes-stdout', 'init/timeout'],
    ['detaches-and-hangs', 'init/timeout'],
    ['lies-about-length', 'stdio/content-length-framing'],
    ['garbage', null],
    ['floods-text', null],
  ])('%s', async (name, cause) => {
    const { exitCode, error } = await check(name);
    expect(exitCode).toBe(3);
    expect(error?.message).toMatch(/\w+ \w+/);
    expect(error?.hint).toMatch(/\w+ \w+/);
    if (cause) expect(error?.class).toBe(cause);
  });
});

describe.concurrent('an adapter that misbehaves in one thing is judged all the same', () => {
  test.each<[string, string | null, string[]]>([
    ['bad-frames', 'jsonrpc/version-member', []],
    ['twice', 'jsonrpc/stray-response', []],
    ['hostile-id', 'jsonrpc/stray-response', []],
    ['deep-schema', 'schema/too-deep', []],
    ['big-description', 'tool/description-length', []],
    ['new-cursors', 'list/cursor-loop', []],
    ['detaches', 'lifecycle/orphans', []],
    ['dies-in-list', 'lifecycle/exited', []],
    ['floods-notifications', null, []],
    ['floods-stderr', null, []],
    ['unasked', null, []],
    ['deep-result', null, ['--call', 'state']],
    ['stops-itself', 'call/no-answer', ['--call', 'state']],
    ['slow-pattern', 'schema/unjudged', ['--call', `state={"a": "${'a'.repeat(40)}!"}`]],
  ])('%s', async (name, rule, more) => {
    const document = await check(name, ...more);
    expect(document.error).toBeNull();
    expect(document.adapter).not.toBeNull();
    if (rule) expect(rulesOf(document)).toContain(rule);
  });
});

test('two runs on the same misbehaving adapter say the same', async () => {
  const [one, other] = [await check('bad-frames'), await check('bad-frames')];
  const said = ({ findings }: Run) => findings.map(({ evidence: _, ...finding }) => finding);
  expect(said(one)).toEqual(said(other));
});

test('the deadline ends a run in which nothing else would', async () => {
  const startedAt = performance.now();
  const { exitCode, error } = await run([
    'list',
    '--quiet',
    '--deadline',
    '700ms',
    '--era',
    'legacy',
    '--',
    'node',
    fixture('hostile.mjs'),
    'hangs',
  ]);
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  expect(exitCode).toBe(3);
  expect(error?.message).toMatch(/deadline|time limit|answer/);
  expect(alive('hangs')).toEqual([]);
});
