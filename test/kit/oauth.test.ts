import { createSecretKey, randomBytes } from 'node:crypto';
import { exportSPKI, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AuthOptions } from '../../src/kit/oauth/auth-options.ts';
import { type Serving, serveHttp } from '../../src/kit/serve/http.ts';
import type { HttpOptions } from '../../src/kit/serve/http-options.ts';
import { Fault } from '../../src/model/fault.ts';
import { type Answered, legacyCall, modernCall, raw, serveFixture, told } from './http-requests.ts';
import { AUDIENCE, createIssuer, ISSUER, type TokenParts, tokenOf } from './issuer.ts';
import { tinyServed } from './tiny-served.ts';

const METADATA = 'https://erp.example/.well-known/oauth-protected-resource/mcp';
const open: Serving[] = [];
const texts: string[] = [];
let issuer: Awaited<ReturnType<typeof createIssuer>>;
beforeAll(async () => {
  issuer = await createIssuer();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function start(auth: Partial<AuthOptions> = {}, options: HttpOptions = {}) {
  const tiny = tinyServed();
  const settings = { issuer: ISSUER, jwks: issuer.jwks, ...auth };
  const log = (line: string) => void texts.push(line);
  const serving = await serveHttp(tiny, { auth: settings, publicUrl: AUDIENCE, signals: false, graceMs: 100, log, ...options });
  open.push(serving);
  return { tiny, url: serving.url };
}

async function call(url: string, token: string, tool = 'whoami', over: Record<string, string> = {}): Promise<Answered> {
  const answer = await raw(url, legacyCall(tool, {}, { authorization: `Bearer ${token}`, ...over }));
  texts.push(answer.text, JSON.stringify(answer.headers));
  return answer;
}

describe('a good token', () => {
  it('makes the caller: subject, client and scopes, in both eras', async () => {
    const { url } = await start();
    const token = await issuer.token({ claims: { scope: 'orders:read  orders:write' } });
    for (const request of [legacyCall, modernCall])
      expect(told(await raw(url, request('cancel_order', {}, { authorization: `Bearer ${token}` })))).toMatchObject({
        principal: 'alice',
        agent: 'desk',
        scopes: ['orders:read', 'orders:write'],
      });
  });

  it.each<[string, TokenParts, object]>([
    ['azp, where there is no client_id', { without: ['client_id'], claims: { azp: 'portal' } }, { agent: 'portal' }],
    ['no client at all', { without: ['client_id'] }, { agent: null }],
    ['a client that is no text', { claims: { client_id: 7 } }, { agent: null }],
    ['scp as a list', { claims: { scp: ['orders:read', 'orders:write'] } }, { scopes: ['orders:read', 'orders:write'] }],
    ['scp as a text', { claims: { scp: 'orders:read orders:write' } }, { scopes: ['orders:read', 'orders:write'] }],
    ['no scope', {}, { scopes: [] }],
    ['several audiences', { claims: { aud: ['https://other.example', AUDIENCE] } }, {}],
    ['the type JWT', { header: { typ: 'JWT' } }, {}],
    ['the type application/at+jwt', { header: { typ: 'application/at+jwt' } }, {}],
    ['an expiry within the clock tolerance', { expiresIn: -2 }, {}],
    ['a subject of other letters', { claims: { sub: 'Zoë Müller' } }, { principal: 'Zoë Müller' }],
  ])('may have %s', async (_, parts, expected) => {
    const { url } = await start();
    const answer = await call(url, await issuer.token(parts));
    expect(answer.status).toBe(200);
    expect(told(answer)).toMatchObject(expected);
  });

  it('may be signed with any of several keys when it names none', async () => {
    const other = await createIssuer('ES256', 'k2');
    const { kid: _, ...one } = issuer.jwk;
    const { kid: __, ...two } = other.jwk;
    const { url } = await start({ jwks: { keys: [one, two] } });
    const parts = { header: { kid: undefined } as never };
    expect((await call(url, await issuer.token(parts))).status).toBe(200);
    expect((await call(url, await other.token(parts))).status).toBe(200);
    expect((await call(url, await (await createIssuer()).token(parts))).status).toBe(401);
  });

  it.each(['RS256', 'PS256', 'ES384', 'EdDSA'])('may be signed with %s', async (alg) => {
    const other = await createIssuer(alg);
    const { url } = await start({ jwks: other.jwks });
    expect((await call(url, await other.token())).status).toBe(200);
  });

  it('may be checked with one key, or with a shared secret that was given on purpose', async () => {
    expect((await call((await start({ jwks: issuer.publicKey })).url, await issuer.token())).status).toBe(200);
    const secret = randomBytes(32);
    const token = await tokenOf({}, { alg: 'HS256' }, secret);
    for (const jwks of [new Uint8Array(secret), createSecretKey(secret)])
      expect((await call((await start({ jwks })).url, token)).status).toBe(200);
  });
});

describe('a bad token', () => {
  it.each<[string, (parts: typeof issuer) => Promise<string> | string, string]>([
    ['expired', (by) => by.token({ expiresIn: -6 }), 'expired'],
    ['without expiry', (by) => by.token({ without: ['exp'] }), 'no exp'],
    ['with an expiry that is no number', (by) => by.token({ claims: { exp: 'never' as never } }), 'exp'],
    ['not valid yet', (by) => by.token({ claims: { nbf: Math.floor(Date.now() / 1000) + 60 } }), 'nbf'],
    ['for another audience', (by) => by.token({ claims: { aud: 'https://other.example/mcp' } }), 'aud'],
    ['for an audience that only begins like ours', (by) => by.token({ claims: { aud: `${AUDIENCE}/other` } }), 'aud'],
    ['without audience', (by) => by.token({ without: ['aud'] }), 'no aud'],
    ['of another issuer', (by) => by.token({ claims: { iss: 'https://login.evil.example' } }), 'iss'],
    ['of an issuer with a slash more', (by) => by.token({ claims: { iss: `${ISSUER}/` } }), 'iss'],
    ['without issuer', (by) => by.token({ without: ['iss'] }), 'no iss'],
    ['without subject', (by) => by.token({ without: ['sub'] }), 'no sub'],
    ['with an empty subject', (by) => by.token({ claims: { sub: '' } }), 'subject'],
    ['with a subject of control characters', (by) => by.token({ claims: { sub: 'alice\u0000\n' } }), 'subject'],
    ['with a subject with a space at its end', (by) => by.token({ claims: { sub: 'alice ' } }), 'subject'],
    ['that claims to be the person at this machine', (by) => by.token({ claims: { sub: 'local' } }), 'subject'],
    ['that is an id token by its type', (by) => by.token({ header: { typ: 'id+jwt' } }), 'no access token'],
    ['that is an id token by its claims', (by) => by.token({ claims: { at_hash: 'x' } }), 'no access token'],
    ['that is an id token by its use', (by) => by.token({ claims: { token_use: 'id' } }), 'no access token'],
    ['that is a refresh token', (by) => by.token({ claims: { typ: 'Refresh' } }), 'no access token'],
    ['signed by somebody else with our key id', async () => (await createIssuer()).token(), 'signature'],
    ['signed with a key that is not published', async () => (await createIssuer('ES256', 'k9')).token(), 'does not publish'],
    ['of another algorithm than its key', async () => (await createIssuer('RS256')).token(), 'does not publish'],
    ['unsigned', () => new UnsecuredJWT({ iss: ISSUER, aud: AUDIENCE, sub: 'alice', exp: 9e9 }).encode(), 'alg'],
    [
      'signed with our public key as if it were a secret',
      async (by) => tokenOf({}, { alg: 'HS256', kid: 'k1' }, new TextEncoder().encode(await exportSPKI(by.publicKey))),
      'alg',
    ],
    ['whose payload was changed', async (by) => changed(await by.token()), 'signature'],
    ['that is none', () => 'not-a-token', 'malformed'],
    ['of five parts', () => 'a.b.c.d.e', 'malformed'],
  ])('%s gets 401 and is told why', async (_, make, why) => {
    const { url, tiny } = await start();
    const token = await make(issuer);
    const answer = await call(url, token);
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toMatch(
      /^Bearer error="invalid_token", error_description="[^"]+", scope="orders:read orders:write"/,
    );
    expect(answer.headers['www-authenticate']).toContain(`resource_metadata="${METADATA}"`);
    expect(answer.json).toMatchObject({ jsonrpc: '2.0', id: null, error: { message: expect.stringContaining(why) } });
    expect(tiny.callers).toEqual([]);
    for (const part of token.split('.').filter((each) => each.length > 5)) expect(texts.join('\n')).not.toContain(part);
  });

  it('of an algorithm that the options leave out gets 401', async () => {
    const { url } = await start({ algorithms: ['RS256'] });
    expect((await call(url, await issuer.token())).json.error.message).toContain('alg');
  });
});

describe('a request without a token that counts', () => {
  it.each<[string, (token: string) => { headers?: string[]; query?: string }, string, string | null]>([
    ['none', () => ({}), 'is needed', null],
    ['one in the query string', (token) => ({ query: `?access_token=${token}` }), 'query string', 'invalid_request'],
    ['one in the query string by another name', (token) => ({ query: `?x=${token}` }), 'query string', 'invalid_request'],
    ['one in the query string with an encoded name', (token) => ({ query: `?access%5Ftoken=${token}` }), 'query string', 'invalid_request'],
    [
      'a good one in the header and one in the query string',
      (token) => ({ headers: ['authorization', `Bearer ${token}`], query: `?access_token=${token}` }),
      'query string',
      'invalid_request',
    ],
    [
      'two headers',
      (token) => ({ headers: ['authorization', `Bearer ${token}`, 'authorization', `Bearer ${token}`] }),
      'several',
      'invalid_request',
    ],
    ['two in one header', (token) => ({ headers: ['authorization', `Bearer ${token}, Bearer ${token}`] }), 'malformed', 'invalid_token'],
    ['Basic', () => ({ headers: ['authorization', 'Basic YWxpY2U6c2VjcmV0'] }), 'bearer token', 'invalid_request'],
    ['only the scheme', () => ({ headers: ['authorization', 'Bearer'] }), 'malformed', 'invalid_token'],
    ['the scheme of another name', (token) => ({ headers: ['authorization', `Bearerx ${token}`] }), 'bearer token', 'invalid_request'],
  ])('but %s gets 401, and no part of it comes back', async (_, make, why, error) => {
    const { url, tiny } = await start();
    const token = await issuer.token();
    const { headers = [], query = '' } = make(token);
    const { headers: usual, body } = legacyCall('whoami');
    const all = [...Object.entries(usual).flat(), 'host', 'localhost', 'content-length', String(body.length), ...headers];
    const answer = await raw(url + query, { headers: all, body });
    texts.push(answer.text, JSON.stringify(answer.headers));
    expect(answer.status).toBe(401);
    expect(answer.json.error.message).toContain(why);
    const challenge = String(answer.headers['www-authenticate']);
    if (error) expect(challenge).toContain(`error="${error}"`);
    else expect(challenge).toBe(`Bearer scope="orders:read orders:write", resource_metadata="${METADATA}"`);
    expect(tiny.callers).toEqual([]);
    for (const part of [...token.split('.'), 'YWxpY2U6c2VjcmV0']) expect(texts.join('\n')).not.toContain(part);
  });

  it('gets 401 whatever its method and body are', async () => {
    const { url } = await start();
    for (const method of ['GET', 'DELETE', 'OPTIONS', 'POST']) expect((await raw(url, { method })).status).toBe(401);
    expect((await raw(url, { body: 'x'.repeat(3_000_000) })).status).toBe(401);
  });
});

describe('scopes', () => {
  it('that are missing are asked for with 403, all that the operation needs in one challenge', async () => {
    const { url } = await start({ requiredScopes: ['mcp'] });
    const answer = await call(url, await issuer.token({ claims: { scope: 'mcp orders:read' } }), 'cancel_order');
    expect(answer.status).toBe(403);
    expect(answer.headers['www-authenticate']).toMatch(
      /^Bearer error="insufficient_scope", error_description="[^"]*orders:write", scope="mcp orders:read orders:write", resource_metadata="/,
    );
    expect(answer.json).toMatchObject({ jsonrpc: '2.0', id: 1, error: { message: expect.stringContaining('orders:write') } });
    expect((await call(url, await issuer.token({ claims: { scope: 'mcp orders:read' } }), 'find_order')).status).toBe(200);
  });

  it('that every request needs are needed for what needs no other', async () => {
    const { url } = await start({ requiredScopes: ['mcp'] });
    expect((await call(url, await issuer.token({ claims: { scope: 'orders:read' } }))).status).toBe(403);
    const none = await raw(url, legacyCall('whoami'));
    expect(none.headers['www-authenticate']).toContain('scope="mcp"');
  });

  it('are needed for each message of a batch', async () => {
    const { url, tiny } = await start();
    const one = JSON.parse(legacyCall('find_order').body);
    const two = { ...one, id: 2, params: { name: 'cancel_order', arguments: {} } };
    const authorization = `Bearer ${await issuer.token({ claims: { scope: 'orders:read' } })}`;
    const { headers } = legacyCall('find_order', {}, { authorization });
    const answer = await raw(url, { headers, body: JSON.stringify([one, two]) });
    expect(answer.status).toBe(403);
    expect(tiny.callers).toEqual([]);
  });
});

describe('the metadata', () => {
  it('is found at the well-known places, with and without path', async () => {
    const { url } = await start({ authorizationServers: ['https://login.example', 'https://other.example'], requiredScopes: ['mcp'] });
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
      const answer = await raw(new URL(path, url).href, { method: 'GET' });
      expect(answer.status).toBe(200);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(answer.json).toEqual({
        resource: AUDIENCE,
        authorization_servers: ['https://login.example', 'https://other.example'],
        bearer_methods_supported: ['header'],
        resource_name: 'tiny',
        scopes_supported: ['mcp', 'orders:read', 'orders:write'],
      });
      expect((await raw(new URL(path, url).href, { method: 'POST' })).status).toBe(405);
      expect((await raw(new URL(path, url).href, { method: 'OPTIONS' })).status).toBe(204);
    }
  });

  it('is also at the path by which a proxy is known, and names the URL of the endpoint where nothing is said', async () => {
    const behind = await start({}, { publicUrl: 'https://erp.example/adapters/orders/mcp' });
    const path = '/.well-known/oauth-protected-resource/adapters/orders/mcp';
    expect((await raw(new URL(path, behind.url).href, { method: 'GET' })).json.resource).toBe('https://erp.example/adapters/orders/mcp');
    const tiny = tinyServed();
    const plain = await serveHttp(tiny, { auth: { issuer: ISSUER, jwks: issuer.jwks }, signals: false, log: () => {} });
    open.push(plain);
    const metadata = await raw(new URL('/.well-known/oauth-protected-resource', plain.url).href, { method: 'GET' });
    expect(metadata.json).toMatchObject({ resource: plain.url, authorization_servers: [ISSUER] });
    expect((await call(plain.url, await issuer.token({ claims: { aud: plain.url } }))).status).toBe(200);
    expect((await call(plain.url, await issuer.token())).status).toBe(401);
  });

  it('is nowhere without auth', async () => {
    const serving = await serveHttp(tinyServed(), { signals: false, log: () => {} });
    open.push(serving);
    const answer = await raw(new URL('/.well-known/oauth-protected-resource', serving.url).href, { method: 'GET' });
    expect(answer.status).toBe(404);
  });
});

describe('keys at a URL', () => {
  it('are read once, and again when a token is signed with a new one', async () => {
    const keys = [issuer.jwk];
    let reads = 0;
    await using server = await serveFixture((_, response) => {
      reads++;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }));
    });
    const { url } = await start({ jwks: `${server.origin}/keys`, keyServer: { cooldownMs: 0 } });
    const token = await issuer.token();
    await Promise.all([call(url, token), call(url, token)]);
    expect((await call(url, token)).status).toBe(200);
    expect(reads).toBe(1);
    const next = await createIssuer('ES256', 'k2');
    keys.push(next.jwk);
    expect((await call(url, await next.token())).status).toBe(200);
    expect(reads).toBe(2);
    keys.shift();
    expect((await call(url, await (await createIssuer('ES256', 'k3')).token())).status).toBe(401);
    expect((await call(url, token)).status).toBe(401);
  });

  it('are not read again at once for every unknown key', async () => {
    let reads = 0;
    await using server = await serveFixture((_, response) => {
      reads++;
      response.end(JSON.stringify(issuer.jwks));
    });
    const { url } = await start({ jwks: new URL(`${server.origin}/keys`) });
    const stranger = await createIssuer('ES256', 'k9');
    for (let n = 0; n < 5; n++) expect((await call(url, await stranger.token())).status).toBe(401);
    expect(reads).toBe(1);
  });

  it.each<[string, (response: import('node:http').ServerResponse) => void]>([
    ['answer with 500', (response) => response.writeHead(500).end()],
    ['are no JSON', (response) => response.end('<html>')],
    ['are no set of keys', (response) => response.end('{"keys": 7}')],
    ['redirect elsewhere', (response) => response.writeHead(302, { location: 'https://evil.example/keys' }).end()],
    ['never come', () => {}],
    ['break off', (response) => response.socket?.destroy()],
    ['are endless', (response) => response.end(`{"keys": [], "more": "${'x'.repeat(1_000_000)}"}`)],
  ])('that %s make 503 with Retry-After, and work again later', async (_, answer) => {
    let broken = true;
    await using server = await serveFixture((_, response) => {
      if (broken) answer(response);
      else response.end(JSON.stringify(issuer.jwks));
    });
    const { url } = await start({ jwks: `${server.origin}/keys`, keyServer: { timeoutMs: 300, retryMs: 0 } });
    const token = await issuer.token();
    const refused = await call(url, token);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['www-authenticate']).toBeUndefined();
    expect(refused.json.error.message).toContain('try again later');
    broken = false;
    expect((await call(url, token)).status).toBe(200);
  });

  it('make 503 when nothing listens there, and a server in trouble is not asked at every request', async () => {
    let reads = 0;
    const server = await serveFixture((_, response) => {
      reads++;
      response.writeHead(500).end();
    });
    const { url } = await start({ jwks: `${server.origin}/keys?key=secret-in-query`, keyServer: { retryMs: 60_000 } });
    for (let n = 0; n < 5; n++) expect((await call(url, await issuer.token())).status).toBe(503);
    expect(reads).toBe(1);
    await server.close();
    const { url: other } = await start({ jwks: `${server.origin}/keys` });
    expect((await call(other, await issuer.token())).status).toBe(503);
    expect(texts.join('\n')).not.toContain('secret-in-query');
  });

  it('are used on while they are fresh, although the server is gone and tokens of unknown keys come', async () => {
    const server = await serveFixture((_, response) => response.end(JSON.stringify(issuer.jwks)));
    const { url } = await start({ jwks: `${server.origin}/keys`, keyServer: { cooldownMs: 0 } });
    expect((await call(url, await issuer.token())).status).toBe(200);
    await server.close();
    expect((await call(url, await (await createIssuer('ES256', 'k9')).token())).status).toBe(503);
    expect((await call(url, await issuer.token())).status).toBe(200);
  });
});

describe('a stream', () => {
  it('of notifications ends when the token does that opened it', async () => {
    const { url } = await start({ clockToleranceSeconds: 0 });
    const token = await issuer.token({ expiresIn: 2 });
    const { headers, body } = modernCall('whoami', {}, { authorization: `Bearer ${token}` });
    const message = { ...JSON.parse(body), method: 'subscriptions/listen' };
    message.params = { _meta: message.params._meta, notifications: { toolsListChanged: true } };
    const listening = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'mcp-method': 'subscriptions/listen' },
      body: JSON.stringify(message),
    });
    expect(listening.status).toBe(200);
    await expect(listening.text()).rejects.toThrow();
  });
});

describe('options that would let in whom they should not', () => {
  it.each<[string, Partial<AuthOptions>]>([
    ['none', { algorithms: ['none'] }],
    ['HS256 with public keys', { algorithms: ['HS256'] }],
    ['HS256 among others with public keys', { algorithms: ['RS256', 'HS256'] }],
    ['RS256 with a secret', { jwks: new Uint8Array(32), algorithms: ['RS256'] }],
    ['no algorithm', { algorithms: [] }],
    ['a short secret', { jwks: new Uint8Array(16) }],
    ['an issuer without TLS', { issuer: 'http://login.example' }],
    ['keys without TLS', { jwks: 'http://login.example/keys' }],
    ['keys from a file', { jwks: 'file:///etc/keys' }],
    ['no keys', { jwks: { keys: [] } }],
    ['what is no set of keys', { jwks: { keys: ['x'] } as never }],
    ['a private key in a set', { jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'd' }] } }],
    ['a shared secret in a set', { jwks: { keys: [{ kty: 'oct', k: 'x' }] } }],
    ['a short secret as a key object', { jwks: createSecretKey(randomBytes(16)) }],
    ['a long clock tolerance', { clockToleranceSeconds: 6 }],
    ['a clock tolerance that is no number', { clockToleranceSeconds: Number.NaN }],
    ['an empty audience', { audience: '' }],
    ['no audience', { audience: [] }],
    ['a login without TLS', { authorizationServers: ['http://login.example'] }],
  ])('%s are refused at start', async (_, auth) => {
    await expect(start(auth)).rejects.toBeInstanceOf(Fault);
  });

  it('a private key is refused at start', async () => {
    await expect(start({ jwks: issuer.privateKey })).rejects.toThrow('private key');
  });
});

afterAll(() => {
  // Whatever was answered and logged in all of these tests.
  expect(texts.join('\n')).not.toMatch(/eyJ/);
});

function changed(token: string): string {
  const [header, payload = '', signature] = token.split('.');
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: 'mallory' };
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}
