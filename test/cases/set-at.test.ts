import { expect, test } from 'vitest';
import { setAt } from '../../src/cases/set-at.ts';

test.each([
  ['a value that is there', '{"a":1.0,"b":-0}', ['a'], 2, '{"a":2,"b":-0}'],
  ['the last of two of one name', '{"a":1, "a": {"b":2}}', ['a', 'b'], 3, '{"a":1, "a": {"b":3}}'],
  ['a new member', '{"big":12345678901234567890}', ['b'], 'x', '{"big":12345678901234567890,"b":"x"}'],
  ['a new member of an empty object', '{ }', ['b'], null, '{ "b":null}'],
  ['objects that are missing on the way', '{"a":{"x":1e400}}', ['a', 'b', 'c'], true, '{"a":{"x":1e400,"b":{"c":true}}}'],
  ['a name that a later member hides', '{"a":{"b":1},"a":{}}', ['a', 'b'], 2, '{"a":{"b":1},"a":{"b":2}}'],
  ['a name like a prototype', '{"__proto__":1}', ['__proto__'], 2, '{"__proto__":2}'],
])('%s', (_name, text, keys, value, expected) => {
  expect(setAt(text, keys, value)).toBe(expected);
});
