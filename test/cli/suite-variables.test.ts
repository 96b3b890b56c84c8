import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../suite/suite-folder.ts';
import { everyFileUnder } from './every-file.ts';
import { caseFiles, readSaved, suiteOf } from './kept-cases.ts';
import { cli, fixture, run } from './run-cli.ts';

const echo = ['--', 'node', fixture('echo-arguments.mjs')];
const { PATH, HOME } = process.env;
const SUITE = suiteOf('{name: signs in, tool: echo, arguments: {free: "key {{env:SITE_KEY}}", id: x}, expect: {text: nothing like it}}');

test('a variable in a suite reaches the adapter, stands in no output or case, and comes back at replay', async () => {
  const cwd = folderWith({ 'smoke/a.yaml': SUITE });
  const world = { cwd, env: { PATH, HOME, SITE_KEY: 'a-key-nobody-guesses' } };
  const { exitCode, stdout, stderr } = await cli(['smoke', ...echo], world);
  expect(exitCode).toBe(1);
  const [file = ''] = caseFiles(cwd);
  expect(readSaved(cwd, file).steps[0]?.arguments).toEqual({ free: 'key {{env:SITE_KEY}}', id: 'x' });
  for (const text of [stdout, stderr, ...everyFileUnder(cwd).values()]) expect(text).not.toContain('nobody-guesses');
  expect((await run(['replay', file, ...echo], world)).cases[0]).toMatchObject({ verdict: 'still-fails', detail: expect.any(String) });
});

test('it may stand in the file of secrets', async () => {
  const cwd = folderWith({ 'smoke/a.yaml': SUITE.replace('nothing like it', 'key') });
  mkdirSync(join(cwd, '.mcp-adapter'));
  writeFileSync(join(cwd, '.mcp-adapter', 'secrets.env'), 'SITE_KEY=a-key-nobody-guesses\n');
  expect((await run(['smoke', ...echo], { cwd })).steps[0]).toMatchObject({ status: 'passed' });
});

test('one that is not set is named before anything is started', async () => {
  const cwd = folderWith({ 'smoke/a.yaml': SUITE });
  const { exitCode, stderr } = await cli(['smoke', '--', 'node', 'missing.mjs'], { cwd });
  expect(stderr).toContain('{{env:SITE_KEY}}, which is not set');
  expect(exitCode).toBe(2);
});

test('it is filled in only in arguments', async () => {
  const cwd = folderWith({ 'smoke/a.yaml': suiteOf('{tool: echo, expect: {text: "{{env:SITE_KEY}}"}}') });
  const { exitCode, stderr } = await cli(['smoke', ...echo], { cwd });
  expect(stderr).toMatch(/smoke\/a\.yaml:3:\d+: .*variables are filled in only in arguments/s);
  expect(exitCode).toBe(2);
});

test('a failing step is explained where its arguments tell why', async () => {
  const cwd = folderWith({ 'smoke/a.yaml': suiteOf('{tool: echo, arguments: {rows: "5"}, expect: {text: nothing like it}}') });
  const { findings, exitCode } = await run(['smoke', ...echo], { cwd });
  expect(findings).toMatchObject([{ rule: 'args/string-for-number', tool: 'echo' }]);
  expect(exitCode).toBe(1);
});
