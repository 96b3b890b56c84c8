import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contents, emptyFolder } from '../scaffold/folders.ts';
import { declare, FIND, lockProject, PAY, TIGHTER } from './lock-project.ts';
import { cli, fixture, run } from './run-cli.ts';

const SERVER = ['--', 'node', 'server.mjs'];

function lockIn(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'tools.lock.json'), 'utf8'));
}

test('what the adapter declares is written beside the config, wherever one stands in the project', async () => {
  const cwd = lockProject();
  mkdirSync(join(cwd, 'deep'));
  const { exitCode, stderr } = await cli(['lock'], { cwd: join(cwd, 'deep') });
  expect(exitCode).toBe(0);
  expect(stderr).toContain('tools.lock.json: 2 tools locked\n');
  expect(lockIn(cwd)).toMatchObject({
    format: 'mcp-adapter/lock@1',
    protocol: '2025-11-25',
    server: { name: 'erp', version: '1.4.2' },
    tools: { find_order: { declaration: FIND }, pay_order: { declaration: PAY } },
  });
});

test('without a config it is written where one stands, or where --file says', async () => {
  const cwd = emptyFolder();
  expect(await cli(['lock', '--', 'node', fixture('light.mjs')], { cwd })).toMatchObject({ exitCode: 0 });
  expect(await cli(['lock', '--file', 'locks/light.json', '--', 'node', fixture('light.mjs')], { cwd })).toMatchObject({ exitCode: 0 });
  const files = contents(cwd);
  expect(files['locks/light.json']).toBe(files['tools.lock.json']);
});

test('a lock that says the same is not touched, however it is laid out', async () => {
  const cwd = lockProject();
  const file = join(cwd, 'tools.lock.json');
  await cli(['lock'], { cwd });
  writeFileSync(file, JSON.stringify(lockIn(cwd), null, 4));
  const before = statSync(file).ino;
  const { stderr } = await cli(['lock'], { cwd });
  expect(stderr).toContain('2 tools locked, nothing has changed');
  expect(statSync(file).ino).toBe(before);
});

test('what has changed since the former lock is told, and fails nothing', async () => {
  const cwd = lockProject();
  await cli(['lock'], { cwd });
  declare(cwd, [TIGHTER]);
  const { exitCode, changes } = await run(['lock'], { cwd });
  expect(exitCode).toBe(0);
  expect(new Set(changes.map(({ severity }) => severity))).toEqual(new Set(['info']));
  expect(changes.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['diff/bound-tightened', 'diff/tool-removed']));
  expect(Object.keys(lockIn(cwd).tools)).toEqual(['find_order']);
  expect((await run(['diff', '--frozen'], { cwd })).changes).toEqual([]);
});

test('tools without a name or with one that is taken are told, and the others locked', async () => {
  const cwd = lockProject([FIND, { description: 'nobody' }, { ...PAY, name: 'find_order' }]);
  const { exitCode, stderr } = await cli(['lock'], { cwd });
  expect(exitCode).toBe(0);
  expect(stderr).toContain('"#1" cannot be locked');
  expect(stderr).toContain('2 tools have the name "find_order": the first counts');
  expect(lockIn(cwd).tools.find_order.declaration).toEqual(FIND);
});

describe('nothing is written', () => {
  test.each([
    ['a list that never ends', ['--env', 'FAULT=endless', ...SERVER], /was not read to its end/],
    ['a list that is another one when it is read again', ['--env', 'FAULT=forgetful', ...SERVER], /"find_order" differs/],
    ['a list that is refused', ['--env', 'FAULT=refuses', ...SERVER], /was not answered with tools/],
    ['an adapter that does not start', ['--', 'node', 'gone.mjs'], /ended with code 1 before it answered/],
  ])('for %s (exit code 3)', async (_what, argv, why) => {
    const cwd = lockProject();
    const { exitCode, error } = await run(['lock', ...argv], { cwd });
    expect(exitCode).toBe(3);
    expect(error?.message).toMatch(why);
    expect(existsSync(join(cwd, 'tools.lock.json'))).toBe(false);
  });

  test.each([
    ['another kind of file', '{"name": "shop"}', /is no lock, and is not overwritten/],
    ['a lock of a newer format', '{"format": "mcp-adapter/lock@2", "tools": {}}', /was made by a newer mcp-adapter/],
  ])('over %s (exit code 2)', async (_what, text, why) => {
    const cwd = lockProject([FIND], { 'tools.lock.json': text });
    const { exitCode, stderr } = await cli(['lock'], { cwd });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(why);
    expect(readFileSync(join(cwd, 'tools.lock.json'), 'utf8')).toBe(text);
  });

  test('in a CI job, but where --file asks for it', async () => {
    const cwd = lockProject();
    const env = { ...process.env, CI: 'true' };
    const { exitCode, stderr } = await cli(['lock'], { cwd, env });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('mcp-adapter diff --frozen');
    expect(existsSync(join(cwd, 'tools.lock.json'))).toBe(false);
    expect(await cli(['lock', '--file', 'new.json'], { cwd, env })).toMatchObject({ exitCode: 0 });
  });

  test('where a declaration holds a value that was passed in confidence', async () => {
    const token = 'tk-4f9a77c21b';
    const cwd = lockProject([{ ...FIND, description: `Finds with ${token}.` }]);
    const { exitCode, stderr } = await cli(['lock', '--env', `ERP_TOKEN=${token}`, ...SERVER], { cwd });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('a declaration holds the value of ERP_TOKEN');
    expect(stderr).not.toContain(token);
    expect(existsSync(join(cwd, 'tools.lock.json'))).toBe(false);
  });
});

test.each([
  ['half a lock', (text: string) => text.slice(0, 300)],
  ['a merge conflict', (text: string) => text.replace('  "hash"', '<<<<<<< HEAD\n  "hash"')],
])('%s is written anew, and that is told', async (_what, damage) => {
  const cwd = lockProject();
  await cli(['lock'], { cwd });
  const file = join(cwd, 'tools.lock.json');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, damage(text));
  const { exitCode, stderr } = await cli(['lock'], { cwd });
  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/it (?:ends in the middle|holds a merge conflict): it is written anew/);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('the lock of another adapter is overwritten with a word, and so is one with what looks like a credential', async () => {
  const token = ['ghp', 'h4Xk29QpLw7Zt6RsVb3Nc8Md1Fg5Yj0UeKiO'].join('_');
  const cwd = lockProject([{ ...FIND, description: `Finds with ${token}.` }]);
  await cli(['lock', '--', 'node', fixture('light.mjs')], { cwd });
  const { exitCode, stderr } = await cli(['lock', ...SERVER], { cwd });
  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/tools\.lock\.json was the lock of ".+", and is that of "erp" now/);
  expect(stderr).toMatch(/tools\.lock\.json:\d+ holds what looks like a GitHub token/);
  expect(stderr).not.toContain(token);
});
