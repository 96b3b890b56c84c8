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

test('words that are not understood are refused', () => {
  assert.equal(portIn([]), null);
  assert.equal(portIn(['--http', '5000']), 5000);
  for (const args of [['--http'], ['--htp', '5000'], ['--http', 'x'], ['--http', '1', '2']]) assert.throws(() => portIn(args));
});
