import { describe, expect, test } from 'vitest';
import { projectName, titleOf } from '../../../src/scaffold/project/project-name.ts';

test.each([
  ['shop', 'shop'],
  ['My Shop', 'my-shop'],
  ['my_shop', 'my-shop'],
  ['Mon Café', 'mon-cafe'],
  ['Cafe\u0301', 'cafe'],
  ['Größe & Łódź', 'grosse-lodz'],
  ["Bob's shop 🛒", 'bobs-shop'],
  ['ｓｈｏｐ', 'shop'],
  ['3d', '3d'],
  ['__proto__', 'proto'],
  ['constructor', 'constructor'],
  ['  shop  ', 'shop'],
  ['a'.repeat(32), 'a'.repeat(32)],
])('%j becomes the name %s', (text, name) => {
  expect(projectName(text)).toBe(name);
});

describe('what can be no name is refused with the reason and a name that can be one', () => {
  test.each([
    ['../x', /it is a path/, 'x'],
    ['C:\\shop', /it is a path/, 'shop'],
    ['@acme/shop', /it is a path/, 'shop'],
    ['..', /it begins with a dot/, 'shop'],
    ['.hidden', /it begins with a dot/, 'hidden'],
    ['', /it is empty/, 'shop'],
    ['   ', /it is empty/, 'shop'],
    ['🛒🛒', /nothing of it/, 'shop'],
    ['注文', /nothing of it/, 'shop'],
    ['con', /Windows/, 'con-adapter'],
    ['NUL', /Windows/, 'nul-adapter'],
    ['aux', /Windows/, 'aux-adapter'],
    ['com1', /Windows/, 'com1-adapter'],
    ['node_modules', /npm/, 'my-node-modules'],
    ['favicon.ico', /npm/, 'my-favicon-ico'],
    ['http', /a module of Node/, 'http-adapter'],
    ['mcp-adapter', /this toolkit/, 'my-mcp-adapter'],
    ['reference', /bundled adapter/, 'my-reference'],
    ['a'.repeat(200), /200 characters/, 'shop'],
    [`orders of the customers ${'x'.repeat(200)}`, /224 characters/, 'orders-of-the-customers'],
  ])('%j', (text, why, instead) => {
    expect(() => projectName(text)).toThrow(why);
    expect(() => projectName(text)).toThrow(expect.objectContaining({ name: 'Fault', hint: `give another, such as --name ${instead}` }));
    expect(projectName(instead)).toBe(instead);
  });
});

test('a title has the words of the name with capitals', () => {
  expect([titleOf('shop'), titleOf('mon-cafe'), titleOf('3d-shop')]).toEqual(['Shop', 'Mon Cafe', '3d Shop']);
});
