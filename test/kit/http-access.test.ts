import { UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Serving, serveHttp } from '../../src/kit/serve/http.ts';
import { legacyCall, modernCall, raw, told } from './http-requests.ts';
import { AUDIENCE, createIssuer, ISSUER, tokenOf } from './issuer.ts';
import { type TinyServed, tinyServed } from './tiny-served.ts';

// What each part of a request is good for, written by hand. Host counts before Origin, Origin before the token, the token before its scopes.
const HOSTS = { localhost: true, '127.0.0.1:4711': true, 'erp.example': true, 'evil.example': false, 'erp.example.evil.example': false };
const ORIGINS = {
  none: true,
  'http://localhost:6274': true,
  'https://app.example': true,
  'https://erp.example': true,
  'https://evil.example': false,
  'https://app.example.evil.example': false,
  null: false,
};
const TOKENS = {
  good: true,
  none: false,
  expired: false,
  'for another audience': false,
  'of another issuer': false,
  'of another key': false,
  'of another algorithm': false,
  unsigned: false,
  'in the query string': false,
};
/** Scopes of the token → the tools that may be called with them. */
const SCOPES: Record<string, string[]> = {
  '': ['whoami'],
  'orders:read': ['whoami', 'find_order'],
  'orders:read orders:write': ['whoami', 'find_order', 'cancel_order'],
  // Neither contains the other.
  'orders:write': ['whoami'],
  'orders:readx orders': ['whoami'],
};
const TOOLS = ['whoami', 'find_order', 'cancel_order'];

const rows = Object.entries(HOSTS).flatMap(([host, knownHost]) =>
  Object.entries(ORIGINS).flatMap(([origin, knownOrigin]) =>
    Object.entries(TOKENS).flatMap(([token, valid]) =>
      Object.entries(SCOPES).flatMap(([scope, tools]) =>
        TOOLS.map((tool) => {
          const status = !knownHost || !knownOrigin ? 403 : !valid ? 401 : !tools.includes(tool) ? 403 : 200;
          const by = status === 200 ? null : !knownHost ? 'Host' : !knownOrigin ? 'Origin' : !valid ? 'token' : 'scope';
          return { host, origin, token, scope, tool, status, by };
        }),
      ),
    ),
  ),
);

let tiny: TinyServed;
let serving: Serving;
const tokens = new Map<string, string>();

beforeAll(async () => {
  const issuer = await createIssuer();
  const stranger = await createIssuer();
  tiny = tinyServed();
  serving = await serveHttp(tiny, {
    auth: { issuer: ISSUER, jwks: issuer.jwks },
    publicUrl: AUDIENCE,
    allowedOrigins: ['https://app.example'],
    signals: false,
    log: () => {},
  });
  for (const scope of Object.keys(SCOPES)) {
    const claims = { scope };
    const payload = { ...claims, iss: ISSUER, aud: AUDIENCE, sub: 'alice', exp: 9e9 };
    const made: Record<keyof typeof TOKENS, string> = {
      good: await issuer.token({ claims }),
      none: '',
      expired: await issuer.token({ claims, expiresIn: -60 }),
      'for another audience': await issuer.token({ claims: { ...claims, aud: 'https://other.example' } }),
      'of another issuer': await issuer.token({ claims: { ...claims, iss: 'https://login.evil.example' } }),
      'of another key': await stranger.token({ claims }),
      'of another algorithm': await tokenOf({ claims }, { alg: 'HS256', kid: 'k1' }, new TextEncoder().encode('x'.repeat(32))),
      unsigned: new UnsecuredJWT(payload).encode(),
      'in the query string': await issuer.token({ claims }),
    };
    for (const [token, text] of Object.entries(made)) tokens.set(`${token} ${scope}`, text);
  }
});
afterAll(() => serving.close());

it.each([
  ['legacy', legacyCall],
  ['modern', modernCall],
] as const)('each combination of host, origin, token, scope and tool is served or refused as the table says (%s)', async (_, call) => {
  expect(rows.length).toBe(5 * 7 * 9 * 5 * 3);
  for (const row of rows) {
    const { host, origin, token, scope, tool, status, by } = row;
    const text = tokens.get(`${token} ${scope}`);
    const inQuery = token === 'in the query string';
    const headers = {
      host,
      ...(origin === 'none' ? {} : { origin }),
      ...(text && !inQuery ? { authorization: `Bearer ${text}` } : {}),
    };
    const before = tiny.callers.length;
    const answer = await raw(serving.url + (inQuery ? `?access_token=${text}` : ''), call(tool, {}, headers));
    const { 'www-authenticate': challenge = '' } = answer.headers;
    const refusedBy =
      answer.status === 200
        ? null
        : (/^(Host|Origin) /.exec(answer.json.error.message)?.[1] ??
          (challenge.includes('insufficient_scope') ? 'scope' : challenge && 'token'));
    expect({ ...row, status: answer.status, by: refusedBy }).toEqual(row);
    // Nobody got as far as the adapter who should not have.
    expect(tiny.callers.length - before).toBe(status === 200 ? 1 : 0);
    if (status === 200) expect(told(answer)).toMatchObject({ tool, principal: 'alice' });
    expect(by === null).toBe(status === 200);
  }
});
