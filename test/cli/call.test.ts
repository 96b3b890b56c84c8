import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, fixture, run } from './run-cli.ts';

const ECHO = ['--', 'node', fixture('echo-arguments.mjs')];

/** The text of the first content block: the arguments exactly as they arrived. */
function arrived(document: Awaited<ReturnType<typeof run>>): string {
  const result = document.steps[0]?.result as { content: { text: string }[] };
  return result.content[0]?.text ?? '';
}

test('the arguments arrive exactly as typed: numbers, order and doubles included', async () => {
  const text = '{"b":1.0,"a":9007199254740993,"z":-0,"a":1e2}';
  expect(arrived(await run(['call', 'echo', text, ...ECHO]))).toBe(text);
});

test.each(['json', 'args', 'url', 'timeout', 'help', '__proto__', 'constructor', 'task'])('an argument called %s arrives', async (name) => {
  const document = await run(['call', 'echo', '--arg', `${name}=x`, ...ECHO]);
  expect(arrived(document)).toBe(`{"${name}":"x"}`);
});

test('--arg reads a value as its schema says, and as text where it says nothing', async () => {
  const argv = ['--arg', 'rows=5', '--arg', 'deep.flag=true', '--arg', 'free=5', '--arg', 'id=5', '--task', 't-1'];
  expect(arrived(await run(['call', 'echo', ...argv, ...ECHO]))).toBe(
    '{"rows":5,"deep":{"flag":true},"free":"5","id":"5","task_id":"t-1"}',
  );
});

test('a value that does not fit its type is refused, not converted', async () => {
  const { exitCode, stderr } = await cli(['call', 'echo', '--arg', 'rows=many', ...ECHO]);
  expect(stderr).toContain('the schema wants integer');
  expect(exitCode).toBe(2);
});

test('arguments come from a file and from standard input', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'mcp-adapter-test-')), 'arguments.json');
  writeFileSync(file, '{"from":"file"}');
  expect(arrived(await run(['call', 'echo', '--args-file', file, ...ECHO]))).toBe('{"from":"file"}');
  expect(arrived(await run(['call', 'echo', '--args-file', '-', ...ECHO], { stdin: '{"from":"stdin"}' }))).toBe('{"from":"stdin"}');
});

test('arguments with line breaks are one message on stdio', async () => {
  const document = await run(['call', 'echo', '{\n  "a": 1.0,\r\n  "b": "x\\ny"\n}', ...ECHO]);
  expect(document.exitCode).toBe(0);
  expect(arrived(document)).toBe('{   "a": 1.0,    "b": "x\\ny" }');
});

test('the trace is kept out of git', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-test-'));
  await cli(['call', 'echo', '{}', ...ECHO], { cwd: folder });
  expect(readdirSync(join(folder, '.mcp-adapter/traces'))).toHaveLength(1);
  expect(readFileSync(join(folder, '.mcp-adapter/.gitignore'), 'utf8')).toBe('*\n');
});

test('a trace that cannot be written is told, and the call goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-test-'));
  writeFileSync(join(folder, '.mcp-adapter'), 'no folder');
  const { exitCode, stderr } = await cli(['call', 'echo', '{}', ...ECHO], { cwd: folder });
  expect(stderr).toMatch(/^the trace cannot be written: E/m);
  expect(exitCode).toBe(0);
});

test('a tool that fails makes the exit code 1, with its step as failed', async () => {
  const document = await run(['call', 'refuse', '{}', ...ECHO]);
  expect(document.exitCode).toBe(1);
  expect(document.steps[0]).toMatchObject({ status: 'failed', outcome: 'tool_error', code: 'not_allowed' });
});

test('a tool that is not there names the nearest one', async () => {
  const { exitCode, stderr } = await cli(['call', 'ecko', ...ECHO]);
  expect(stderr).toMatch(/no tool "ecko"[\s\S]*"echo"/);
  expect(exitCode).toBe(2);
});

test('each step is shown with its time', async () => {
  const { stdout } = await cli(['call', 'echo', '{}', ...ECHO]);
  expect(stdout).toMatch(/connect +\d+ ms/);
  expect(stdout).toMatch(/tools\/call +\d+ ms/);
});

test('--raw prints the messages of the call exactly as they were sent and came', async () => {
  const text = '{"b":1.0,"a":9007199254740993,"a":1e400}';
  const { stdout } = await cli(['call', 'echo', text, '--raw', ...ECHO]);
  expect(stdout).toMatch(/\nsent\n {2}\{"jsonrpc":"2\.0","id":\d+,"method":"tools\/call"/);
  expect(stdout).toContain(`"arguments":${text}`);
  expect(stdout).toMatch(/\nreceived\n {2}\{.*"result"/);
  const { steps } = await run(['call', 'echo', text, '--raw', ...ECHO]);
  expect(steps[0]?.raw?.sent).toEqual([expect.stringContaining(`"arguments":${text}`)]);
  expect(steps[0]?.raw?.received).toHaveLength(1);
  expect((await run(['call', 'echo', text, ...ECHO])).steps[0]?.raw).toBeUndefined();
});
