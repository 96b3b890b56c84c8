import { expect, test } from 'vitest';
import { masker } from '../../src/model/secret.ts';

test('texts made to be slow are searched to their end', () => {
  const parts = [
    ...[
      'password=',
      '"password":"',
      "'token': '",
      'token',
      'key ',
      '--token ',
      '"--token","',
      'Authorization: ',
      'Cookie: "',
      'password: \\',
      '\\',
      '"\\',
      'secret:\'"  ',
    ],
    ...[
      'password:,',
      'pass=&a',
      'token:["',
      '"token":["a",',
      '&quot;token&quot;:&quot;',
      'api_key%3D',
      'token\\u00f1',
      '-----BEGIN ',
      '-----BEGIN PRIVATE KEY-----',
    ],
    ...[
      '-----BEGIN PRIVATE KEY-----MIIE',
      '-----END PRIVATE KEY-----',
      'MIIE -----END PRIVATE KEY-----',
      'ghp_',
      'sk-',
      'a1B2c3D4sk-',
      'xoxb-',
      'eyJ',
      '.eyJaaaaaaa',
      '%20eyJaaaaaa.',
      'bearer ',
      'bearer+',
      'bearer a1',
      'basic+',
    ],
    ...[
      '://',
      '://a:',
      'http://a:b',
      '?token=',
      '?sig=a',
      '\\u0026token=',
      'AKIAQ7ZK3M9XW2LPV5TD',
      'AKIAQ7ZK3M9XW2LPV5TD ',
      'AIza',
      '…',
      'tok-9…',
      '密码:',
      '\u001b[',
      '%20',
    ],
  ];
  const slow = masker([{ name: 'ERP_TOKEN', value: 'tok-9f8e7d6c5b4a3210' }]);
  const mebibytes = (part: string) => (part.length > 12 ? 5 : 1);
  for (const part of parts) {
    const text = part.repeat(Math.ceil((mebibytes(part) * 2 ** 20) / part.length));
    expect(slow(text).length, part).toBeGreaterThan(0);
  }
});
