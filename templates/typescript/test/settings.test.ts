import assert from 'node:assert/strict';
import { test } from 'node:test';
import { erpOptions, httpOptions, portIn } from '../src/settings.ts';

test('half of the OAuth settings serve nobody', () => {
  assert.throws(() => httpOptions({ OAUTH_ISSUER: 'https://login.example' }), /OAUTH_JWKS is not set/);
  assert.throws(() => httpOptions({ PUBLIC_URL: 'https://shop.example/mcp' }), /OAUTH_ISSUER is not set/);
  assert.deepEqual(httpOptions({}), {});
});

test('an ERP without a credential for it is not asked', () => {
  assert.throws(() => erpOptions({ ERP_URL: 'https://erp.example/api' }), /ERP_TOKEN is not set/);
  assert.throws(
    () => erpOptions({ ERP_URL: 'https://erp.example/api', ERP_TOKEN_URL: 'https://login.example/token' }),
    /ERP_CLIENT_ID is not set/,
  );
  assert.equal(erpOptions({}), null);
});

test('what is to be a URL and is none is told by the name of its setting', () => {
  const oauth = { OAUTH_ISSUER: 'https://login.example', OAUTH_JWKS: 'https://login.example/keys' };
  for (const name of ['OAUTH_ISSUER', 'OAUTH_JWKS', 'PUBLIC_URL']) {
    assert.throws(() => httpOptions({ ...oauth, [name]: 'localhost:5000' }), { message: `${name} is no URL` });
  }
  assert.throws(() => erpOptions({ ERP_URL: 'erp.example/api' }), { message: 'ERP_URL is no URL' });
});

test('the audience and the public URL are those that were set', () => {
  const oauth = { OAUTH_ISSUER: 'https://login.example', OAUTH_JWKS: 'https://login.example/keys' };
  assert.deepEqual(httpOptions({ ...oauth, OAUTH_AUDIENCE: 'shop', PUBLIC_URL: 'https://shop.example/mcp' }), {
    publicUrl: 'https://shop.example/mcp',
    auth: { issuer: oauth.OAUTH_ISSUER, jwks: oauth.OAUTH_JWKS, audience: 'shop' },
  });
});

test('words that are not understood are refused', () => {
  assert.equal(portIn([]), null);
  assert.equal(portIn(['--http']), 5000);
  assert.equal(portIn(['--http', '5001']), 5001);
  for (const line of ['--htp 5000', '--http x', '--http 1 2']) assert.throws(() => portIn(line.split(' ')), /is not understood/);
});
