import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addGrant, revokeGrant } from '../../src/kit/grants.ts';
import { defineResource } from '../../src/kit/resource.ts';
import { type Serving, serveHttp } from '../../src/kit/serve/http.ts';
import { member } from '../../src/model/json.ts';
import { run } from '../cli/run-cli.ts';
import { adapterOf, newState } from './harness.ts';
import { legacyCall, raw, told } from './http-requests.ts';
import { AUDIENCE, createIssuer, ISSUER } from './issuer.ts';
import { readTool, writeTool } from './tools.ts';

// What each part of a call is good for, written by hand: who is refused first, and with what.
const HOSTS = { 'erp.example': null, 'evil.example': 403 } as const;
const ORIGINS = { none: null, 'https://evil.example': 403 } as const;
const TOKENS = { good: null, none: 401, expired: 401, 'for another audience': 401 } as const;
const SCOPES = { 'returns:write': null, 'orders:read': 403 } as const;
/** Grant → the code it leads to. */
const GRANTS = {
  valid: 'ok',
  none: 'write_not_enabled',
  'for another task': 'write_not_enabled',
  'for another tool': 'write_not_enabled',
  'for another principal': 'write_not_enabled',
  expired: 'write_not_enabled',
  revoked: 'write_not_enabled',
  'used up': 'write_not_enabled',
  'for an origin only': 'write_not_enabled',
} as const;
type GrantKind = keyof typeof GRANTS;

const rows = Object.entries(HOSTS).flatMap(([host, byHost]) =>
  Object.entries(ORIGINS).flatMap(([origin, byOrigin]) =>
    Object.entries(TOKENS).flatMap(([token, byToken]) =>
      Object.entries(SCOPES).flatMap(([scope, byScope]) =>
        Object.entries(GRANTS).map(([grant, code]) => ({
          host,
          origin,
          token,
          scope,
          grant,
          code,
          status: byHost ?? byOrigin ?? byToken ?? byScope ?? 200,
        })),
      ),
    ),
  ),
);

const issuer = await createIssuer();
const tokens = new Map<string, string>();
const state = newState();
let serving: Serving;
let effects = 0;

const book = { ...writeTool((_, { steps }) => steps.effect('book', () => ({ number: ++effects }))), scopes: ['returns:write'] };
const order = defineResource({
  uri: 'erp://orders/{id}',
  name: 'order',
  title: 'An order',
  description: 'One order of the caller.',
  scopes: ['orders:read'],
  list: ({ caller }) => [{ uri: `erp://orders/${caller.principal}-1`, name: `${caller.principal}-1` }],
  read: ({ id }, { caller }) => (id === `${caller.principal}-1` ? { text: `order of ${caller.principal}` } : null),
});

beforeAll(async () => {
  for (const scope of Object.keys(SCOPES)) {
    tokens.set(`good ${scope}`, await issuer.token({ claims: { scope } }));
    tokens.set(`expired ${scope}`, await issuer.token({ claims: { scope }, expiresIn: -60 }));
    tokens.set(`for another audience ${scope}`, await issuer.token({ claims: { scope, aud: 'https://other.example/mcp' } }));
  }
  const adapter = adapterOf([book, readTool(() => ({}))], { state, resources: [order] });
  serving = await serveHttp(adapter, {
    auth: { issuer: ISSUER, jwks: issuer.jwks },
    publicUrl: AUDIENCE,
    signals: false,
    log: () => {},
  });
});
afterAll(() => serving.close());

it('the table has more than sixty rows of each kind of end', () => {
  expect(rows.length).toBe(288);
  expect(rows.filter(({ status, code }) => status === 200 && code === 'ok')).toHaveLength(1);
});

/** Makes the grant of this kind for a task of its own. */
async function grantFor(kind: string, task: string): Promise<void> {
  const usual = { task, tools: ['book_return'], principal: 'alice', by: 'a person' };
  const kinds: Record<GrantKind, () => Promise<unknown> | undefined> = {
    valid: () => addGrant(state, usual),
    none: () => undefined,
    'for another task': () => addGrant(state, { ...usual, task: `${task}-other` }),
    'for another tool': () => addGrant(state, { ...usual, tools: ['cancel_order'] }),
    'for another principal': () => addGrant(state, { ...usual, principal: 'bob' }),
    expired: async () => {
      await addGrant(state, { ...usual, ttlMs: 1 });
      await delay(5);
    },
    revoked: async () => revokeGrant(state, (await addGrant(state, usual)).id),
    'used up': async () => {
      await addGrant(state, { ...usual, maxCalls: 1 });
      const before = effects;
      await raw(
        serving.url,
        legacyCall(
          'book_return',
          { task_id: task, step_id: 's0' },
          { authorization: `Bearer ${tokens.get('good returns:write')}`, host: 'erp.example' },
        ),
      );
      expect(effects).toBe(before + 1);
    },
    // The tool names no origin, so such a grant says nothing about it.
    'for an origin only': () => addGrant(state, { ...usual, origins: ['https://shop.example'] }),
  };
  const make = Object.entries(kinds).find(([name]) => name === kind)?.[1];
  await make?.();
}

it.each(rows)('host $host, origin $origin, token $token, scope $scope, grant $grant: $status', async (row) => {
  const { host, origin, token, scope, grant, code, status } = row;
  const task = `t ${rows.indexOf(row)}`;
  await grantFor(grant, task);
  const before = effects;
  const answer = await raw(
    serving.url,
    legacyCall(
      'book_return',
      { task_id: task, step_id: 's1' },
      {
        host,
        ...(origin === 'none' ? {} : { origin }),
        ...(token === 'none' ? {} : { authorization: `Bearer ${tokens.get(`${token} ${scope}`)}` }),
      },
    ),
  );
  expect(answer.status).toBe(status);
  if (status === 200) expect(told(answer).code).toBe(code);
  if (status === 401) expect(answer.headers['www-authenticate']).toContain('resource_metadata=');
  expect(effects - before).toBe(status === 200 && code === 'ok' ? 1 : 0);
  expect(answer.text).not.toMatch(/eyJ[\w-]{20}/);
});

it('our own call says which scope is asked for, and ends with 4', async () => {
  const env = { PATH: process.env.PATH, TOKEN: tokens.get('good orders:read') ?? '' };
  const document = await run(['call', 'book_return', '{"task_id":"t","step_id":"s"}', '--url', serving.url, '--bearer-env', 'TOKEN'], {
    env,
  });
  expect(document).toMatchObject({ exitCode: 4, steps: [{ status: 'failed', outcome: 'policy_denied', code: 'insufficient_scope' }] });
  expect(document.steps[0]?.result).toMatchObject({ status: 403, scope: 'returns:write' });
});

describe('two users', () => {
  const list = async (sub: string, method: string, params: object = {}) => {
    const token = await issuer.token({ claims: { sub, scope: 'orders:read' } });
    const { headers } = legacyCall('x', {}, { authorization: `Bearer ${token}`, host: 'erp.example', accept: 'application/json' });
    const { json } = await raw(serving.url, { headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) });
    return json;
  };

  it('see two sets of resources', async () => {
    const [alice, bob] = await Promise.all(['alice', 'bob'].map((sub) => list(sub, 'resources/list')));
    expect(alice.result.resources).toEqual([{ uri: 'erp://orders/alice-1', name: 'alice-1' }]);
    expect(bob.result.resources).toEqual([{ uri: 'erp://orders/bob-1', name: 'bob-1' }]);
  });

  it('read their own only, and what is another’s is answered like what does not exist', async () => {
    const [own, others, none] = await Promise.all(
      ['alice-1', 'bob-1', 'nobody-1'].map((id) => list('alice', 'resources/read', { uri: `erp://orders/${id}` })),
    );
    expect(own.result.contents).toMatchObject([{ text: 'order of alice' }]);
    expect(member(others, 'error')).toMatchObject({ code: expect.any(Number), message: expect.stringContaining('not found') });
    expect(JSON.stringify(others).replaceAll('bob', 'nobody')).toBe(JSON.stringify(none));
  });

  it('cannot use each other’s session, whose id is no authentication', async () => {
    const begun = async (sub: string) => ({
      authorization: `Bearer ${await issuer.token({ claims: { sub, scope: 'orders:read' } })}`,
      host: 'erp.example',
    });
    const [alice, bob] = [await begun('alice'), await begun('bob')];
    const { headers } = legacyCall('x', {}, alice);
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } };
    const started = await raw(serving.url, { headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }) });
    const session = String(started.headers['mcp-session-id']);
    const ping = (caller: object) =>
      raw(serving.url, {
        headers: { ...headers, ...caller, 'mcp-session-id': session },
        body: JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' }),
      });
    expect((await ping(alice)).status).toBe(200);
    expect((await ping(bob)).status).toBe(404);
  });
});
