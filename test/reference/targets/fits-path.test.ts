import { expect, test } from 'vitest';
import { fitsPath } from '../../../src/reference/targets/fits-path.ts';

test.each([
  ['/orders.html', '/orders.html', true],
  ['/orders.html', '/orders.htm', false],
  ['/orders.html', '/orders?html', false],
  ['/a/b', '/*', false],
  ['/a/b', '/*/*', true],
  ['/a/b', '/**', true],
  ['/', '/**', true],
  ['/', '/*', true],
  ['/a/b/c.html', '/a/**.html', true],
  ['/a/b/c.html', '/a/*.html', false],
  ['/a/.html', '/a/*.html', true],
  ['/orders/7/lines/3', '/orders/*/lines/*', true],
  ['/orders/7/8/lines/3', '/orders/*/lines/*', false],
  ['/aXbXc', '/a*b*c', true],
  ['/shop', '/shop/**', false],
])('%s and %s: %s', (path, pattern, fits) => {
  expect(fitsPath(path, pattern)).toBe(fits);
});

test('a path made to be slow is judged like any other', () => {
  expect(fitsPath(`/${'a'.repeat(2_000)}`, `/${'**a'.repeat(30)}b`)).toBe(false);
});
