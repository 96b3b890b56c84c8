import { describe, expect, test } from 'vitest';
import { macWith } from '../../src/cases/repository-key.ts';
import { type HideOptions, hideSecrets, showSecrets } from '../../src/cases/secrets.ts';

const KEY = Buffer.alloc(32, 7);
const mac = macWith(KEY);
const TOKEN = { name: 'SITE_TOKEN', value: 'qW3rtz-55"x/\u00e9\\9' };
const SHORT = { name: 'PIN', value: '4711' };
const GITHUB = `ghp_${'aB3dE6gH9j'.repeat(4).slice(0, 36)}`;

function hide(text: string, schema: unknown = {}, options: HideOptions = {}) {
  return hideSecrets(text, [TOKEN, SHORT], schema, mac, options);
}

/** What stands in the arguments instead, and by which names. */
function hidden(args: unknown, schema: unknown = {}): unknown {
  return JSON.parse(hide(JSON.stringify(args), schema).text);
}

describe('a secret in arguments is taken out', () => {
  test('where it is the whole of a text, and where it is a part of one', () => {
    const text = JSON.stringify({ url: 'https://shop.example', auth: TOKEN.value, header: `Bearer ${TOKEN.value}`, list: [[TOKEN.value]] });
    const { text: made, secrets } = hide(text);
    expect(made).toBe(
      '{"url":"https://shop.example","auth":"{{env:SITE_TOKEN}}","header":"Bearer {{env:SITE_TOKEN}}","list":[["{{env:SITE_TOKEN}}"]]}',
    );
    const reference = { ref: 'env:SITE_TOKEN', mac: mac(TOKEN.value), len: TOKEN.value.length };
    expect(secrets).toEqual(['/auth', '/header', '/list/0/0'].map((at) => ({ at, ...reference })));
  });

  test('when it is short only where it is the whole of a text', () => {
    expect(hidden({ pin: '4711', phone: '0228 4711 22' })).toEqual({ pin: '{{env:PIN}}', phone: '0228 4711 22' });
  });

  test.each([
    ['password', { password: 'hunter2' }, { password: '{{env:MCP_ADAPTER_SECRET_PASSWORD}}' }],
    ['apiKey', { login: { apiKey: 'k' } }, { login: { apiKey: '{{env:MCP_ADAPTER_SECRET_APIKEY}}' } }],
    [
      'a list of tokens',
      { tokens: ['one', 'one', 'two'] },
      { tokens: ['{{env:MCP_ADAPTER_SECRET_TOKENS}}', '{{env:MCP_ADAPTER_SECRET_TOKENS}}', '{{env:MCP_ADAPTER_SECRET_TOKENS_2}}'] },
    ],
    ['a name with other letters', { 'X-Api-Key': 'k' }, { 'X-Api-Key': '{{env:MCP_ADAPTER_SECRET_X_API_KEY}}' }],
    ['known and unknown parts', { password: `${TOKEN.value}!!` }, { password: '{{env:MCP_ADAPTER_SECRET_PASSWORD}}' }],
    ['a known value behind a scheme', { authorization: `Bearer ${TOKEN.value}` }, { authorization: 'Bearer {{env:SITE_TOKEN}}' }],
  ])('by the name of its key: %s', (_name, args, made) => {
    expect(hidden(args)).toEqual(made);
  });

  test.each([
    [{ password: '' }],
    [{ page_token: 'eyJvIjoyMH0' }],
    [{ max_tokens: '400', secretType: 'pem' }],
    [{ token: 5, password: null }],
  ])('but not what only has such a name: %j', (args) => {
    expect(hidden(args)).toEqual(args);
  });

  test('by its form, wherever it stands', () => {
    expect(hidden({ note: `use ${GITHUB} for it` })).toEqual({ note: 'use {{env:MCP_ADAPTER_SECRET_NOTE}} for it' });
    expect(hidden({ command: 'login --password hunter2' })).toEqual({ command: 'login --password {{env:MCP_ADAPTER_SECRET_COMMAND}}' });
  });

  test('as one where it has several lines', () => {
    const lines = ['-----BEGIN PRIVATE KEY-----', 'aB3d'.repeat(16), 'eF5g'.repeat(16), 'hI6=', '-----END PRIVATE KEY-----'];
    const { text, secrets } = hide(JSON.stringify({ pem: lines.join('\n') }));
    expect(text).not.toMatch(/aB3d|eF5g|hI6/);
    expect(secrets).toHaveLength(1);
  });

  test.each<[string, object, object]>([
    ['writeOnly', { properties: { pw: { writeOnly: true } } }, { pw: 'a' }],
    ['x-mcp-adapter-secret', { properties: { pw: { 'x-mcp-adapter-secret': true } } }, { pw: 'a' }],
    ['an object', { properties: { pw: { writeOnly: true, properties: { x: {} } } } }, { pw: { x: 'a' } }],
    ['items', { properties: { pw: { items: { writeOnly: true } } } }, { pw: ['a'] }],
    ['prefixItems', { properties: { pw: { prefixItems: [{}, { writeOnly: true }] } } }, { pw: [1, 'a'] }],
    ['a reference', { $defs: { s: { writeOnly: true } }, properties: { pw: { $ref: '#/$defs/s' } } }, { pw: 'a' }],
    ['a part of several', { anyOf: [{ properties: {} }, { allOf: [{ additionalProperties: { writeOnly: true } }] }] }, { pw: 'a' }],
    ['a schema that contains itself', { properties: { pw: { $ref: '#' }, x: { writeOnly: true } } }, { pw: { pw: { x: 'a' } } }],
  ])('by the mark of its schema: %s', (_name, schema, args) => {
    expect(JSON.stringify(hidden(args, schema))).toContain('{{env:MCP_ADAPTER_SECRET_');
    expect(hidden(args)).toEqual(args);
  });

  test('and leaves every other byte as it was', () => {
    const text = '{ "n": 1.0, "big":12345678901234567890,\n"note" : "caf\\u00e9 \\/ \\ud800 hunter-2" ,"a":1,"a":-0, "list":[1e400]}';
    const { text: made } = hideSecrets(text, [{ name: 'PW', value: 'hunter-2' }], {}, mac);
    expect(made).toBe(text.replace('hunter-2', '{{env:PW}}'));
  });

  test('also from a member that a later one of the same name hides', () => {
    const text = '{"password":"first","password":"second"}';
    const { text: made, secrets } = hide(text);
    expect(made).not.toMatch(/first|second/);
    const values: Record<string, string> = { MCP_ADAPTER_SECRET_PASSWORD: 'first', MCP_ADAPTER_SECRET_PASSWORD_2: 'second' };
    expect(showSecrets(made, secrets, (name) => values[name], mac)).toEqual({ text });
  });

  test('without a reference where its value is made anew', () => {
    const { text, secrets } = hide('{"session_token":"abc","password":"x"}', {}, { bound: ['/session_token'] });
    expect(text).not.toContain('abc');
    expect(secrets.map(({ at }) => at)).toEqual(['/password']);
  });

  test('under one name for one value, and another for another, in all calls of a case', () => {
    const named = new Map<string, string>();
    const texts = ['{"password":"a"}', '{"password":"b"}', '{"password":"a"}'].map((text) => hide(text, {}, { named }).text);
    expect(texts).toEqual(['', '_2', ''].map((number) => `{"password":"{{env:MCP_ADAPTER_SECRET_PASSWORD${number}}}"}`));
    expect([...named.values()]).toEqual(['a', 'b']);
  });

  test('but not from a key: that cannot be referred to', () => {
    const text = JSON.stringify({ [TOKEN.value]: 1 });
    expect(hide(text)).toEqual({ text, secrets: [] });
  });
});

describe('a secret is put back', () => {
  const lookup = (name: string) => ({ [TOKEN.name]: TOKEN.value, [SHORT.name]: SHORT.value, MCP_ADAPTER_SECRET_PASSWORD: 'a"b\\' })[name];

  test.each([
    ['plain arguments', '{"a":1}'],
    ['values of all kinds', JSON.stringify({ a: TOKEN.value, b: `x${TOKEN.value}y${TOKEN.value}`, pin: '4711', password: 'a"b\\' })],
    ['odd bytes around', `{ "n":1.0, "a" : "\\u00e9${JSON.stringify(TOKEN.value).slice(1, -1)}\\/" }`],
  ])('so that the text is the same byte by byte: %s', (_name, text) => {
    const { text: made, secrets } = hide(text);
    expect(showSecrets(made, secrets, lookup, mac)).toEqual({ text });
  });

  test('only at its place: another text may look like a reference', () => {
    const text = JSON.stringify({ a: TOKEN.value, b: '{{env:SITE_TOKEN}}', c: '{{env:OTHER}}' });
    const { text: made, secrets } = hide(text);
    expect(showSecrets(made, secrets, lookup, mac)).toEqual({ text });
  });

  test('only once: a value that looks like a reference stays as it is', () => {
    const value = 'see {{env:PIN}} there';
    const { text, secrets } = hideSecrets(JSON.stringify({ a: value }), [{ name: 'ODD', value }], {}, mac);
    expect(showSecrets(text, secrets, () => value, mac)).toEqual({ text: JSON.stringify({ a: value }) });
  });

  test('unless it is not there, or is another, or the key is another', () => {
    const { text, secrets } = hide(JSON.stringify({ a: TOKEN.value }));
    expect(showSecrets(text, secrets, () => undefined, mac)).toEqual({ missing: 'SITE_TOKEN' });
    expect(showSecrets(text, secrets, () => 'other', mac)).toEqual({ differs: 'SITE_TOKEN' });
    expect(showSecrets(text, secrets, lookup, macWith(Buffer.alloc(32, 8)))).toEqual({ differs: 'SITE_TOKEN' });
  });
});

test('arguments of 5 MB with hostile texts are searched to the end', { timeout: 60_000 }, () => {
  const args = { a: '\\"'.repeat(500_000), b: 'Bearer '.repeat(200_000), c: 'qW3rtz-55'.repeat(100_000), d: Array(100_000).fill('x') };
  const text = `${JSON.stringify(args).slice(0, -1)},"deep":${'['.repeat(100_000)}"hunter2"${']'.repeat(100_000)}}`;
  expect(hide(text).secrets).toEqual([]);
});
