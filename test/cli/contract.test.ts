import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Run } from '../../src/model/run.ts';
import { folderWith } from '../suite/suite-folder.ts';
import { caseFiles, readSaved } from './kept-cases.ts';
import { cli, fixture, run } from './run-cli.ts';

const ROWS = `{ type: 'object', properties: { rows: { type: 'integer', minimum: 1, maximum: 9 }, name: { type: 'string', maxLength: 8 } }, required: ['rows'], additionalProperties: false }`;

/**
 * An adapter with a tool of which each declared bound is kept, except as `fault` says, an expression of `rows`, `name` and `given`; it gives an
 * answer, or undefined.
 */
function adapter(fault = 'undefined', more = ''): string {
  return `import { send, serve } from ${JSON.stringify(fixture('legacy-stdio.mjs'))};
const annotations = { readOnlyHint: true };
const inputSchema = ${ROWS};
const refuse = (text) => ({ isError: true, content: [{ type: 'text', text }] });
const ok = { content: [{ type: 'text', text: 'fine' }] };
const never = new Promise(() => {});
let running = 0;
const whenShared = async (answer) => {
  running++;
  await new Promise((resolve) => setTimeout(resolve, 20));
  return running-- > 1 ? answer : undefined;
};
serve({
  tools: [{ name: 'list_rows', description: 'Lists rows.', inputSchema, annotations }, ${more}],
  async call({ name: tool, arguments: given, _meta }) {
    const { rows, name } = given;
    if (tool === 'slow') return never;
    const bent = tool === 'list_rows' ? await (${fault}) : undefined;
    if (bent) return bent;
    if (Object.keys(given).some((key) => key !== 'rows' && key !== 'name')) return refuse('invalid arguments: unknown member');
    if (!Number.isInteger(rows) || rows < 1 || rows > 9) return refuse('invalid arguments: rows is a whole number from 1 to 9');
    if ('name' in given && (typeof name !== 'string' || [...name].length > 8)) return refuse('invalid arguments: name has at most 8 characters');
    return ok;
  },
});
`;
}

/** Runs the command on such an adapter in a folder of its own. */
async function contractOf(fault?: string, flags: string[] = [], more?: string): Promise<{ cwd: string; document: Run }> {
  const cwd = folderWith({ 'adapter.mjs': adapter(fault, more) });
  const document = await run(['contract', '--runs', '0', '--seed', '1', ...flags, '--', 'node', 'adapter.mjs'], { cwd });
  return { cwd, document };
}

/** What was found, as rule and message. */
const found = ({ findings }: Run) => findings.map(({ rule, tool, message }) => [rule, tool, message]);

describe('contract', () => {
  test('finds nothing on an adapter that keeps its declaration, and says what it did', async () => {
    const { cwd, document } = await contractOf();
    expect(found(document)).toEqual([]);
    expect(document).toMatchObject({ exitCode: 0, next: null, contract: { seed: 1, tools: [{ tool: 'list_rows', failed: 0, note: '' }] } });
    expect(document.contract?.tools[0]?.valid).toBeGreaterThan(0);
    expect(document.contract?.tools[0]?.invalid).toBeGreaterThan(0);
    expect(existsSync(join(cwd, 'cases'))).toBe(false);
  });

  test('keeps what an invalid call showed as a case that still fails, and is fixed once the adapter refuses it', async () => {
    const { cwd, document } = await contractOf('rows === 10 ? ok : undefined');
    expect(found(document)).toEqual([
      ['contract/accepted-invalid', 'list_rows', expect.stringContaining('rows is 10, above the maximum of 9')],
    ]);
    expect(document.exitCode).toBe(1);
    const [file = '', ...others] = caseFiles(join(cwd, 'cases'));
    expect(others).toEqual([]);
    expect(readSaved(cwd, 'cases', file).steps.map((step) => step.arguments)).toEqual([{ rows: 10 }]);
    const replayed = await run(['replay', 'cases', '--', 'node', 'adapter.mjs'], { cwd });
    expect(replayed.cases.map(({ verdict }) => verdict)).toEqual(['still-fails']);
    const mended = folderWith({ 'adapter.mjs': adapter() });
    const again = await run(['replay', join(cwd, 'cases'), '--', 'node', join(mended, 'adapter.mjs')], { cwd });
    expect(again.cases.map(({ verdict }) => verdict)).toEqual(['fixed']);
  });

  test.each([
    ['contract/rejected-valid', `rows === 9 ? refuse('invalid arguments: too many') : undefined`, { rows: 9 }],
    ['contract/crashed', `rows === null ? process.exit(3) : undefined`, { rows: null }],
    ['contract/raw-exception', `rows === 9 ? refuse("TypeError: x\\n    at f (/a.js:1:2)") : undefined`, { rows: 9 }],
    ['contract/too-large', `rows === 9 ? { content: [{ type: 'text', text: 'x'.repeat(200_000) }] } : undefined`, { rows: 9 }],
  ])('%s is found, with the smallest arguments that show it', async (rule, fault, smallest) => {
    const { cwd, document } = await contractOf(fault);
    expect(document.findings.map((finding) => finding.rule)).toEqual([rule]);
    const [file = ''] = caseFiles(join(cwd, 'cases'));
    expect(readSaved(cwd, 'cases', file).steps.at(-1)?.arguments).toEqual(smallest);
  });

  test('a call that ends the adapter is told with its exit code, and the rest is tested on a fresh one', async () => {
    const { document } = await contractOf(`rows === null ? process.exit(3) : rows === 10 ? ok : undefined`);
    expect(found(document)).toEqual([
      ['contract/crashed', 'list_rows', expect.stringContaining('a call ends the adapter (exit code 3)')],
      ['contract/accepted-invalid', 'list_rows', expect.stringContaining('above the maximum of 9')],
    ]);
  });

  test('a tool that hangs on much is left after three calls, and the next one is tested', async () => {
    const other = `{ name: 'second', description: 'Does nothing.', inputSchema: { type: 'object', properties: {}, additionalProperties: false }, annotations }`;
    const { document } = await contractOf('never', ['--timeout', '300ms'], other);
    expect(found(document)).toContainEqual(['contract/timed-out', 'list_rows', expect.stringContaining('no answer within 0.3 s')]);
    expect(document.contract?.tools).toMatchObject([
      { tool: 'list_rows', failed: 3, note: expect.stringContaining('the rest was left out') },
      { tool: 'second' },
    ]);
  });

  test('a call that tells progress for ever has no answer within twice the time, and its case ends too', async () => {
    const told = `{ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: _meta.progressToken, progress: 1 } }`;
    const { cwd, document } = await contractOf(`rows === 9 && (setInterval(() => send(${told}), 50), never)`, ['--timeout', '400ms']);
    expect(found(document)).toEqual([['contract/timed-out', 'list_rows', 'no answer within 0.8 s, only progress: rows is 9, the maximum']]);
    expect(document.contract?.tools).toMatchObject([{ failed: 1, note: '' }]);
    const { cases } = await run(['replay', 'cases', '--runs', '1', '--', 'node', 'adapter.mjs'], { cwd });
    expect(cases.map(({ verdict }) => verdict)).toEqual(['still-fails']);
  });

  test('when the deadline passes, what was found is told, and each tool that was not tested to the end says so', async () => {
    const other = (name: string) => `{ name: '${name}', description: 'Waits.', inputSchema, annotations }`;
    const cwd = folderWith({ 'adapter.mjs': adapter('rows === 10 ? ok : undefined', `${other('slow')}, ${other('last')}`) });
    const document = await run(['contract', '--runs', '0', '--deadline', '4s', '--', 'node', 'adapter.mjs'], { cwd });
    expect(found(document)).toEqual([['contract/accepted-invalid', 'list_rows', expect.stringContaining('rows is 10')]]);
    expect(document).toMatchObject({ exitCode: 1, error: null });
    expect(document.contract?.tools).toMatchObject([
      { tool: 'list_rows', note: '' },
      { tool: 'slow', note: expect.stringMatching(/^not all was called: .*--deadline/) },
      { tool: 'last', note: expect.stringMatching(/^not called: .*--deadline/) },
    ]);
  });

  test('a run that was cut short is not clean, though nothing was found', async () => {
    const other = `{ name: 'slow', description: 'Waits.', inputSchema, annotations }`;
    const cwd = folderWith({ 'adapter.mjs': adapter('undefined', other) });
    const document = await run(['contract', '--runs', '0', '--deadline', '2s', '--tool', 'slow', '--', 'node', 'adapter.mjs'], { cwd });
    expect(document).toMatchObject({ exitCode: 1, findings: [], error: null });
  });

  test('a refusal that is not marked as one is no acceptance; the note says what it lacks', async () => {
    const { document } = await contractOf(`rows === 10 ? { content: [{ type: 'text', text: 'Error: rows is at most 9' }] } : undefined`);
    expect(document.findings).toEqual([]);
    expect(document.contract?.tools[0]?.note).toMatch(/^1 refusal came without isError: true.*result\/error-as-success/);
  });

  test('a result that an SDK keeps back breaks the output schema, and refuses no arguments', async () => {
    const kept = 'MCP error -32602: Output validation error: Invalid structured content for tool list_rows';
    const { document } = await contractOf(`rows === 9 ? refuse(${JSON.stringify(kept)}) : undefined`);
    expect(document.findings.map(({ rule }) => rule)).toEqual(['contract/output-violates-schema']);
  });

  test('--help tells its own time-out', async () => {
    const { stdout } = await cli(['contract', '--help'], { cwd: folderWith() });
    expect(stdout).toMatch(/--timeout <duration> .*\(default: "10s"\)/);
    const { stdout: others } = await cli(['check', '--help'], { cwd: folderWith() });
    expect(others).toMatch(/--timeout <duration> .*\(default: "30s"\)/);
  });

  test('what fails only beside other calls is no finding, and the note says so', async () => {
    const { document } = await contractOf('whenShared(ok)');
    expect(document.findings).toEqual([]);
    expect(document.contract?.tools[0]?.note).toContain('failed beside others and passed alone');
  });

  test('tools that change something are not called unless somebody agrees, and the report says so', async () => {
    const writer = `{ name: 'delete_row', description: 'Deletes a row.', inputSchema }`;
    const { document } = await contractOf(undefined, [], writer);
    expect(document.contract?.tools[1]).toMatchObject({
      tool: 'delete_row',
      valid: 0,
      invalid: 0,
      note: expect.stringMatching(/^not called: .*--allow-writes/),
    });
    const named = await contractOf(undefined, ['--tool', 'delete_row'], writer);
    expect(named.document.contract?.tools).toMatchObject([{ tool: 'delete_row', risk: 'destructive', note: '' }]);
    expect(named.document.contract?.tools[0]?.invalid).toBeGreaterThan(0);
  });

  test('a rule that is off is neither told nor kept', async () => {
    const { cwd, document } = await contractOf('rows === 10 ? ok : undefined', ['--rule', 'contract/accepted-invalid=off']);
    expect(document).toMatchObject({ exitCode: 0, findings: [] });
    expect(existsSync(join(cwd, 'cases'))).toBe(false);
  });

  test('in CI nothing is written without --out, and stderr says how failures are kept', async () => {
    const cwd = folderWith({ 'adapter.mjs': adapter('rows === 10 ? ok : undefined') });
    const words = ['contract', '--runs', '0', '--reporter', 'junit'];
    const env = { PATH: process.env.PATH, CI: 'true' };
    const printed = await cli([...words, '--', 'node', 'adapter.mjs'], { cwd, env });
    expect(printed).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('only with --out') });
    expect(printed.stdout).toContain('<testcase classname="contract.tools" name="list_rows"');
    expect(readdirSync(cwd)).toEqual(['adapter.mjs']);
    const kept = await cli([...words, '--out', 'out', '--', 'node', 'adapter.mjs'], { cwd, env });
    expect(kept.stdout).toContain('<property name="replay"');
    expect(caseFiles(join(cwd, 'out', 'cases'))).toHaveLength(1);
  });

  test('what a suite knows to work is where the calls begin', async () => {
    const cwd = folderWith({
      'adapter.mjs': adapter(`name === 'known' && rows === 10 ? ok : undefined`),
      'smoke/a.yaml': 'format: mcp-adapter/smoke@1\nsteps:\n  - {tool: list_rows, arguments: {rows: 4, name: known}}\n',
    });
    const document = await run(['contract', '--runs', '0', '--', 'node', 'adapter.mjs'], { cwd });
    expect(found(document)).toEqual([['contract/accepted-invalid', 'list_rows', expect.stringContaining('rows is 10')]]);
  });

  test.each([
    [['--runs', '10001'], '--runs "10001" is no whole number from 0 to 10000'],
    [['--seed', 'x'], '--seed "x" is no whole number'],
    [['--tool', 'list_row'], 'did you mean "list_rows"?'],
  ])('%j is a mistake of the user', async (flags, sentence) => {
    const cwd = folderWith({ 'adapter.mjs': adapter() });
    const printed = await cli(['contract', ...flags, '--', 'node', 'adapter.mjs'], { cwd });
    expect(printed.exitCode).toBe(2);
    expect(printed.stdout + printed.stderr).toContain(sentence);
    expect(existsSync(join(cwd, 'cases'))).toBe(false);
  });
});
