import { describe, expect, test } from 'vitest';
import { Fault } from '../../../src/model/fault.ts';
import { camelCase, kebabCase, toolName } from '../../../src/scaffold/tool/tool-name.ts';

describe('the name of a tool', () => {
  test.each([
    ['find_order', 'find_order'],
    ['findOrder', 'find_order'],
    ['FindOrder', 'find_order'],
    ['find-order', 'find_order'],
    ['Find order', 'find_order'],
    ['find__order_', 'find_order'],
    ['getHTTPUrl', 'get_http_url'],
    ['find_order_2', 'find_order_2'],
    ['search', 'search'],
    [`find_${'x'.repeat(59)}`, `find_${'x'.repeat(59)}`],
  ])('%s becomes %s', (given, name) => {
    expect(toolName(given)).toBe(name);
  });

  test.each([
    ['', 'no letter'],
    ['__', 'no letter'],
    ['12', 'no letter'],
    ['2fa_code', 'begins with a digit'],
    ['../x', 'letters a to z'],
    ['find.order', 'letters a to z'],
    ['buscar_año', 'letters a to z'],
    ['🎉', 'letters a to z'],
    ['find\norder', 'letters a to z'],
    ['con', 'Windows'],
    ['LPT1', 'Windows'],
    ['index', 'list of all tools'],
    ['x'.repeat(65), '65 characters'],
    ['x'.repeat(200), '200 characters'],
  ])('%j is refused with the reason', (given, reason) => {
    expect(() => toolName(given)).toThrow(Fault);
    expect(() => toolName(given)).toThrow(reason);
  });

  test('becomes the name of a constant and of a file', () => {
    expect(camelCase('find_order_2')).toBe('findOrder2');
    expect(kebabCase('find_order_2')).toBe('find-order-2');
  });
});
