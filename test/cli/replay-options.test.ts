import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampleCase, sampleStep } from '../cases/sample-case.ts';
import { folderWith } from '../suite/suite-folder.ts';
import { everyFileUnder } from './every-file.ts';
import { caseFiles, failing, readSaved, scripted, suiteOf } from './kept-cases.ts';
import { cli, fixture, run } from './run-cli.ts';

const workshop = ['--', 'node', fixture('workshop.mjs')];

describe('--minimise', () => {
  test('keeps the smallest call that fails in the same way beside the case, without the calls that it does not need', async () => {
    const many = [
      'session_id: "{{one}}", other: "{{two}}", third: "{{three}}"',
      'filter: {mode: deep, since: 2026-01-01, tags: [a, b, c]}',
      'page: 17, sort: [date, name], note: "a longer text that nobody needs", a: 1, b: 2, c: [1, [2, 3]], d: {e: {f: null}}, g: true',
    ];
    const cwd = folderWith({
      'a.yaml': suiteOf(
        ...['one', 'two', 'three'].map((name) => `{name: ${name}, tool: open_session, capture: {${name}: /session_id}}`),
        `{name: deep, tool: search, arguments: {${many.join(', ')}}}`,
      ),
    });
    await run(['smoke', 'a.yaml', ...workshop], { cwd });
    const [file = ''] = caseFiles(cwd);
    const before = readFileSync(join(cwd, file), 'utf8');
    expect(readSaved(cwd, file).steps).toHaveLength(4);
    const { cases } = await run(['replay', '--isolate', 'none', '--minimise', ...workshop], { cwd });
    const smallest = file.replace('.case.json', '.min.case.json');
    expect(cases).toMatchObject([{ verdict: 'still-fails', saved: { file: smallest } }]);
    expect(readFileSync(join(cwd, file), 'utf8')).toBe(before);
    expect(readSaved(cwd, smallest)).toMatchObject({
      parent: readSaved(cwd, file).id,
      steps: [{ tool: 'search', arguments: { filter: { mode: 'deep' } }, bind: [] }],
      gen: { source: 'minimise' },
    });
    expect(Object.keys(readSaved(cwd, smallest).steps[0]?.arguments ?? {})).toEqual(['filter']);
    expect((await run(['replay', smallest, '--isolate', 'none', ...workshop], { cwd })).cases).toMatchObject([{ verdict: 'still-fails' }]);
  });

  test('keeps the call before it whose value is expected, though the arguments do without', async () => {
    const cwd = folderWith({
      'a.yaml': suiteOf(
        '{name: one, tool: open_session, capture: {one: /session_id}}',
        '{name: deep, tool: search, arguments: {note: "a text that nobody needs"}, expect: {json: {/session_id: "{{one}}"}}}',
      ),
    });
    await run(['smoke', 'a.yaml', ...workshop], { cwd });
    await run(['replay', '--minimise', '--runs', '1', ...workshop], { cwd });
    const smallest = caseFiles(cwd).find((file) => file.endsWith('.min.case.json')) ?? '';
    expect(readSaved(cwd, smallest).steps).toMatchObject([{ tool: 'open_session' }, { tool: 'search', arguments: {} }]);
  });

  test('keeps what the failure needs: the call before it, and the place that is bound to it', async () => {
    const cwd = folderWith({
      'a.yaml': suiteOf(
        '{name: one, tool: open_session, capture: {one: /session_id}}',
        '{name: another, tool: open_session, capture: {two: /session_id}}',
        '{name: deep, tool: search, arguments: {session_id: "{{one}}", other: "{{two}}", page: 3, filter: {mode: own}}}',
      ),
    });
    await run(['smoke', 'a.yaml', ...workshop], { cwd });
    const [file = ''] = caseFiles(cwd);
    await run(['replay', '--minimise', '--runs', '1', '--isolate', 'none', ...workshop], { cwd });
    const { steps } = readSaved(cwd, file.replace('.case.json', '.min.case.json'));
    expect(steps).toMatchObject([
      { name: 'one', capture: { one: '/session_id' } },
      { name: 'deep', bind: [{ at: '/session_id', from: 's1.one' }] },
    ]);
    expect(Object.keys(steps[1]?.arguments ?? {}).sort()).toEqual(['filter', 'session_id']);
  });

  test('writes nothing when nothing smaller fails, also where the text of the arguments says more than their value', async () => {
    const cwd = folderWith();
    const words = scripted(cwd, { tool: failing('down') });
    await cli(['call', 'tool', '{}', ...words], { cwd });
    const [file = ''] = caseFiles(cwd);
    // As a hand may write it: every space counts, and there is nothing to leave out.
    const saved = readSaved(cwd, file);
    const exact = sampleStep('{ }', { tool: 'tool', name: 'tool' });
    writeFileSync(join(cwd, file), `${JSON.stringify({ ...saved, steps: [exact] }, null, 2)}\n`);
    const { cases } = await run(['replay', '--isolate', 'none', '--minimise', ...words], { cwd });
    expect(cases).toMatchObject([{ verdict: 'still-fails' }]);
    expect([cases[0]?.saved, caseFiles(cwd)]).toEqual([undefined, [file]]);
  });
});

test('--shard deals the cases out: each is run in one part', async () => {
  const cwd = folderWith();
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const name of names) {
    const step = sampleStep('{"id":"A-1"}', { tool: name, name });
    writeFileSync(join(cwd, `${name}--timeout--3f9a1c02.case.json`), JSON.stringify(sampleCase({ steps: [step] })));
  }
  const words = scripted(cwd, Object.fromEntries(names.map((name) => [name, {}])));
  const part = async (shard: string) =>
    (await run(['replay', '.', '--isolate', 'none', '--runs', '1', '--shard', shard, ...words], { cwd })).cases.map(({ tool }) => tool);
  expect([await part('1/3'), await part('2/3'), await part('3/3')]).toEqual([['a', 'd'], ['b', 'e'], ['c']]);
  const empty = await cli(['replay', '.', '--shard', '6/6', ...words], { cwd });
  expect([empty.exitCode, empty.stderr]).toEqual([0, 'this part has no cases: nothing to replay\n']);
});

describe('why a case fails, where its arguments tell', () => {
  test.each([
    [
      'edit',
      '{"fields":"{\\"a\\":1}"}',
      'args/stringified-object',
      'argument "fields": is a text that holds JSON, and the schema wants an object',
    ],
    ['rows', '{"rows":"5"}', 'args/string-for-number', 'argument "rows": is "5" (text), and the schema wants integer'],
    ['repos', '{"q":"x","after":null}', 'args/null-optional', 'argument "after": is null, and the schema does not allow null'],
    [
      'ls',
      '{"path":"/","toolCallId":"c1"}',
      'schema/additional-properties-mismatch',
      '"ls" refuses the argument "toolCallId", which its schema does not declare but allows',
    ],
  ])('%s %s: %s', async (tool, args, rule, words) => {
    const cwd = folderWith();
    await cli(['call', tool, args, ...workshop], { cwd });
    const { cases, findings, exitCode } = await run(['replay', '--runs', '1', '--isolate', 'none', ...workshop], { cwd });
    expect(cases).toMatchObject([{ verdict: 'still-fails' }]);
    expect(findings.filter((each) => each.rule === rule)).toMatchObject([{ tool, message: expect.stringContaining(words) }]);
    expect(exitCode).toBe(1);
  });

  test('is not said of a case that is fixed', async () => {
    const cwd = folderWith();
    await cli(['call', 'rows', '{"rows":"5"}', ...workshop], { cwd });
    const inputSchema = { type: 'object', properties: { rows: { type: 'integer', minimum: 1, maximum: 100 } } };
    const { cases, findings } = await run(['replay', '--runs', '1', ...scripted(cwd, { rows: { inputSchema } })], { cwd });
    expect([cases[0]?.verdict, findings]).toEqual(['fixed', []]);
  });
});

describe('the artefact of a failing smoke --out', () => {
  test('moved to another place is turned into the same verdict by replay alone: pages, calls before it and all', async () => {
    const cwd = folderWith({
      'suites/a.yaml': `format: mcp-adapter/smoke@1
site: ../pages
steps:
  - {name: a session, tool: open_session, capture: {session: /session_id}}
  - {name: deep, tool: search, arguments: {session_id: "{{session}}", filter: {mode: deep}}}
  - {name: no page, tool: open_page, arguments: {url: "{{site}}/none.html"}}
`,
      'pages/index.html': '<title>Orders</title>',
    });
    const env = { PATH: process.env.PATH, CI: 'true' };
    const { steps, exitCode } = await run(['smoke', 'suites/a.yaml', '--out', 'art', ...workshop], { cwd, env });
    expect([exitCode, steps.map(({ status }) => status)]).toEqual([1, ['passed', 'failed', 'failed', 'passed']]);
    const elsewhere = folderWith();
    renameSync(join(cwd, 'art'), join(elsewhere, 'from-ci'));
    const { cases, exitCode: code } = await run(['replay', 'from-ci', '--runs', '1'], { cwd: elsewhere });
    expect(cases.map(({ tool, verdict, detail }) => [tool, verdict, detail])).toEqual([
      ['open_page', 'still-fails', 'page_missing in 1 of 1 run'],
      ['search', 'still-fails', 'too_deep in 1 of 1 run'],
    ]);
    expect(code).toBe(1);
    // Standing in it, and by one of its files, it is the same.
    const within = join(elsewhere, 'from-ci');
    expect((await run(['replay', '--runs', '1'], { cwd: within })).cases.map(({ verdict }) => verdict)).toEqual([
      'still-fails',
      'still-fails',
    ]);
    const [file = ''] = caseFiles(elsewhere);
    expect((await run(['replay', file, '--runs', '1'], { cwd: elsewhere })).cases).toMatchObject([{ verdict: 'still-fails' }]);
  });

  test('in a project with a config goes to the adapter of that project', async () => {
    const cwd = folderWith({ 'a.yaml': suiteOf('{tool: tool}') });
    await run(['smoke', 'a.yaml', '--out', 'art', ...scripted(cwd, { tool: failing('down') })], { cwd });
    const project = folderWith();
    const [, script = '', , command = '', ...args] = scripted(project, { tool: {} });
    const stdio = { command, args, env: { SCRIPT: script.replace('SCRIPT=', '') } };
    writeFileSync(join(project, 'mcp-adapter.json'), JSON.stringify({ targets: { mine: { stdio } } }));
    cpSync(join(cwd, 'art'), join(project, 'art'), { recursive: true });
    expect(await run(['replay', 'art', '--runs', '1'], { cwd: project })).toMatchObject({ exitCode: 0, cases: [{ verdict: 'fixed' }] });
  });

  test('holds no secret of the adapter; with it the verdict is the same', async () => {
    const token = 'tok_5f3d9a1c7b20';
    const cwd = folderWith({ 'a.yaml': suiteOf(`{tool: tool, arguments: {id: ${token}}}`) });
    const words = scripted(cwd, { tool: failing('down', `refused ${token}`) });
    await run(['smoke', 'a.yaml', '--out', 'art', '--env', `SITE_TOKEN=${token}`, ...words], { cwd });
    for (const text of everyFileUnder(join(cwd, 'art')).values()) expect(text).not.toContain(token);
    const elsewhere = folderWith();
    renameSync(join(cwd, 'art'), join(elsewhere, 'art'));
    const key = readFileSync(join(cwd, '.mcp-adapter/key'), 'utf8').trim();
    const env = { PATH: process.env.PATH, MCP_ADAPTER_KEY: key, SITE_TOKEN: token };
    const { cases } = await run(['replay', 'art', '--runs', '1', '--env', 'SITE_TOKEN'], { cwd: elsewhere, env });
    expect(cases).toMatchObject([{ verdict: 'still-fails' }]);
  });
});
