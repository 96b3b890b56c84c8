import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Run } from '../../src/model/run.ts';
import { fixture, run } from '../cli/run-cli.ts';
import { processesWith } from '../processes.mjs';

const LIMITS = ['--start-timeout', '1s', '--timeout', '1s', '--deadline', '20s'];

/** Runs a command on that fixture; nothing of it may be left. */
async function hostile(name: string, words: readonly string[]): Promise<Run> {
  // In the environment of whatever is started, because other tests start the same fixture at the same time.
  const mark = `MARK=${randomUUID()}`;
  const document = await run([...words, '--quiet', '--env', mark, '--', 'node', fixture('hostile.mjs'), name]);
  expect(processesWith('environ', mark), 'left behind').toEqual([]);
  return document;
}

const check = (name: string, ...more: string[]) => hostile(name, ['check', '--no-hosts', ...LIMITS, ...more]);

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
  const { exitCode, error } = await hostile('hangs', ['list', '--deadline', '700ms', '--era', 'legacy']);
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  expect(exitCode).toBe(3);
  expect(error?.message).toMatch(/deadline|time limit|answer/);
});

test('a flood while a tool runs leaves a trace of some megabytes, which says how much was left out', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'mcp-adapter-test-'));
  try {
    await run(
      ['check', '--no-hosts', '--quiet', ...LIMITS, '--call', 'state', '--', 'node', fixture('hostile.mjs'), 'floods-while-called'],
      { cwd },
    );
    const traces = join(cwd, '.mcp-adapter', 'traces');
    const [file = ''] = readdirSync(traces);
    const lines = readFileSync(join(traces, file), 'utf8').trimEnd().split('\n');
    const last = JSON.parse(lines.at(-1) ?? '') as { skipped: number };
    expect(lines.length).toBeLessThan(1_200);
    expect(last.skipped).toBeGreaterThan(100);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
});
