import { describe, expect, test } from 'vitest';
import { masker } from '../../src/model/secret.ts';
import { findPatternSecrets } from '../../src/model/secret-patterns.ts';

const mask = masker([]);
/** Made here, so that no scanner of repositories takes them for the real thing. */
const made = (prefix: string, length: number) => prefix + 'h4Xk29QpLw7Zt6RsVb3Nc8Md1Fg5Yj0UeKiO'.repeat(9).slice(0, length);
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const KEY_LINES = [
  'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj',
  'MzEfYyjiWA4R4/M2bS1GB4t7NXp98C3SC6dVMvDuictGeurT8jNbvJZHtCSuYEvu',
  'NMoSfm76oqFvAp8Gy0iz5sxjZmSnXyCd',
];
const SECRETS: Record<string, string> = {
  'a GitHub token (ghp_…)': made('ghp_', 36),
  'a GitLab token (glpat-…)': made('glpat-', 20),
  'an AWS key (AKIA…)': 'AKIAQ7ZK3M9XW2LPV5TD',
  'an API key (sk-…)': made('sk-ant-api03-', 95),
  'an npm token (npm_…)': made('npm_', 36),
  'a Slack token (xox…)': `xoxb-123450987612-${made('', 24)}`,
  'a Google API key (AIza…)': made('AIza', 35),
  'a signed token (JWT)': `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url({ sub: '42', name: 'bob' })}.${made('', 43)}`,
};

describe.each(Object.entries(SECRETS))('%s', (kind, secret) => {
  test.each([
    '%',
    'a %, b',
    '"%"',
    '{"a":"%"}',
    'one\\n%\\ntwo',
    'a=%20%',
    '\u001b[31m%\u001b[0m',
    '<a>%</a>',
    '(%)',
    'http://a/%?b',
    "'%'",
    '%.',
  ])('is found and hidden in %s', (around) => {
    const text = around.replace(/%(?!20)/, () => secret);
    expect(findPatternSecrets(text).map((found) => [found.kind, text.slice(found.start, found.end)])).toEqual([
      [kind, expect.stringContaining(secret)],
    ]);
    expect(mask(text)).not.toContain(secret.slice(5));
    expect(mask(mask(text))).toBe(mask(text));
  });

  test('is hidden where it was cut, when more than a few characters are left', () => {
    const cut = `${secret.slice(0, -3)}…`;
    expect(mask(`saw "${cut}"`)).not.toContain(secret.slice(8, 16));
  });
});

test('further prefixes are known', () => {
  const tokens = [
    made('gho_', 36),
    made('github_pat_', 82),
    made('sk_live_', 24),
    made('rk_live_', 24),
    made('sk-proj-', 60),
    'ASIAQ7ZK3M9XW2LPV5TD',
  ];
  for (const token of tokens) expect(mask(`a ${token} b`)).toBe('a ••• b');
});

test('the secret half of an AWS key is hidden beside its id', () => {
  const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYzQ3kT9aB1c';
  const id = 'AKIAQ7ZK3M9XW2LPV5TD';
  expect(mask(`${id}\\n${secret}`)).toBe('•••\\n•••');
  expect(mask(`{"secret":"${secret}","id":"${id}"}`)).not.toContain('wJalr');
  expect(mask(`commit ${secret}`)).toContain(secret);
});

test.each([
  ['with line ends', (lines: string[]) => lines.join('\n')],
  ['with line ends of Windows', (lines: string[]) => lines.join('\r\n')],
  ['in JSON', (lines: string[]) => JSON.stringify({ key: lines.join('\n'), next: 'kept kept kept' })],
  ['in JSON in JSON', (lines: string[]) => JSON.stringify({ text: JSON.stringify({ pem: lines.join('\n'), next: 'kept kept kept' }) })],
  ['as a list of lines', (lines: string[]) => JSON.stringify({ stderr: lines, next: 'kept kept kept' }, null, 2)],
  ['folded to one line', (lines: string[]) => lines.join(' ')],
])('a private key is hidden %s', (_how, join) => {
  const text = join(['-----BEGIN RSA PRIVATE KEY-----', ...KEY_LINES, '-----END RSA PRIVATE KEY-----']);
  const masked = mask(text);
  for (const line of KEY_LINES) expect(masked).not.toContain(line.slice(0, 20));
  expect(masked).toContain('BEGIN RSA PRIVATE KEY');
  expect(masked.includes('next')).toBe(text.includes('next'));
  if (text.startsWith('{')) expect(Object.keys(JSON.parse(masked))).toEqual(Object.keys(JSON.parse(text)));
  expect(mask(masked)).toBe(masked);
});

test('a private key that was cut is hidden, and nothing but it', () => {
  const text = JSON.stringify({
    stderr: ['-----BEGIN PRIVATE KEY-----', KEY_LINES[0]],
    count: 5,
    done: true,
  });
  expect(JSON.parse(mask(text))).toEqual({ stderr: ['-----BEGIN PRIVATE KEY-----', '•••'], count: 5, done: true });
});

test('a private key whose first line was cut off is hidden', () => {
  const text = JSON.stringify({ stderr: [...KEY_LINES, 'shortLine==', '-----END PRIVATE KEY-----'], done: true });
  expect(JSON.parse(mask(text))).toEqual({ stderr: ['•••', '•••', '•••', '•••', '-----END PRIVATE KEY-----'], done: true });
});

test.each([
  'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  'task-1234567890abcdefghij1234567890',
  'a-sk-learn-model-with-a-long-kebab-name',
  'ASIAPACIFIC and AKIA',
  'https://example.org:8080/a@b and mailto:a@b',
  'eyJhbGciOiJIUzI1NiJ9',
  '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  'Bearer authentication, Basic authentication, Basic dXNlcm5hbWU=',
])('%s is no credential', (text) => {
  expect(findPatternSecrets(text)).toEqual([]);
});
