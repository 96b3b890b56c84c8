import { describe, expect, test } from 'vitest';
import { scanForSecrets } from '../../src/cases/scan.ts';

const TOKEN = { name: 'SITE_TOKEN', value: 'qW3rtz-55"x/\u00e9\\9' };
const GITHUB = `ghp_${'aB3dE6gH9j'.repeat(4).slice(0, 36)}`;

describe('a secret in a file is found', () => {
  test.each([
    ['as it is', TOKEN.value],
    ['in JSON', JSON.stringify({ a: TOKEN.value })],
    ['in JSON within JSON', JSON.stringify({ a: JSON.stringify({ b: TOKEN.value }) })],
    ['as a key', JSON.stringify({ [TOKEN.value]: 1 })],
    ['in a URL', `https://shop.example/?q=${encodeURIComponent(TOKEN.value)}`],
    ['in base64', Buffer.from(TOKEN.value).toString('base64')],
    ['in base64 with a name in front', Buffer.from(`user:${TOKEN.value}`).toString('base64')],
    ['in base64 for URLs', Buffer.from(TOKEN.value).toString('base64url')],
  ])('%s, by its name and line', (_name, text) => {
    expect(scanForSecrets(`{\n\n${text}\n}`, [TOKEN])).toEqual([{ name: 'SITE_TOKEN', known: true, line: 3 }]);
  });

  test('by its form, by what it looks like', () => {
    expect(scanForSecrets(`a\n"${GITHUB}"`, [])).toEqual([{ name: 'a GitHub token (ghp_…)', known: false, line: 2 }]);
  });

  test('once where it is both known and looks like one, and once a line', () => {
    const known = [{ name: 'GH', value: GITHUB }];
    expect(scanForSecrets(`${GITHUB} ${GITHUB}\n${GITHUB}`, known)).toEqual([
      { name: 'GH', known: true, line: 1 },
      { name: 'GH', known: true, line: 2 },
    ]);
  });
});

test.each([
  [
    'a reference in its place',
    '"Authorization": "Bearer {{env:SITE_TOKEN}}", "url": "https://user:{{env:PW}}@shop.example/?token={{env:T}}"',
  ],
  ['the mask', '"message": "SITE_TOKEN=••• and https://shop.example/?token=SITE_TOKEN=•••"'],
  ['a short known value', '"a": "4711"'],
])('%s is no secret', (_name, text) => {
  expect(scanForSecrets(text, [TOKEN, { name: 'PIN', value: '4711' }])).toEqual([]);
});
