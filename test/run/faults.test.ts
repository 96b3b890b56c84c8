import { describe, expect, test } from 'vitest';
import type { Run } from '../../src/model/run.ts';
import { fixture, run } from '../cli/run-cli.ts';

/** `check` on one fault of faulty.mjs; the words before `--` may be added to. */
function check(fault: string, ...more: string[]): Promise<Run> {
  return run(['check', '--no-hosts', ...more, '--', 'node', fixture('faulty.mjs'), fault]);
}

const rulesOf = (document: Run, ...severities: string[]) =>
  document.findings.filter(({ severity }) => severities.includes(severity)).map(({ rule }) => rule);

describe('each fault is found, as one finding', () => {
  test.each([
    ['json-log-on-stdout', 'stdio/stdout-noise', 'error'],
    ['log-while-called', 'stdio/stdout-noise', 'error'],
    ['child-output-while-called', 'stdio/stdout-noise', 'error'],
    ['runner-output', 'stdio/launcher-noise', 'error'],
    ['text-glued-to-message', 'stdio/stdout-noise', 'error'],
    ['byte-order-mark', 'stdio/bom', 'error'],
    ['carriage-returns', 'stdio/crlf', 'warning'],
    ['indented-json', 'stdio/multiline-json', 'error'],
    ['content-length', 'stdio/content-length-framing', 'error'],
    ['dies-within-a-message', 'stdio/truncated-message', 'error'],
    ['notification-answered', 'jsonrpc/notification-answered', 'error'],
    ['text-id-for-number', 'jsonrpc/id-mismatch', 'error'],
    ['no-jsonrpc-member', 'jsonrpc/version-member', 'error'],
    ['ignores-closed-stdin', 'lifecycle/no-exit-on-stdin-close', 'warning'],
    ['ignores-sigterm', 'lifecycle/needs-sigkill', 'warning'],
    ['leaves-a-child', 'lifecycle/orphans', 'warning'],
    ['stderr-flood-while-called', 'stdio/stderr-flood', 'warning'],
    ['dies-on-discover', 'version/probe-hangs', 'error'],
    ['silent-on-discover', 'version/probe-hangs', 'warning'],
    ['missing-content', 'result/content-missing', 'error'],
    ['same-cursor-for-ever', 'list/cursor-loop', 'error'],
  ])('%s: %s', async (fault, rule, severity) => {
    const called = /while-called|within|content$/.test(fault) ? ['--call', 'state'] : [];
    const document = await check(fault, ...called);
    expect(document.error).toBeNull();
    expect(document.findings.filter((finding) => finding.rule === rule)).toMatchObject([{ severity }]);
    expect(rulesOf(document, 'error', 'warning').filter((each) => each.startsWith('stdio/') && each !== rule)).toEqual([]);
  });
});

describe('what is almost a fault is left alone', () => {
  test.each([
    'good',
    'logs-on-stderr',
    'quiet-child-while-called',
    'byte-order-mark-in-text',
    'carriage-return-in-text',
    'content-length-in-text',
    'empty-content',
    'two-pages',
  ])('%s', async (fault) => {
    const document = await check(fault, ...(fault === 'two-pages' ? [] : ['--call', 'state']));
    expect(rulesOf(document, 'error', 'warning')).toEqual([]);
    expect(document.exitCode).toBe(0);
    expect(document.tools.map(({ name }) => name)).toEqual(fault === 'two-pages' ? ['state', 'total'] : ['state']);
  });
});

describe('why nothing could be checked', () => {
  test('an adapter that holds its answers back until stdin is closed', async () => {
    const { error, exitCode } = await check('answers-after-stdin-closed', '--start-timeout', '1s');
    expect(error).toMatchObject({ class: 'stdio/buffered-output' });
    expect(exitCode).toBe(3);
  });

  test('a variable that SDK clients do not pass is found and named', async () => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, ERP_URL: 'http://127.0.0.1:9' };
    const document = await run(['check', '--no-hosts', '--', 'node', fixture('faulty.mjs'), 'needs-a-variable'], { env });
    expect(document.error).toMatchObject({ class: 'spawn/env-missing', exitCode: 3 });
    expect(document.error?.message).toContain('ERP_URL');
  });

  test('a command that is not there', async () => {
    const document = await run(['check', '--', 'no-such-command-xyz']);
    expect(document).toMatchObject({ exitCode: 3, error: { phase: 'spawn', class: 'spawn/command-not-found' } });
  });

  test('a folder that is not there', async () => {
    const document = await run(['check', '--cwd', '/does/not/exist', '--', 'node', 'server.mjs']);
    expect(document).toMatchObject({ exitCode: 3, error: { class: 'spawn/cwd-missing' } });
  });
});

test('two runs of the same adapter give the same findings, but for evidence', async () => {
  const [first, second] = [await check('log-while-called', '--call', 'state'), await check('log-while-called', '--call', 'state')];
  const stable = (document: Run) => document.findings.map(({ evidence: _, ...finding }) => finding);
  expect(stable(first)).toEqual(stable(second));
});
