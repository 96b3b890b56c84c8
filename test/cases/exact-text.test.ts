import { describe, expect, test } from 'vitest';
import { exactTextOf, keepExact, replaceAt, textHash } from '../../src/cases/exact-text.ts';

describe('the exact text of arguments', () => {
  test.each([
    ['is what reading gives back when it is plain', '{"a":1,"b":["x",null,true]}'],
    ['is plain with the lone escapes that JSON itself would write', '{"a":"\\ud800 \\u0000 \\n"}'],
  ])('%s', (_name, text) => {
    const kept = keepExact(text);
    expect(kept.wire).toBeNull();
    expect(exactTextOf(kept)).toBe(text);
  });

  test.each([
    ['a large integer', '{"n":12345678901234567890}'],
    ['a decimal point that changes nothing', '{"n":1.0}'],
    ['minus zero', '{"n":-0}'],
    ['an exponent', '{"n":1e2}'],
    ['a number beyond all', '{"n":1e400}'],
    ['two members of one name', '{"a":1,"a":2}'],
    ['keys like integers in another order', '{"2":1,"1":2}'],
    ['white space', '{ "a": 1 }\n'],
    ['an escape that is not needed', '{"a":"\\u00e9\\/"}'],
  ])('is kept beside what is read of it when it holds %s', (_name, text) => {
    const kept = keepExact(text);
    expect(kept.wire).toBe(text);
    expect(exactTextOf(kept)).toBe(text);
    expect(kept.wire_sha256).toBe(textHash(text));
  });

  test('has the sha256 of its UTF-8 bytes', () => {
    // printf '{"a":"é"}' | sha256sum
    expect(textHash('{"a":"é"}')).toBe('b3a092a6af48807fa9482b2ee140105575daa26d5b24b3c0e60a7e2dee6683b1');
  });

  test('nested deeper than the stack allows is kept, and shown without its depths', () => {
    const text = `{"a":${'['.repeat(300_000)}${']'.repeat(300_000)},"b":1}`;
    const kept = keepExact(text);
    expect(exactTextOf(kept)).toBe(text);
    expect(JSON.stringify(kept.arguments).length).toBeLessThan(2_000);
    expect(replaceAt(text, [{ at: '/b', value: 2 }])).toBe(text.replace('"b":1', '"b":2'));
  });

  test('that is no JSON is an error', () => {
    expect(() => keepExact('{"a":')).toThrow(SyntaxError);
  });
});

describe('new values at pointers', () => {
  const put = (text: string, ...edits: [string, unknown][]) =>
    replaceAt(
      text,
      edits.map(([at, value]) => ({ at, value })),
    );

  test('leave every other byte as it was', () => {
    const text =
      '{ "big": 12345678901234567890, "one": 1.0,\t"zero": -0, "far": 1e400, "e": "\\u00e9",\n "env_id": "env_1" , "list": [1, {"x": 2}] }';
    expect(put(text, ['/env_id', 'env_2'], ['/list/1/x', [3]])).toBe(
      '{ "big": 12345678901234567890, "one": 1.0,\t"zero": -0, "far": 1e400, "e": "\\u00e9",\n "env_id": "env_2" , "list": [1, {"x": [3]}] }',
    );
  });

  test('replace the last of two members of one name, as it is the one that counts', () => {
    expect(put('{"a":{"x":1},"a":{"x":2}}', ['/a/x', 3])).toBe('{"a":{"x":1},"a":{"x":3}}');
    expect(put('{"a":1,"\\u0061":2}', ['/a', 3])).toBe('{"a":1,"\\u0061":3}');
  });

  test('find keys with slashes, tildes, nothing and __proto__ in them', () => {
    expect(put('{"a/b":{"~":1},"":2,"__proto__":{"x":3}}', ['/a~1b/~0', 'A'], ['/', 'B'], ['/__proto__/x', 'C'])).toBe(
      '{"a/b":{"~":"A"},"":"B","__proto__":{"x":"C"}}',
    );
  });

  test('may be whole objects, and the whole text', () => {
    expect(put('{"a":[1,2,[3]],"b":0}', ['/a', { x: [] }])).toBe('{"a":{"x":[]},"b":0}');
    expect(put(' 1 ', ['', { a: 1 }])).toBe(' {"a":1} ');
  });

  test.each([
    ['leads nowhere', '{"a":1}', ['/b']],
    ['leads into a text', '{"a":"bc"}', ['/a/0']],
    ['leads behind the end of a list', '{"a":[1]}', ['/a/1']],
    ['leads into a member that a later one hides', '{"a":{"x":1},"a":{"y":2}}', ['/a/x']],
    ['leads into another', '{"a":{"x":1}}', ['/a', '/a/x']],
    ['is there twice', '{"a":1}', ['/a', '/a']],
  ])('at a pointer that %s are an error', (_name, text, pointers) => {
    expect(() => put(text, ...pointers.map((at): [string, unknown] => [at, 9]))).toThrow();
  });
});
