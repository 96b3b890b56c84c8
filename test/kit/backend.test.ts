import { afterEach, describe, expect, it } from 'vitest';
import { type BackendRequest, createBackend } from '../../src/kit/backend/backend.ts';
import { subjectHeader } from '../../src/kit/backend/subject-header.ts';
import { targetUrl } from '../../src/kit/backend/target-url.ts';
import { tokenExchange } from '../../src/kit/backend/token-exchange.ts';
import type { Caller } from '../../src/kit/caller.ts';
import { keepToken } from '../../src/kit/oauth/caller-token.ts';
import { createResourceServer } from '../../src/kit/oauth/resource-server.ts';
import { serveHttp } from '../../src/kit/serve/http.ts';
import { ToolError } from '../../src/kit/tool-error.ts';
import { traceOf } from '../../src/kit/trace.ts';
import { Fault } from '../../src/model/fault.ts';
import { member } from '../../src/model/json.ts';
import { legacyCall, raw, serveFixture, told } from './http-requests.ts';
import { AUDIENCE, createIssuer, ISSUER } from './issuer.ts';
import { tinyServed } from './tiny-served.ts';

type Fixture = Awaited<ReturnType<typeof serveFixture>>;
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

/** A caller who came with this token. */
function callerWith(token: string, principal = 'alice'): Caller {
  const caller: Caller = { principal, agent: null, scopes: new Set() };
  keepToken(caller, token);
  return caller;
}

async function fixture(answer: Parameters<typeof serveFixture>[0]): Promise<Fixture> {
  const server = await serveFixture(answer);
  open.push(server);
  return server;
}

interface Received {
  url: string | undefined;
  method: string | undefined;
  headers: Record<string, unknown>;
  body: string;
}

/** A system behind that keeps what it was sent; `answer` may say something else than the request. */
async function systemBehind(answer?: Parameters<typeof serveFixture>[0]): Promise<{ origin: string; received: Received[] }> {
  const received: Received[] = [];
  const { origin } = await fixture((request, response, body) => {
    const { url, method, headers } = request;
    received.push({ url, method, headers, body });
    if (answer) answer(request, response, body);
    else response.setHeader('content-type', 'application/json').end(JSON.stringify({ url, authorization: headers.authorization }));
  });
  return { origin, received };
}

/** An authorization server that gives `for-<subject token>-<n>`. */
async function tokenServer(over: (form: URLSearchParams, n: number) => object | number = () => ({})) {
  const asked: { form: URLSearchParams; authorization: string | undefined }[] = [];
  const { origin } = await fixture((request, response, body) => {
    const form = new URLSearchParams(body);
    asked.push({ form, authorization: request.headers.authorization });
    const answer = over(form, asked.length);
    if (typeof answer === 'number') return void response.writeHead(answer).end('{"error":"invalid_grant","error_description":"secret"}');
    response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        access_token: `for-${form.get('subject_token')}-${asked.length}`,
        issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        token_type: 'Bearer',
        expires_in: 300,
        ...answer,
      }),
    );
  });
  return { tokenEndpoint: `${origin}/token`, asked };
}

const CLIENT = { clientId: 'adapter', clientSecret: 'p:ä +s' };

async function failure(work: Promise<unknown>): Promise<ToolError> {
  const error = await work.catch((thrown: unknown) => thrown);
  if (error instanceof ToolError) return error;
  throw new Error('expected a ToolError', { cause: error });
}

describe('a token exchange', () => {
  it('shows the system behind a token of its own, which the authorization server gave for the caller', async () => {
    const { tokenEndpoint, asked } = await tokenServer();
    const { origin, received } = await systemBehind();
    const credential = tokenExchange({ tokenEndpoint, ...CLIENT, audience: 'https://erp.internal', scope: 'orders' });
    const backend = createBackend({ baseUrl: `${origin}/api`, credential });
    const answer = await backend.fetch(callerWith('alice-token'), '/orders/7?full=1', { headers: { Authorization: 'Bearer mine' } });
    expect(await answer.json()).toEqual({ url: '/api/orders/7?full=1', authorization: 'Bearer for-alice-token-1' });
    expect(Object.fromEntries(asked[0]?.form ?? [])).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: 'alice-token',
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      audience: 'https://erp.internal',
      scope: 'orders',
    });
    // RFC 6749, 2.3.1: both are form-encoded before they are put together.
    expect(asked[0]?.authorization).toBe(`Basic ${Buffer.from('adapter:p%3A%C3%A4+%2Bs').toString('base64')}`);
    expect(JSON.stringify(received)).not.toContain('"Bearer alice-token');
  });

  it('is made once a caller, however many ask at once, and again shortly before it ends', async () => {
    const { tokenEndpoint, asked } = await tokenServer((form) => (form.get('subject_token') === 'short' ? { expires_in: 30 } : {}));
    const { origin } = await systemBehind();
    const backend = createBackend({ baseUrl: origin, credential: tokenExchange({ tokenEndpoint, ...CLIENT }) });
    const get = async (token: string) => member(await (await backend.fetch(callerWith(token), '/')).json(), 'authorization');
    expect(await Promise.all(['a', 'a', 'b', 'a'].map(get))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Bearer for-a-/), expect.stringMatching(/^Bearer for-b-/)]),
    );
    await get('a');
    expect(asked).toHaveLength(2);
    expect([await get('short'), await get('short')]).toEqual(['Bearer for-short-3', 'Bearer for-short-4']);
  });

  it('is made again, once, when the system behind does not accept the kept token any more', async () => {
    const { tokenEndpoint, asked } = await tokenServer();
    let refuse = '';
    const { origin, received } = await systemBehind(({ headers }, response) => {
      response.writeHead(headers.authorization?.endsWith(refuse) ? 401 : 200).end();
    });
    refuse = '-never';
    const backend = createBackend({ baseUrl: origin, credential: tokenExchange({ tokenEndpoint, ...CLIENT }) });
    const caller = callerWith('a');
    expect((await backend.fetch(caller, '/')).status).toBe(200);
    refuse = '-1';
    expect((await backend.fetch(caller, '/', { method: 'POST', body: 'x' })).status).toBe(200);
    expect(received.at(-1)).toMatchObject({ body: 'x', headers: { authorization: 'Bearer for-a-2' } });
    refuse = '';
    expect(await failure(backend.fetch(caller, '/'))).toMatchObject({ code: 'backend_refused', retryable: false, data: { status: 401 } });
    expect(asked).toHaveLength(3);
  });

  it.each<[string, object | number, string, boolean]>([
    ['is refused', 400, 'backend_refused', false],
    ['is not for us to ask', 401, 'backend_refused', false],
    ['finds a server in trouble', 503, 'backend_failed', true],
    ['is redirected', 302, 'backend_failed', false],
    ['gives no token', { access_token: undefined }, 'backend_failed', false],
    ['gives a token that is no text', { access_token: 7 }, 'backend_failed', false],
    ['gives a token that would break the header', { access_token: 'a\r\nx: y' }, 'backend_failed', false],
    ['gives a token of another type', { token_type: 'DPoP' }, 'backend_failed', false],
    ["gives the caller's own token back", { access_token: 'secret-token' }, 'backend_failed', false],
  ])('that %s fails without a secret in any text, and is made again', async (_, over, code, retryable) => {
    const { tokenEndpoint, asked } = await tokenServer(() => over);
    const { origin, received } = await systemBehind();
    const backend = createBackend({ baseUrl: origin, credential: tokenExchange({ tokenEndpoint, ...CLIENT }) });
    for (let n = 1; n <= 2; n++) {
      const error = await failure(backend.fetch(callerWith('secret-token'), '/'));
      expect(error).toMatchObject({ code, retryable });
      expect(error.message + String(error.cause) + JSON.stringify(error.data)).not.toMatch(/secret|p:ä/);
      expect(asked).toHaveLength(n);
    }
    expect(received).toEqual([]);
  });

  it('needs a caller with a token', async () => {
    const credential = tokenExchange({ tokenEndpoint: 'https://login.example/token', ...CLIENT });
    const backend = createBackend({ baseUrl: 'https://erp.example', credential });
    const local: Caller = { principal: 'local', agent: null, scopes: null };
    expect(await failure(backend.fetch(local, '/'))).toMatchObject({ code: 'backend_refused', message: expect.stringContaining('OAuth') });
  });

  it('is made over TLS only, but on this machine', () => {
    for (const tokenEndpoint of ['http://login.example/token', 'ftp://login.example', 'https://user:pass@login.example/token', 'x'])
      expect(() => tokenExchange({ tokenEndpoint, ...CLIENT })).toThrow(Fault);
  });

  it('keeps the tokens of 1,000 callers at most', async () => {
    const { tokenEndpoint, asked } = await tokenServer();
    const credential = tokenExchange({ tokenEndpoint, ...CLIENT });
    for (let n = 0; n < 1_001; n++) await credential.headers(callerWith(`t${n}`));
    await credential.headers(callerWith('t1000'));
    expect(asked).toHaveLength(1_001);
    await credential.headers(callerWith('t0'));
    expect(asked).toHaveLength(1_002);
  });
});

describe('the token of a caller', () => {
  it('is found nowhere in the caller, and not at a copy of it', async () => {
    const issuer = await createIssuer();
    const token = await issuer.token();
    const server = createResourceServer({ issuer: ISSUER, jwks: issuer.jwks }, new URL(AUDIENCE), tinyServed(), () => {});
    const headersDistinct = { authorization: [`Bearer ${token}`] };
    const who = await server.authenticate({ url: '/mcp', headersDistinct } as never);
    if (!('caller' in who)) throw new Error('refused');
    expect(Reflect.ownKeys(who.caller)).toEqual(['principal', 'agent', 'scopes']);
    const credential = tokenExchange({ tokenEndpoint: 'https://login.example/token', ...CLIENT });
    expect(await failure(credential.headers({ ...who.caller }))).toMatchObject({ code: 'backend_refused' });
  });
});

describe('a subject header', () => {
  it("tells the system behind who asks, with the adapter's own credential", async () => {
    const { origin, received } = await systemBehind();
    const backend = createBackend({ baseUrl: origin, credential: subjectHeader({ serviceToken: async () => 'service' }) });
    await backend.fetch(callerWith('alice-token'), '/', { headers: { 'x-on-behalf-of': 'admin', authorization: 'Bearer other' } });
    expect(received[0]?.headers).toMatchObject({ authorization: 'Bearer service', 'x-on-behalf-of': 'alice' });
    expect(JSON.stringify(received)).not.toContain('alice-token');
  });

  it.each(['alice\r\nx-role: admin', ' alice', 'alice ', 'Zoë', ''])(
    'refuses the subject %j, which a header would change',
    async (principal) => {
      const credential = subjectHeader({ serviceToken: 'service' });
      expect(await failure(credential.headers({ principal, agent: null, scopes: new Set() }))).toMatchObject({ code: 'backend_refused' });
    },
  );

  it('tells the person at this machine by the name that was given for them, and only then', async () => {
    const local: Caller = { principal: 'local', agent: null, scopes: null };
    expect(await failure(subjectHeader({ serviceToken: 's' }).headers(local))).toMatchObject({ code: 'backend_refused' });
    const credential = subjectHeader({ serviceToken: 's', header: 'X-User', local: 'dev' });
    expect(await credential.headers(local)).toEqual({ authorization: 'Bearer s', 'X-User': 'dev' });
    expect(await credential.headers(callerWith('t', 'alice'))).toMatchObject({ 'X-User': 'alice' });
  });

  it.each(['Authorization', 'a b', 'a:b', ''])('cannot be called %j', (header) => {
    expect(() => subjectHeader({ header, serviceToken: 's' })).toThrow(Fault);
  });
});

describe('two users', () => {
  const SECRETS: Record<string, string> = { alice: 'order of alice', bob: 'order of bob' };

  it.each(['exchange', 'subject'])('see what is theirs, and their tokens stay with the adapter (%s)', async (kind) => {
    const issuer = await createIssuer();
    const subjects = new Map<string, string>();
    const { tokenEndpoint } = await tokenServer((form) => {
      const token = form.get('subject_token') ?? '';
      const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
      subjects.set(`backend-token-of-${sub}`, sub);
      return { access_token: `backend-token-of-${sub}` };
    });
    const { origin, received } = await systemBehind(({ headers }, response) => {
      const bearer = headers.authorization?.replace('Bearer ', '') ?? '';
      const user = kind === 'exchange' ? subjects.get(bearer) : bearer === 'service' && String(headers['x-on-behalf-of']);
      response.writeHead(user ? 200 : 401).end(user ? SECRETS[user] : '');
    });
    const credential = kind === 'exchange' ? tokenExchange({ tokenEndpoint, ...CLIENT }) : subjectHeader({ serviceToken: 'service' });
    const backend = createBackend({ baseUrl: origin, credential });
    const tiny = tinyServed();
    const plain = tiny.connect;
    tiny.connect = (callerOf) => {
      const connected = plain(callerOf);
      connected.server.setRequestHandler('tools/call', async (_, { http }) => ({
        content: [{ type: 'text', text: JSON.stringify(await (await backend.fetch(callerOf(http?.authInfo), '/orders')).text()) }],
      }));
      return connected;
    };
    const serving = await serveHttp(tiny, {
      auth: { issuer: ISSUER, jwks: issuer.jwks },
      publicUrl: AUDIENCE,
      signals: false,
      log: () => {},
    });
    open.push(serving);
    const asUser = async (sub: string) => {
      const token = await issuer.token({ claims: { sub } });
      return { token, answer: told(await raw(serving.url, legacyCall('whoami', {}, { authorization: `Bearer ${token}` }))) };
    };
    const users = await Promise.all(['alice', 'bob', 'alice', 'bob'].map(asUser));
    expect(users.map(({ answer }) => answer)).toEqual(['order of alice', 'order of bob', 'order of alice', 'order of bob']);
    for (const { token } of users) expect(JSON.stringify(received)).not.toContain(token);
  });
});

describe('a request', () => {
  const service = subjectHeader({ serviceToken: 'service' });
  const caller = callerWith('t');
  const fetchWith = async (answer: Parameters<typeof serveFixture>[0], request: BackendRequest = {}, maxBodyBytes = 1_000) => {
    const { origin } = await systemBehind(answer);
    return createBackend({ baseUrl: origin, credential: service, maxBodyBytes }).fetch(caller, '/x', request);
  };

  it.each([200, 201, 204, 302, 304, 404, 409, 422])('is given the status %i, as redirects are not followed', async (status) => {
    const answer = await fetchWith((_, response) => response.writeHead(status, { location: 'https://evil.example/' }).end());
    expect([answer.status, await answer.text()]).toEqual([status, '']);
  });

  it.each<[number, string, string, boolean]>([
    [401, 'GET', 'backend_refused', false],
    [403, 'POST', 'backend_refused', false],
    [429, 'POST', 'backend_failed', true],
    [500, 'GET', 'backend_failed', false],
    [500, 'POST', 'outcome_unknown', false],
    [501, 'POST', 'backend_failed', false],
    [503, 'POST', 'backend_failed', true],
    [504, 'GET', 'backend_failed', true],
    [502, 'POST', 'outcome_unknown', false],
    [504, 'PUT', 'outcome_unknown', false],
  ])('that is answered with %i to %s fails with %s', async (status, method, code, retryable) => {
    const error = await failure(fetchWith((_, response) => response.writeHead(status).end('password=hunter2'), { method }));
    expect(error).toMatchObject({ code, retryable });
    expect(error.message).not.toContain('hunter2');
  });

  it.each<[string, BackendRequest, string, boolean]>([
    ['GET', {}, 'backend_timeout', true],
    ['POST', { method: 'POST', body: 'x' }, 'outcome_unknown', false],
    ['POST that changes nothing', { method: 'POST', body: 'x', safe: true }, 'backend_timeout', true],
  ])('that is not answered in time fails: %s', async (_, request, code, retryable) => {
    expect(await failure(fetchWith(() => {}, { ...request, timeoutMs: 100 }))).toMatchObject({ code, retryable });
    const dribble: Parameters<typeof serveFixture>[0] = (_, response) => void response.write('a');
    expect(await failure(fetchWith(dribble, { ...request, timeoutMs: 100 }))).toMatchObject({ code, retryable });
  });

  it.each<[string, string, boolean]>([
    ['GET', 'backend_unreachable', true],
    ['DELETE', 'outcome_unknown', false],
  ])('whose connection breaks off fails: %s', async (method, code, retryable) => {
    const error = await failure(fetchWith((_, response) => response.socket?.destroy(), { method }));
    expect(error).toMatchObject({ code, retryable });
  });

  it.each(['GET', 'POST'])('to where nothing listens was never sent, so it may be sent again: %s', async (method) => {
    const server = await serveFixture(() => {});
    await server.close();
    const backend = createBackend({ baseUrl: server.origin, credential: service });
    const error = await failure(backend.fetch(caller, '/', { method }));
    expect(error).toMatchObject({ code: 'backend_unreachable', retryable: true });
    expect(error.message).not.toContain('127.0.0.1');
  });

  it('that is cancelled ends with the reason of that', async () => {
    const cancel = new AbortController();
    const reason = new Error('the client left');
    await expect(fetchWith(() => cancel.abort(reason), { signal: cancel.signal })).rejects.toBe(reason);
    await expect(fetchWith(() => {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('is not given more than the limit of an answer', async () => {
    expect(await (await fetchWith((_, response) => response.end('x'.repeat(1_000)))).text()).toHaveLength(1_000);
    const error = await failure(fetchWith((_, response) => response.end('x'.repeat(1_001))));
    expect(error).toMatchObject({ code: 'backend_failed', retryable: false, message: expect.stringContaining('1000 bytes') });
    // What changes something has been done all the same.
    const booked = await failure(fetchWith((_, response) => response.writeHead(201).end('x'.repeat(1_001)), { method: 'POST' }));
    expect(booked).toMatchObject({ code: 'outcome_unknown', retryable: false });
  });

  it('carries the trace of the call on', async () => {
    const { origin, received } = await systemBehind();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const trace = traceOf({ traceparent, tracestate: 'a=b' });
    const backend = createBackend({ baseUrl: origin, credential: service });
    await backend.fetch(caller, '/', { trace });
    await backend.fetch(caller, '/', { trace: null });
    expect(received[0]?.headers).toMatchObject({ traceparent: trace?.traceparent, tracestate: 'a=b' });
    expect(received[1]?.headers).not.toHaveProperty('traceparent');
  });

  it.each([0, -1, Number.NaN, 600_001])('cannot take %s ms', async (timeoutMs) => {
    await expect(fetchWith(() => {}, { timeoutMs })).rejects.toBeInstanceOf(Fault);
  });
});

describe('a path', () => {
  const base = new URL('https://erp.example/api/v1/');

  it.each([
    ['/orders/7', 'https://erp.example/api/v1/orders/7'],
    ['orders?from=a%2Fb&to=..', 'https://erp.example/api/v1/orders?from=a%2Fb&to=..'],
    ['', 'https://erp.example/api/v1/'],
    ['/a%2Fb', 'https://erp.example/api/v1/a%2Fb'],
    ['/a/../b', null],
    ['/..a/b..', 'https://erp.example/api/v1/..a/b..'],
    ['/100%25', 'https://erp.example/api/v1/100%25'],
    ['/orders/7:cancel', 'https://erp.example/api/v1/orders/7:cancel'],
    ['https://evil.example/', null],
    ['HTTP:evil.example', null],
    ['javascript:x', null],
    ['//evil.example/', null],
    ['/\\evil.example/', null],
    ['///evil.example', null],
    ['..', null],
    ['/../admin', null],
    ['/orders/../../admin', null],
    ['/orders/..\\..\\admin', null],
    ['/%2e%2e/admin', null],
    ['/%2E./admin', null],
    ['/orders/%2e%2e%2f%2e%2e%2fadmin', null],
    ['/orders/..%2f..%2fadmin', null],
    ['/orders/..%5cadmin', null],
    ['/orders/%252e%252e%252fadmin', null],
    ['/..;/admin', null],
    ['/.\t./admin', null],
    ['/orders/7#/cancel', null],
    ['/orders /7', null],
    ['/orders\r\nx: y', null],
    ['@evil.example/', 'https://erp.example/api/v1/@evil.example/'],
  ])('%j leads to %j', async (path, expected) => {
    if (expected) expect(targetUrl(base, path).href).toBe(expected);
    else expect(() => targetUrl(base, path)).toThrow(ToolError);
  });

  it.each(['ftp://erp.example', 'erp.example', 'https://user:pass@erp.example', 'https://erp.example/?a=b', 'file:///etc'])(
    'cannot be under %j',
    (baseUrl) => {
      expect(() => createBackend({ baseUrl, credential: subjectHeader({ serviceToken: 's' }) })).toThrow(Fault);
    },
  );
});
