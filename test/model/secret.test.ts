import { describe, expect, test } from 'vitest';
import { masker, namesSecret, secretsIn, writtenForms } from '../../src/model/secret.ts';

const mask = masker([]);

test.each([
  ...[
    'password',
    'user_password',
    'newPassword2',
    'PGPASSWORD',
    'passphrase',
    'pass',
    'DB_PASS',
    'MYSQL_PWD',
    'apiKey',
    'X-Api-Key',
    'apikey',
  ],
  ...[
    'secretAccessKey',
    'client_secret',
    'clientsecret',
    'accessToken',
    'authtoken',
    'token',
    'Authorization',
    'Set-Cookie',
    'private_key',
  ],
  ...['contraseña', '密码', 'Secret Access Key', 'X-Amz-Security-Token', 'GITHUB_TOKEN', 'signing_key', 'sessionCookies'],
])('%s is the name of a credential', (name) => {
  expect(namesSecret(name)).toBe(true);
});

test.each([
  ...[
    'page_token',
    'nextPageToken',
    'max_tokens',
    'nextCursor',
    'secretType',
    'author',
    'idempotency_key',
    'key',
    'password_policy',
    'tokens_used',
  ],
  ...['progressToken', 'public_key', 'token_count', 'passed', 'compass', 'keyboard', 'monkey', 'secretary', 'pagetoken', 'boarding_pass'],
])('%s is not', (name) => {
  expect(namesSecret(name)).toBe(false);
});

/** A text at a depth of JSON: as it is, as a string of JSON, as a string of JSON within one. */
function atDepth(text: string, depth: number): string {
  let written = text;
  for (let level = 0; level < depth; level++) written = JSON.stringify({ text: written, after: 'kept "so"' });
  return written;
}

describe.each([0, 1, 2, 3])('in JSON within JSON, %i deep', (depth) => {
  test.each([
    ['a member', '{"password": "hunter2"}', '{"password": "•••"}'],
    [
      'a member with quotes, backslashes and commas in it',
      `{"a":1,"apiKey":${JSON.stringify('h\\un"t,er}2\\')},"b":"x"}`,
      '{"a":1,"apiKey":"•••","b":"x"}',
    ],
    ['a list', '{"set-cookie": ["sid=hunter2; Path=/", "b=hunter2"], "n": 1}', '{"set-cookie": ["•••", "•••"], "n": 1}'],
    ['a Python object', "{'user': 'bob', 'password': 'hunter2'}", "{'user': 'bob', 'password': '•••'}"],
    ['name=value', 'login user=bob password=hunter2 ok', 'login user=bob password=••• ok'],
    ['name: value', 'user: bob, password: hunter2, port: 5', 'user: bob, password: •••, port: 5'],
    ['a value in quotes', 'DB_PASSWORD="hunter2 hunter2" next', 'DB_PASSWORD="•••" next'],
    ['an option', 'run --password hunter2 --port 5', 'run --password ••• --port 5'],
    ['an option in a list', '["--token","hunter2","--port","5"]', '["--token","•••","--port","5"]'],
    ['a header', 'GET /\nAuthorization: Bearer hunter2\nHost: a', 'GET /\nAuthorization: Bearer •••\nHost: a'],
    ['a cookie', 'Cookie: a=hunter2; b="hunter2"; c=1\r\nHost: a', 'Cookie: •••\r\nHost: a'],
    ['a header of another name', 'X-Api-Key: hunter2\nok', 'X-Api-Key: •••\nok'],
    [
      'a header in quotes',
      `curl -H "Cookie: a=hunter2" -H 'Authorization: hunter2' http://a`,
      `curl -H "Cookie: •••" -H 'Authorization: •••' http://a`,
    ],
    ['a name behind a line end', 'one\npassword=hunter2\n\tpassword: hunter2', 'one\npassword=•••\n\tpassword: •••'],
    ['a parameter of a URL', 'http://a/?q=1&access_token=hunter2&sig=hunter2#x', 'http://a/?q=1&access_token=•••&sig=•••#x'],
    ['an encoded parameter', 'to=http%3A%2F%2Fa%2F%3Fapi_key%3Dhunter2', 'to=http%3A%2F%2Fa%2F%3Fapi_key%3D•••'],
    ['a password in a URL', 'postgres://app:hun@ter2@db:5432/x', 'postgres://app:•••@db:5432/x'],
    ['HTML', '&quot;password&quot;: &quot;hunter2&quot;, &quot;a&quot;', '&quot;password&quot;: &quot;•••&quot;, &quot;a&quot;'],
    ['a name that is not English', '{"contraseña":"hunter2","密码":"hunter2"}', '{"contraseña":"•••","密码":"•••"}'],
    [
      'a name that is escaped',
      '{"contrase\\u00f1a":"hunter2","\\u5bc6\\u7801":"hunter2"}',
      '{"contrase\\u00f1a":"•••","\\u5bc6\\u7801":"•••"}',
    ],
    ['base64 of a name and password', 'sent Basic Ym9iOmh1bnRlcjI= to a', 'sent Basic ••• to a'],
  ])('%s', (_what, text, masked) => {
    expect(mask(atDepth(text, depth))).toBe(atDepth(masked, depth));
    expect(mask(mask(atDepth(text, depth)))).toBe(atDepth(masked, depth));
  });

  test.each([
    '{"page_token":"abc","nextCursor":"abc","max_tokens":"5","tokens":103,"secretType":"x","author":"bob","idempotency_key":"k-1","key":"a"}',
    '{"password":"","token":null,"secret":true,"cookie":{"type":"string"},"token":{"type":"string","description":"the token"}}',
    '{"required":["password","token"],"password":{"type":"string"}}',
    '{"text":"Enter the password:","next":"token="}',
    '{"access-control-allow-credentials":"true","password":"{{env:SITE_PASSWORD}}","token":"$' + '{TOKEN}"}',
    'tokens: 512, password: string(7), token: required; Unexpected token: identifier in JSON; the cookie is set',
    '--token TOKEN   the token; use --password <password>; --token-file a.txt',
    'the Bearer authentication and Basic authentication, task-1234567890-abcdefghij-risk-free, https://a:8080/b@c',
    'Token::new and std::token::Token, secret://vault/path',
  ])('leaves %s', (text) => {
    expect(mask(atDepth(text, depth))).toBe(atDepth(text, depth));
  });
});

test('a text that was cut within a value hides it to the end of the string', () => {
  expect(mask(JSON.stringify({ text: '{"password":"hun\\', next: 'kept' }))).toBe('{"text":"{\\"password\\":\\"•••","next":"kept"}');
  expect(mask('"password": "hunter2')).toBe('"password": "•••');
});

test('two tokens without a space between them are both hidden', () => {
  const github = ['ghp', 'h4Xk29QpLw7Zt6RsVb3Nc8Md1Fg5Yj0UeKiO'].join('_');
  expect(mask(`AKIAQ7ZK3M9XW2LPV5TD${github}`)).toBe('••••••');
});

describe('known values', () => {
  const value = 'pä ss"w\\o/r+d&<9>é';
  const known = masker([{ name: 'ERP_LOGIN', value }]);

  test.each(writtenForms(value))('are hidden as %s', (form) => {
    expect(known(`a ${form} b`)).toBe('a ERP_LOGIN=••• b');
  });

  test.each([
    ['JSON in JSON in JSON', JSON.stringify(JSON.stringify(JSON.stringify(value)))],
    ['a form', new URLSearchParams({ value }).toString()],
    ['base64 with a name in front', Buffer.from(`bob:${value}`).toString('base64')],
    ['base64 with two bytes in front', Buffer.from(`b:${value}:more`).toString('base64url')],
    ['ASCII JSON', '"p\\u00e4 ss\\"w\\\\o/r+d&<9>\\u00e9"'],
    ['JSON with \\/', '"pä ss\\"w\\\\o\\/r+d&<9>é"'],
  ])('are hidden in %s', (_how, text) => {
    expect(known(text)).toContain('ERP_LOGIN=•••');
  });

  test('are hidden where the text was cut, and the name stays where a name is known', () => {
    const token = masker([{ name: 'ERP_TOKEN', value: 'tok-9f8e7d6c5b4a3210' }]);
    expect(token('saw "tok-9f8e7d…"')).toBe('saw "•••…"');
    expect(token('{"token":"tok-9f8e7d6c5b4a3210"} Authorization: Bearer tok-9f8e7d6c5b4a3210')).toBe(
      '{"token":"ERP_TOKEN=•••"} Authorization: Bearer ERP_TOKEN=•••',
    );
  });

  test('leave a document of JSON one, also when they are numbers, end with a backslash or stand in their own name', () => {
    const secrets = [
      { name: 'PIN', value: '12345678' },
      { name: 'PATH_KEY', value: 'C:\\keys\\' },
      { name: 'hunterhunter', value: 'hunter' },
    ];
    const text = JSON.stringify({ a: 12345678, b: ['12345678', 'pin 12345678'], c: 'C:\\keys\\', d: 'hunter2', e: 1123456780 });
    const masked = masker(secrets)(text);
    expect(JSON.parse(masked)).toEqual({ a: 0, b: ['PIN=•••', 'pin PIN=•••'], c: 'PATH_KEY=•••', d: '•••2', e: 1123456780 });
    expect(masker(secrets)(masked)).toBe(masked);
    expect(masker(secrets)('the pin is 12345678.')).toBe('the pin is PIN=•••.');
    expect(masker(secrets)('12345678')).toBe('0');
  });

  test('are those with the name of a secret, or that nobody would write by hand', () => {
    const values = {
      ERP_TOKEN: 'tok-example',
      DATABASE_URL: 'postgres://app:hunter2@db/erp',
      PLAIN: 'gB7xK2mQ9wR4tY6u',
      ERP_URL: 'http://127.0.0.1:4010',
      NODE_ENV: 'production',
      SERVICE: 'order-service-of-the-north-2',
      TENANT: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
      AUTHOR: 'Somebody Else',
      SINCE: '2026-11-30T12:00:00Z',
      API_KEY: 'short',
    };
    expect(secretsIn(values).map(({ name }) => name)).toEqual(['ERP_TOKEN', 'DATABASE_URL', 'PLAIN']);
  });
});

test('documents made of fragments of secrets stay JSON, and are masked once and for all', () => {
  const fragments = [
    ...[
      'password',
      '"password"',
      'token',
      "'token'",
      'Authorization',
      'Cookie',
      'set-cookie',
      '--token',
      'api_key',
      'contraseña',
      '密码',
      'a',
    ],
    ...[
      ':',
      '=',
      ': ',
      '"',
      "'",
      '\\',
      '\\"',
      '`',
      ',',
      '{',
      '}',
      '[',
      ']',
      ' ',
      '\n',
      '\r\n',
      '&',
      '&quot;',
      '%22',
      '%3D',
      '…',
      '•••',
      '\u001b[31m',
    ],
    ...[
      'Bearer ',
      'Basic ',
      'hunter2',
      'null',
      '5',
      '://',
      '@',
      '?token=',
      'sk-',
      'AKIAQ7ZK3M9XW2LPV5TD',
      '12345678',
      'tok-9f8e7d6c5b4a3210',
    ],
    ...['-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----', 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIB'],
  ];
  let seed = 7;
  const below = (limit: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return (seed >>> 8) % limit;
  };
  const words = () => Array.from({ length: 1 + below(14) }, () => fragments[below(fragments.length)]).join('');
  const value = (depth: number): unknown => {
    const kind = depth < 4 ? below(7) : 6;
    if (kind === 6) return words();
    if (kind === 0) return 12345678;
    if (kind === 1) return null;
    if (kind === 2) return Object.fromEntries(Array.from({ length: below(4) }, () => [words(), value(depth + 1)]));
    if (kind === 3) return Array.from({ length: below(4) }, () => value(depth + 1));
    const text = JSON.stringify(value(depth + 1));
    return kind === 4 ? text : text.slice(0, below(40));
  };
  const known = masker([
    { name: 'ERP_TOKEN', value: 'tok-9f8e7d6c5b4a3210' },
    { name: 'PIN', value: '12345678' },
  ]);
  for (let round = 0; round < 30_000; round++) {
    const text = JSON.stringify(value(0), null, below(2) * 2);
    const masked = known(text);
    expect(() => JSON.parse(masked), text).not.toThrow();
    expect(known(masked)).toBe(masked);
  }
});
