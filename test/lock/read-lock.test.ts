import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lockOf, lockText } from '../../src/lock/lock.ts';
import { readLock } from '../../src/lock/read-lock.ts';
import { Fault } from '../../src/model/fault.ts';
import { emptyFolder } from '../scaffold/folders.ts';

const TOOLS = [{ name: 'find_order', description: 'Finds one.', inputSchema: { type: 'object' } }, { name: '__proto__' }, { name: 'a/b' }];
const RISK = { _meta: { 'mcp-adapter/risk': 'write' } };
const NO_RISK = { _meta: { 'mcp-adapter/risk': null } };
const LISTED = TOOLS.map((tool) => (tool.name === 'a/b' ? { ...tool, ...RISK } : tool));
const TEXT = lockText(lockOf({ protocol: '2025-11-25', server: { name: 'erp', version: '1.0.0' }, tools: LISTED }));

function read(text: string): ReturnType<typeof readLock> {
  const file = join(emptyFolder(), 'tools.lock.json');
  writeFileSync(file, text);
  return readLock(file, 'tools.lock.json');
}

/** What is told of a file that is no lock. */
function refusal(text: string): string {
  try {
    read(text);
  } catch (error) {
    if (error instanceof Fault) return `${error.kind}: ${error.message}`;
    throw error;
  }
  return 'it was read';
}

test('a lock reads back as what was locked, whatever its tools are called', () => {
  const found = read(TEXT);
  expect(found?.edited).toEqual([]);
  expect(found?.declared).toMatchObject({ protocol: '2025-11-25', supported: [], server: { name: 'erp', version: '1.0.0' } });
  expect([...(found?.declared.tools ?? [])]).toEqual([
    ['__proto__', { ...TOOLS[1], ...NO_RISK }],
    ['a/b', { ...TOOLS[2], ...RISK }],
    ['find_order', { ...TOOLS[0], ...NO_RISK }],
  ]);
});

test('a lock from before instructions and risks were locked is read, and they are not known', () => {
  const older = JSON.parse(lockText(lockOf({ protocol: '2025-11-25', server: { name: 'erp', version: '1.0.0' }, tools: TOOLS })));
  delete older.server.instructions;
  const found = read(JSON.stringify(older));
  expect(found?.edited).toEqual([]);
  expect(found?.declared.server).toEqual({ name: 'erp', version: '1.0.0' });
  expect(found?.declared.tools.get('find_order')).toEqual(TOOLS[0]);
});

test('a file that is not there is no lock, and no fault', () => {
  expect(readLock(join(emptyFolder(), 'tools.lock.json'), 'tools.lock.json')).toBeNull();
});

test('a formatter may lay it out anew', () => {
  expect(read(JSON.stringify(JSON.parse(TEXT)))?.edited).toEqual([]);
});

test.each([
  ['a declaration', TEXT.replace('"Finds one."', '"Finds all."')],
  ['a hash', TEXT.replace(/("a\/b": \{\s+"hash": ")..../, '$10000')],
  ['the hash of a part', TEXT.replace(/("text": ")..../, '$10000')],
  ['the name of a tool', TEXT.replace('"a/b": {', '"a/c": {')],
  ['a risk', TEXT.replace('"risk": "write"', '"risk": "read"')],
  ['a risk that there is not', TEXT.replace('"risk": "write"', '"risk": "none"')],
  ['a part that is left out', TEXT.replace(/"output": null,\s*/, '')],
])('%s that was changed by hand is told, and everything is read all the same', (_what, text) => {
  const found = read(text);
  expect(text).not.toBe(TEXT);
  expect(found?.declared.tools.size).toBe(3);
  expect(found?.edited).toEqual([expect.objectContaining({ rule: 'lock-edited', message: expect.stringContaining('tools.lock.json') })]);
});

describe('what is no lock is told in one sentence', () => {
  const lines = TEXT.split('\n');
  const conflict = [...lines.slice(0, 12), '<<<<<<< HEAD', '"a": 1,', '=======', '"a": 2,', '>>>>>>> theirs', ...lines.slice(12)];

  test.each([
    ['a newer format', TEXT.replace('lock@1', 'lock@7'), /made by a newer mcp-adapter \("mcp-adapter\/lock@7"/],
    ['half a file', TEXT.slice(0, TEXT.length / 2), /^config: tools\.lock\.json:\d+:\d+: it ends in the middle$/],
    ['a merge conflict', conflict.join('\n'), /^config: tools\.lock\.json:13: it holds a merge conflict$/],
    [
      'the rest of a merge conflict',
      [...lines.slice(0, 12), '>>>>>>> theirs', ...lines.slice(12)].join('\n'),
      /:13: it holds a merge conflict$/,
    ],
    ['an empty file', ' \n', /is empty$/],
    ['no JSON', '{\n  "format": mcp,\n}', /^config: tools\.lock\.json:2:13: this is no JSON$/],
    ['a list', '[]', /is no lock: it has no format/],
    ['another kind of file', '{"format": "mcp-adapter/case@1"}', /is no lock: its format is "mcp-adapter\/case@1"/],
    ['another hash', TEXT.replace('sha256-jcs', 'md5'), /hashed by "md5"/],
    ['no protocol', TEXT.replace('"protocol"', '"revision"'), /does not say the protocol/],
    ['no server', TEXT.replace('"version": "1.0.0"', '"version": 1'), /does not say name and version/],
    [
      'instructions that are no text',
      TEXT.replace('"instructions": null', '"instructions": 5'),
      /the instructions of the server are no text/,
    ],
    ['no tools', TEXT.replace('"tools"', '"tool"'), /holds no tools/],
    ['a tool without a declaration', TEXT.replace('"declaration"', '"declared"'), /the tool "__proto__" has no declaration/],
    [
      'a declaration as deep as nobody writes',
      TEXT.replace('"type": "object"', `"a": ${'['.repeat(3000)}${']'.repeat(3000)}`),
      /nested too deep/,
    ],
  ])('%s', (_what, text, sentence) => {
    expect(text).not.toBe(TEXT);
    expect(refusal(text)).toMatch(sentence);
  });

  test('a file larger than 64 MiB, which is not read, and a folder', () => {
    const file = join(emptyFolder(), 'tools.lock.json');
    writeFileSync(file, TEXT);
    truncateSync(file, 64 * 1024 * 1024 + 1);
    expect(() => readLock(file, 'tools.lock.json')).toThrow('tools.lock.json is larger than 64 MiB');
    expect(() => readLock(emptyFolder(), 'tools.lock.json')).toThrow('tools.lock.json is a folder');
  });
});
