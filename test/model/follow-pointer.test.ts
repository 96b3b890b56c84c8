import { describe, expect, test } from 'vitest';
import { valueAt } from '../../src/model/envelope.ts';
import { follow, isPointer } from '../../src/model/follow-pointer.ts';

// The examples of RFC 6901 section 5.
const RFC = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'c%d': 2, 'e^f': 3, 'g|h': 4, 'i\\j': 5, 'k"l': 6, ' ': 7, 'm~n': 8 };

describe('a JSON pointer is followed', () => {
  test.each([
    ['', RFC],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/e^f', 3],
    ['/g|h', 4],
    ['/i\\j', 5],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
  ])('%s', (at, value) => {
    expect(follow(RFC, at)).toEqual({ at, value, found: true });
  });

  test.each([
    ['/nope/deeper', '', RFC],
    ['/foo/2', '/foo', RFC.foo],
    ['/foo/-', '/foo', RFC.foo],
    ['/foo/00', '/foo', RFC.foo],
    ['/foo/', '/foo', RFC.foo],
    ['/foo/1e0', '/foo', RFC.foo],
    ['/foo/length', '/foo', RFC.foo],
    ['/foo/0/0', '/foo/0', 'bar'],
    ['/__proto__', '', RFC],
    ['/constructor', '', RFC],
    ['foo', '', RFC],
    ['/a~2', '', RFC],
  ])('%s leads nowhere beyond %s', (at, last, value) => {
    expect(follow(RFC, at)).toEqual({ at: last, value, found: false });
  });

  test('a member that is called __proto__ is a member', () => {
    expect(follow(JSON.parse('{"__proto__": {"x": 1}}'), '/__proto__/x')).toMatchObject({ value: 1, found: true });
  });

  test('null is there, nothing is not', () => {
    expect(follow({ a: null }, '/a')).toEqual({ at: '/a', value: null, found: true });
    expect(follow(undefined, '')).toEqual({ at: '', value: undefined, found: false });
  });
});

test('what is a JSON pointer', () => {
  for (const text of ['', '/', '/a', '//', '/~0~1', '/a b/é']) expect(isPointer(text), text).toBe(true);
  for (const text of ['a', 'a/b', '#/a', '/~', '/~2', '/a~', '$.a']) expect(isPointer(text), text).toBe(false);
});

describe('a value in a tool result', () => {
  const structured = {
    structuredContent: { id: 'A-1', content: 'mine' },
    content: [{ type: 'text', text: '{"id": "B-2"}' }],
    isError: false,
  };

  test('is looked for in the structured content first', () => {
    expect(valueAt(structured, '/id')).toBe('A-1');
    expect(valueAt(structured, '/content')).toBe('mine');
    expect(valueAt(structured, '')).toEqual(structured.structuredContent);
  });

  test('then in the raw result', () => {
    expect(valueAt(structured, '/content/0/text')).toBe('{"id": "B-2"}');
    expect(valueAt(structured, '/isError')).toBe(false);
  });

  test('is looked for in the JSON of the first text where there is no structured content', () => {
    expect(valueAt({ content: structured.content }, '/id')).toBe('B-2');
    expect(valueAt({ content: [{ type: 'text', text: 'plain' }] }, '/content/0/text')).toBe('plain');
  });

  test('may be null, false or nothing', () => {
    expect(valueAt({ structuredContent: { a: null, b: false } }, '/a')).toBeNull();
    expect(valueAt({ structuredContent: { a: null, b: false } }, '/b')).toBe(false);
    expect(valueAt({ structuredContent: {} }, '/c')).toBeUndefined();
    expect(valueAt(null, '/c')).toBeUndefined();
  });
});
