import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Run } from '../../src/model/run.ts';
import { run } from './run-cli.ts';

const ADAPTER = resolve('fixtures/adapters/sessions.mjs');
const SUITE = `format: mcp-adapter/smoke@1
task: "t-{{run}}"
site: pages
steps:
  - {name: open, tool: open_session, arguments: {task_id: "{{task}}"}, capture: {session: /session_id}}
  - {name: read, tool: read_items, arguments: {session_id: "{{session}}", task_id: "{{task}}"}}
  - {name: book, tool: book, arguments: {session_id: "{{session}}", task_id: "{{task}}", step_id: s}, capture: {booking: /booking_id}}
  - {name: look, tool: read_booking, arguments: {session_id: "{{session}}", task_id: "{{task}}", booking_id: "{{booking}}"}}
  - {name: visit, tool: visit, arguments: {url: "{{site}}/hello.txt"}}
  - {name: close, tool: close_session, arguments: {session_id: "{{session}}", task_id: "{{task}}"}}
`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'contract-suite-'));
  mkdirSync(join(folder, 'smoke', 'pages'), { recursive: true });
  writeFileSync(join(folder, 'smoke', 'pages', 'hello.txt'), 'hello');
  writeFileSync(join(folder, 'smoke', 'sessions.yaml'), SUITE);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `contract` on the adapter, or another command, with these variables. */
function runWith(env: Record<string, string>, ...words: string[]): Promise<Run> {
  const variables = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  return run([...words, ...variables, '--', process.execPath, ADAPTER], { cwd: folder });
}

const contract = (env: Record<string, string> = {}, ...words: string[]) => runWith(env, 'contract', '--seed', '1', '--runs', '5', ...words);

const noteOf = ({ contract: summary }: Run, tool: string) => summary?.tools.find((each) => each.tool === tool)?.note;

test('what a tool needs of others is made as the suite does it, so that its calls go well', async () => {
  const found = await contract({}, '--allow-writes');
  expect(found.findings).toEqual([]);
  expect(found.contract?.tools.map(({ tool, note }) => [tool, note])).toEqual(
    ['open_session', 'read_items', 'close_session', 'book', 'read_booking', 'visit'].map((tool) => [tool, '']),
  );
});

test('without a suite the note of a tool says that nothing of it was tested but its refusals, and why', async () => {
  rmSync(join(folder, 'smoke'), { recursive: true });
  const found = await contract();
  expect(noteOf(found, 'read_items')).toMatch(/^no call of it went well \(session_expired\).*suite/);
  expect(noteOf(found, 'open_session')).toBe('');
});

test('a step that writes is part of a way only where tools that write may be called', async () => {
  const found = await contract({}, '--tool', 'read_booking');
  expect(noteOf(found, 'read_booking')).toContain("the suite's way to it fails: book is of risk write; --allow-writes calls it");
});

test('a way that fails is told with the step that failed, and the tool is called all the same', async () => {
  const found = await contract({ FAULT: 'no-room' });
  expect(noteOf(found, 'read_items')).toContain("the suite's way to it fails: open_session: session_limit");
  expect(found.contract?.tools.find(({ tool }) => tool === 'read_items')?.invalid).toBeGreaterThan(0);
});

test('what is done twice behind what a suite prepares is kept with both calls', async () => {
  const { findings } = await contract({ FAULT: 'books-twice' }, '--tool', 'book');
  expect(findings.map(({ rule, tool }) => [rule, tool])).toEqual([['contract/not-idempotent', 'book']]);
  const file = findings[0]?.saved?.[0]?.file ?? '';
  const verdictOf = async (env: Record<string, string>) => (await runWith(env, 'replay', '--allow-writes', file)).cases[0]?.verdict;
  expect([await verdictOf({ FAULT: 'books-twice' }), await verdictOf({})]).toEqual(['still-fails', 'fixed']);
});

test.each([
  ['behind what a suite prepares', 'above-maximum', 'accepted-invalid', { limit: 11 }, {}],
  ['behind what had to be prepared again and again', 'above-maximum', 'accepted-invalid', { limit: 11 }, { USES: '12' }],
  ['that ends the adapter and what was prepared on it', 'null-crashes', 'crashed', { limit: null }, {}],
])('a failure %s is kept as a case that prepares it anew', async (_, fault, verdict, smallest, more) => {
  const { findings } = await contract({ FAULT: fault, ...more }, '--tool', 'read_items');
  expect(findings.map(({ rule, tool }) => [rule, tool])).toEqual([[`contract/${verdict}`, 'read_items']]);
  const file = findings[0]?.saved?.[0]?.file ?? '';
  const { steps } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  expect(steps.map((step: { tool: string }) => step.tool)).toEqual(['open_session', 'read_items']);
  expect(steps[1]).toMatchObject({ arguments: smallest, bind: [{ at: '/session_id', from: 's1.session' }] });
  for (const [now, expected] of [
    [fault, 'still-fails'],
    ['', 'fixed'],
  ] as const) {
    const { cases } = await runWith({ FAULT: now }, 'replay', file);
    expect(cases.map((each) => [each.verdict, each.rebound])).toEqual([[expected, ['/session_id']]]);
  }
});
