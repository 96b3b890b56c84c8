import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type BackendOptions, serveHttp } from 'mcp-adapter/kit';
import { startErp } from '../fixtures/erp.ts';
import { type Issuer, startIssuer } from '../fixtures/issuer.ts';
import { erpOptions, httpOptions } from '../src/settings.ts';
import { setUp } from './setup.ts';

const RETURN = { quantity: 1, reason: 'too small', task_id: 't-1', step_id: 'book' };

/** How the adapter says on whose behalf it asks: by the subject header of the fixture ERP, or by a token that it exchanges. */
const WAYS: Record<string, (issuer: Issuer, url: string) => BackendOptions | null> = {
  'the subject header': () => null,
  'exchanged tokens': ({ exchange }, url) =>
    erpOptions({ ERP_URL: url, ERP_TOKEN_URL: exchange, ERP_CLIENT_ID: 'adapter', ERP_CLIENT_SECRET: 'secret' }),
};

for (const [way, backendOf] of Object.entries(WAYS)) {
  test(`over HTTP with OAuth each of two users has their own orders, by ${way}`, async (t) => {
    const { erp, ask, as } = await serve(t, backendOf);
    assert.equal((await ask('find_order', { order_id: 'A-1001' }, as('alice'))).order.order_id, 'A-1001');
    assert.equal((await ask('find_order', { order_id: 'B-2001' }, as('bob'))).order.order_id, 'B-2001');
    assert.equal((await ask('find_order', { order_id: 'B-2001' }, as('alice'))).code, 'order_not_found');
    assert.equal((await ask('find_order', { order_id: 'A-1001' }, as('bob'))).code, 'order_not_found');
    // Four questions came to the ERP, and with none of them a token that was made for the adapter.
    assert.equal(erp.authorizations.length, 4);
    for (const token of [as('alice'), as('bob')]) {
      assert.ok(erp.authorizations.every((each) => each.startsWith('Bearer ') && each !== `Bearer ${token}`));
    }
  });

  test(`a grant for one user lets no other book, by ${way}`, async (t) => {
    const { erp, ask, as, grant } = await serve(t, backendOf);
    grant('t-1', 'create_return', 'alice');
    assert.equal((await ask('create_return', { ...RETURN, order_id: 'B-2001' }, as('bob'))).code, 'write_not_enabled');
    assert.equal((await ask('create_return', { ...RETURN, order_id: 'A-1001' }, as('alice'))).ok, true);
    assert.deepEqual(
      erp.returns.map(({ user, ORDER_NO }) => [user, ORDER_NO]),
      [['alice', 'A-1001']],
    );
  });
}

test('without a token nobody is let in', async (t) => {
  const { erp, post } = await serve(t);
  const { status, headers } = await post('tools/call', { name: 'find_order', arguments: { order_id: 'A-1001' } });
  assert.equal(status, 401);
  assert.match(headers.get('www-authenticate') ?? '', /resource_metadata="http.*oauth-protected-resource/);
  assert.equal(erp.authorizations.length, 0);
});

test('a token opens what its scopes are for, and nothing else', async (t) => {
  const { erp, post, issuer, url } = await serve(t);
  const reader = issuer.token('alice', url, 'orders:read');
  const writer = issuer.token('alice', url, 'returns:write');
  const order = { name: 'find_order', arguments: { order_id: 'A-1001' } };
  const booked = { name: 'create_return', arguments: { ...RETURN, order_id: 'A-1001' } };
  const policy = { uri: 'erp://policies/returns' };
  const prompt = { name: 'handle_return', arguments: { order_id: 'A-1001' } };

  assert.match(await (await post('resources/read', policy, reader)).text(), /no more pieces than were ordered/i);
  assert.match(await (await post('prompts/get', prompt, writer)).text(), /Look at order A-1001/);
  const refused = [
    [await post('tools/call', order, writer), 'orders:read'],
    [await post('resources/read', policy, writer), 'orders:read'],
    [await post('tools/call', booked, reader), 'returns:write'],
    [await post('prompts/get', prompt, reader), 'returns:write'],
  ] as const;
  for (const [{ status, headers }, scope] of refused) {
    assert.equal(status, 403);
    assert.match(headers.get('www-authenticate') ?? '', new RegExp(scope));
  }
  assert.equal(erp.authorizations.length, 0);
});

test("the ERP refuses a caller's own token", async (t) => {
  const { erp, as } = await serve(t);
  const { status } = await fetch(`${erp.url}/orders/A-1001`, { headers: { authorization: `Bearer ${as('alice')}` } });
  assert.equal(status, 401);
});

/** The adapter over HTTP with OAuth, as the settings make it, and an authorization server of its own. */
async function serve(t: TestContext, backendOf: (typeof WAYS)[string] = () => null) {
  const issuer = await startIssuer();
  t.after(() => issuer.close());
  const erp = await startErp(issuer.subjectOf);
  const { adapter, grant } = await setUp(t, { erp, backend: backendOf(issuer, erp.url) ?? erp.backend });
  const auth = httpOptions({ OAUTH_ISSUER: issuer.url, OAUTH_JWKS: issuer.jwks });
  const { url, close } = await serveHttp(adapter, { ...auth, signals: false, graceMs: 0, log: () => {} });
  t.after(close);

  const tokens = new Map(['alice', 'bob'].map((user) => [user, issuer.token(user, url, 'orders:read returns:write')]));
  const as = (user: string) => tokens.get(user) ?? '';
  const post = (method: string, params: object, token?: string) =>
    fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'mcp-protocol-version': '2025-11-25',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
  const ask = async (name: string, args: object, token: string) => {
    const answer = await post('tools/call', { name, arguments: args }, token);
    return JSON.parse(await answer.text()).result.structuredContent;
  };
  return { erp, issuer, url, post, ask, as, grant };
}
