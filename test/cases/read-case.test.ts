import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { caseText } from '../../src/cases/case-text.ts';
import { textHash } from '../../src/cases/exact-text.ts';
import { readCase } from '../../src/cases/read-case.ts';
import type { SavedCase } from '../../src/model/saved-case.ts';
import { newFolder } from './new-folder.ts';
import { sampleCase, sampleStep } from './sample-case.ts';

/** What is wrong with a file of this text; an empty text when it is a case. */
function wrongWith(text: string): string {
  const file = join(newFolder(), 'x.case.json');
  writeFileSync(file, text);
  const loaded = readCase(file, 'x.case.json');
  return loaded.ok ? '' : loaded.why;
}

/** What is wrong with a case after `change` was made to its JSON. */
function wrongAfter(change: (saved: Record<string, never>) => void, saved: SavedCase = sampleCase()): string {
  const value = JSON.parse(caseText(saved));
  change(value);
  return wrongWith(JSON.stringify(value));
}

const SETUP = sampleStep('{"task_id":"t-91"}', { role: 'setup', tool: 'prepare', capture: { env_id: '/env_id' } });
const TARGET = sampleStep('{"env_id":"env_7c1"}', { id: 's2' });

describe('a case is read', () => {
  test('with what it does not know, which is left in it', () => {
    expect(wrongAfter((saved) => Object.assign(saved, { later: { x: 1 } }))).toBe('');
  });

  test('with control characters in its names', () => {
    expect(wrongAfter((saved) => Object.assign(saved, { id: 'a\u001b[2J', note: '\u202e' }))).toBe('');
  });

  test('with a byte order mark and Windows line ends, as an editor may leave it', () => {
    expect(wrongWith(`\ufeff${caseText(sampleCase()).replaceAll('\n', '\r\n')}`)).toBe('');
  });

  test('with bindings to earlier calls and to the site, alone and within a text', () => {
    const bind = [
      { at: '/env_id', from: 's1.env_id' },
      { at: '/url', from: '{{site}}/{{s1.env_id}}.html' },
      { at: '/site', from: 'site' },
    ];
    const target = sampleStep('{"env_id":"env_7c1","url":"x","site":"y"}', { id: 's2', bind });
    expect(wrongWith(caseText(sampleCase({ steps: [SETUP, target] })))).toBe('');
  });
});

describe('no case, but a sentence, is', () => {
  test.each([
    ['an empty file', '', /no JSON: .* at 1:1$/],
    ['half a file', '{\n  "format": "mcp', /no JSON: .* at 2:13$/],
    ['a file with a conflict of git in it', '{\n<<<<<<< HEAD\n  "a": 1\n}', /a merge left both sides in it, from line 2 on/],
    ['a text', '"case"', /no case of mcp-adapter: it has no format/],
    ['null', 'null', /no case of mcp-adapter: it has no format/],
    ['a file of another program', '{"format":"tape@1"}', /no case of mcp-adapter: its format is "tape@1"/],
    ['a trace', '{"format":"mcp-adapter/trace@1"}', /its format is "mcp-adapter\/trace@1"/],
    ['a format that is no text', '{"format":{"x":1}}', /its format is object/],
    [
      'a newer case',
      '{"format":"mcp-adapter/case@2"}',
      /made by a newer mcp-adapter \("mcp-adapter\/case@2"; this one reads mcp-adapter\/case@1\): update it/,
    ],
  ])('%s', (_name, text, why) => {
    expect(wrongWith(text)).toMatch(why);
  });

  test('a file of 50 MB, which is not read', () => {
    const file = join(newFolder(), 'x.case.json');
    writeFileSync(file, '');
    truncateSync(file, 50_000_000);
    const before = process.memoryUsage().arrayBuffers;
    expect(readCase(file, file)).toMatchObject({ ok: false, why: 'it has 48 MiB, and a case has at most 8.0 MiB' });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  });

  test('a link, even to a case', () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'a.case.json'), caseText(sampleCase()));
    symlinkSync(join(folder, 'a.case.json'), join(folder, 'b.case.json'));
    expect(readCase(join(folder, 'b.case.json'), 'b')).toMatchObject({ ok: false, why: expect.stringContaining('it is a link') });
  });

  test('a folder, a pipe, and what is not there', () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'a.case.json'));
    spawnSync('/bin/sh', ['-c', 'mkfifo "$0"', join(folder, 'b.case.json')]);
    const why = (name: string) => readCase(join(folder, name), name);
    expect(why('a.case.json')).toMatchObject({ ok: false, why: 'it is no regular file' });
    expect(why('b.case.json')).toMatchObject({ ok: false, why: 'it is no regular file' });
    expect(why('c.case.json')).toMatchObject({ ok: false, why: expect.stringContaining('ENOENT') });
  });

  test.each([1_500, 200_000])('one that is nested %i levels deep', (levels) => {
    const text = caseText(sampleCase()).replace('"content": []', `"content": ${'['.repeat(levels)}${']'.repeat(levels)}`);
    expect(wrongWith(text)).toBe('it is nested deeper than 1000 levels');
  });
});

describe('a case with a wrong member is named by its place:', () => {
  const set = (path: string, value: unknown) => (saved: Record<string, never>) => {
    const keys = path.split('/').slice(1);
    const last = keys.pop() ?? '';
    const parent = keys.reduce<Record<string, unknown>>((here, key) => here[key] as Record<string, unknown>, saved);
    if (value === undefined) delete parent[last];
    else parent[last] = value;
  };

  const MEMBERS = Object.keys(sampleCase()).filter((key) => key !== 'format');
  test.each(MEMBERS)('%s is missing', (key) => {
    expect(wrongAfter(set(`/${key}`, undefined))).toMatch(
      new RegExp(`^/${key} (is missing|must be an object, not nothing|must be a list, not nothing)$`),
    );
  });

  test.each<[string, unknown, string]>([
    ['/state', 'fixed', '/state must be one of open, regression, not the text "fixed"'],
    ['/seen', -1, '/seen must be a whole number from 0 on, not -1'],
    ['/seen', '2', '/seen must be a whole number from 0 on, not the text "2"'],
    ['/created', 'yesterday', '/created must be a time such as 2026-11-30T08:00:00Z, not the text "yesterday"'],
    ['/target/era', 'old', '/target/era must be one of legacy, modern, dual, bare, not the text "old"'],
    ['/target/server', 'x', '/target/server must be an object, not the text "x"'],
    ['/site', '/etc', '/site must be a folder within the one that holds cases/, not the text "/etc"'],
    ['/site', 'pages/../../..', '/site must be a folder within the one that holds cases/, not the text "pages/../../.."'],
    ['/grants', [{ tools: [1] }], '/grants/0/tools/0 must be a text, not 1'],
    ['/steps', [], '/steps must be 1 to 200 calls, not 0'],
    ['/steps', Array.from({ length: 201 }, () => 0), '/steps must be 1 to 200 calls, not 201'],
    ['/steps/0/tool', 7, '/steps/0/tool must be a text, not 7'],
    ['/steps/0/wire', true, '/steps/0/wire must be a text, not boolean'],
    ['/steps/0/capture', { a: 'env_id' }, '/steps/0/capture/a must be a JSON pointer, not the text "env_id"'],
    [
      '/steps/0/secrets',
      [{ at: '/a', ref: 'TOKEN' }],
      '/steps/0/secrets/0/ref must be env: and the name of a variable, not the text "TOKEN"',
    ],
    ['/expect', { text: { regex: '(' } }, '/expect/text/regex must be a regular expression, not the text "("'],
    ['/expect', { json: { '/a/b': { regex: '(' } } }, '/expect/json/~1a~1b/regex must be a regular expression, not the text "("'],
    ['/expect', { max_ms: '5s' }, '/expect/max_ms must be a number, not the text "5s"'],
    [
      '/actual/class',
      'bad',
      '/actual/class must be one of ok, tool_error, rpc_error, schema_violation, transport, timeout, policy_denied, not the text "bad"',
    ],
    ['/actual/fingerprint', '3f9a', '/actual/fingerprint must be sha256: and 64 hex digits, not the text "3f9a"'],
    ['/compare/ignore', ['x'], '/compare/ignore/0 must be a JSON pointer, not the text "x"'],
  ])('%s %j', (path, value, why) => {
    expect(wrongAfter(set(path, value))).toBe(why);
  });
});

describe('a case whose members do not fit each other is none:', () => {
  const why = (...steps: SavedCase['steps']) => wrongWith(caseText(sampleCase({ steps })));

  test('the last call is not the target', () => {
    expect(why(SETUP)).toBe('/steps/0/role is setup: the last call is the target, and no other');
    expect(why({ ...TARGET, id: 's1' }, TARGET)).toBe('/steps/0/role is target: the last call is the target, and no other');
  });

  test('two calls have one id', () => {
    expect(why(SETUP, { ...TARGET, id: 's1' })).toBe('/steps/1/id "s1" is there twice');
  });

  test.each([
    ['s1.other', 's1.other'],
    ['s9.env_id', 's9.env_id'],
    ['s2.env_id', 's2.env_id'],
    ['{{site}}/{{run}}', 'run'],
    ['', ''],
  ])('a binding names %j, which no earlier call captures', (from, name) => {
    const target = { ...TARGET, bind: [{ at: '/env_id', from }], capture: { env_id: '/env_id' } };
    expect(why(SETUP, target)).toBe(`/steps/1/bind names "${name}", which no earlier call captures`);
  });

  test('a binding has no place in the arguments', () => {
    expect(why(SETUP, { ...TARGET, bind: [{ at: '/env', from: 's1.env_id' }] })).toBe(
      '/steps/1/arguments has nothing at "/env", which is bound or secret',
    );
  });

  const CHANGED = /^\/steps\/0\/arguments were changed by hand: undo that, then use `call --from FILE --arg name=value`$/;

  test('its arguments were changed by hand', () => {
    expect(why({ ...sampleStep('{"a":1}'), arguments: { a: 2 } })).toMatch(CHANGED);
    expect(why({ ...sampleStep('{"a":1.0}'), wire: '{"a":2.0}' })).toMatch(CHANGED);
    expect(why({ ...sampleStep('{"a":1}'), wire_sha256: textHash('{"a":2}') })).toMatch(CHANGED);
  });

  test('what is read of its arguments was changed, and the exact text was not', () => {
    expect(why({ ...sampleStep('{"a":1.0}'), arguments: { a: 2 } })).toMatch(CHANGED);
    expect(why({ ...sampleStep('{"a":1.0}'), wire: '{"a":' })).toMatch(CHANGED);
  });
});

test('1,000 cases are all read', () => {
  const folder = newFolder();
  for (let index = 0; index < 1_000; index++)
    writeFileSync(
      join(folder, `${index}.case.json`),
      caseText(sampleCase({ steps: [SETUP, { ...TARGET, bind: [{ at: '/env_id', from: 's1.env_id' }] }] })),
    );
  const loaded = Array.from({ length: 1_000 }, (_, index) => readCase(join(folder, `${index}.case.json`), String(index)));
  expect(loaded.filter(({ ok }) => ok)).toHaveLength(1_000);
});
