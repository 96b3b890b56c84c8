import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Target } from '../../../src/model/target.ts';
import { serveFixture } from '../../kit/http-requests.ts';
import { AUDIENCE, createIssuer, ISSUER } from '../../kit/issuer.ts';
import { startFixture } from '../../start-fixture.mjs';
import { layerOf } from './permission-kit.ts';

test('an adapter on the kit lets in by scopes, as declared or not', async () => {
  const issuer = await createIssuer();
  await using keys = await serveFixture((_, response) => response.end(JSON.stringify(issuer.jwks)));
  const env = { ORDERS_ISSUER: ISSUER, ORDERS_JWKS: `${keys.origin}/keys`, ORDERS_AUDIENCE: AUDIENCE };
  await using server = await startFixture(resolve('fixtures/adapters/orders.mjs'), env);
  const withScopes = async (scope: string): Promise<Target> => ({
    kind: 'http',
    url: server.url,
    headers: { Authorization: `Bearer ${await issuer.token({ claims: { scope } })}` },
  });
  const expired = {
    kind: 'http' as const,
    url: server.url,
    headers: { Authorization: `Bearer ${await issuer.token({ expiresIn: -60 })}` },
  };
  const admin = await withScopes('orders:read orders:write returns:write');
  const reads = ['find_order', 'list_orders'];
  const asDeclared = [
    { name: 'reader', target: await withScopes('orders:read'), allow: reads },
    { name: 'clerk', target: await withScopes('orders:read'), allow: [...reads, 'prepare_return'] },
    { name: 'desk', target: await withScopes('orders:read returns:write'), allow: [...reads, 'create_return'] },
    { name: 'late', target: expired, allow: [] },
  ];
  const { told, identities } = await layerOf(admin, asDeclared, { allowWrites: true });
  expect(told).toEqual([
    'permission-too-narrow prepare_return: the identity "clerk" is refused (insufficient_scope), though its "allow" names it',
    'permission-too-wide prepare_return: the identity "desk" may call it (it got as far as order_not_found), though its "allow" does not name it',
  ]);
  expect(identities).toEqual([
    // Want of a grant is no want of a scope.
    { name: 'reader', allowed: 2, refused: 3, notRun: 0 },
    { name: 'clerk', allowed: 2, refused: 3, notRun: 0 },
    { name: 'desk', allowed: 4, refused: 1, notRun: 0 },
    { name: 'late', allowed: 0, refused: 5, notRun: 0 },
  ]);
});
