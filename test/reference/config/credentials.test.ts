import { expect, test } from 'vitest';
import { createCredentials } from '../../../src/reference/config/credentials.ts';

const origin = 'https://shop.example';
const credentials = createCredentials({
  'shop-login': { origin, value: 'p&ss "word"/ü' },
  'shop-pin': { origin: 'HTTPS://Shop.example:443', value: '4711' },
  tiny: { origin, value: 'abc' },
  bank: { origin: 'https://bank.example', value: 'bank-fixture-9876' },
  'bank-2': { origin: 'https://bank.example', value: 'bank-fixture' },
});

test('a value is given for its own origin, however that is written in the config', () => {
  expect(credentials.valueFor('shop-login', origin)).toBe('p&ss "word"/ü');
  expect(credentials.valueFor('shop-pin', origin)).toBe('4711');
});

test.each([
  ['bank', origin, 'belongs to another site'],
  ['shop-login', 'http://shop.example', 'belongs to another site'],
  ['shop-login', 'https://shop.example.evil.example', 'belongs to another site'],
  ['toString', origin, 'there is no credential'],
])('%s at %s is refused, without a word of its value', (name, at, words) => {
  const refusal = () => credentials.valueFor(name, at);
  expect(refusal).toThrow(expect.objectContaining({ code: 'credential_not_allowed', retryable: false }));
  expect(refusal).toThrow(words);
  expect(refusal).not.toThrow(/fixture|p&ss|4711/);
});

test('a refusal names the credentials of that site, not those of others', () => {
  expect(() => credentials.valueFor('shop', origin)).toThrow('"shop-login", "shop-pin" and "tiny"');
  expect(() => credentials.valueFor('shop', origin)).not.toThrow('bank');
});

test.each([
  ['as it is', 'it was p&ss "word"/ü.', 'it was [shop-login].'],
  ['in JSON', JSON.stringify({ a: 'p&ss "word"/ü' }), '{"a":"[shop-login]"}'],
  ['in JSON within JSON', JSON.stringify(JSON.stringify('p&ss "word"/ü')), '"\\"[shop-login]\\""'],
  ['in a URL', `/?p=${encodeURIComponent('p&ss "word"/ü')}&q=1`, '/?p=[shop-login]&q=1'],
  ['in a form', `p=${new URLSearchParams({ p: 'p&ss "word"/ü' }).toString().slice(2)}`, 'p=[shop-login]'],
  ['in HTML', '<i>p&amp;ss &quot;word&quot;/ü</i>', '<i>[shop-login]</i>'],
  ['within a word', 'x4711y', 'x[shop-pin]y'],
  ['twice, beside another one', '4711 bank-fixture-9876 4711', '[shop-pin] [bank] [shop-pin]'],
  ['as a part of a longer one', 'bank-fixture bank-fixture-9876', '[bank-2] [bank]'],
  ['too short to be told from other text', 'abc', 'abc'],
])('a value is hidden %s', (_, text, masked) => {
  expect(credentials.mask(text)).toBe(masked);
});

test('without credentials a text stays as it is', () => {
  expect(createCredentials({}).mask('p&ss')).toBe('p&ss');
});
