import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Fault } from '../../../src/model/fault.ts';
import { loadReference } from '../../../src/reference/config/load-reference.ts';

const ECHO = 'https://echo.example/ip';
const LEAST = { regions: { 'US-CA': { addresses: ['203.0.113.7'] } }, echo: { url: ECHO } };
const ENV = { PROXY_USER: 'region', PROXY_PASSWORD: 'not-in-the-file', SHOP: 'shop-password' };
const read = (json: unknown) => loadReference(json, { folder: '/srv/adapter', env: ENV });

test('a section with the least it needs has everything else filled in', async () => {
  expect(await read(LEAST)).toEqual({
    provider: { kind: 'local', browser: null, isolation: 'context' },
    regions: { 'US-CA': { proxy: null, addresses: ['203.0.113.7'], warmUp: ECHO } },
    echo: { url: ECHO, pointer: '/ip' },
    allowHosts: null,
    denyHosts: [],
    privateHosts: [],
    targets: [],
    credentials: {},
    limits: {
      environments: 10,
      environmentsPerPurpose: 5,
      preparesPerHour: 120,
      idleMinutes: 10,
      lifetimeMinutes: 60,
      pages: 10,
      fileBytes: 1_048_576,
      filesBytes: 209_715_200,
    },
    writes: 'refused',
  });
});

test('paths start from the folder of the config, and a limit that is given leaves the others as they are', async () => {
  const config = await read({
    ...LEAST,
    provider: { kind: 'local', browser: 'bin/chromium', isolation: 'process' },
    targets: [{ file: 'targets/shop.yaml', origin: 'https://shop.example/' }, { file: '/etc/targets.yaml' }],
    limits: { pages: 3 },
  });
  expect(config.provider).toEqual({ kind: 'local', browser: join('/srv/adapter', 'bin/chromium'), isolation: 'process' });
  expect(config.targets).toEqual([
    { file: join('/srv/adapter', 'targets/shop.yaml'), origin: 'https://shop.example' },
    { file: '/etc/targets.yaml', origin: null },
  ]);
  expect(config.limits).toMatchObject({ pages: 3, environments: 10 });
});

test('the word embedded is no path', async () => {
  expect((await read({ ...LEAST, provider: { kind: 'local', browser: 'embedded' } })).provider).toMatchObject({ browser: 'embedded' });
});

test('what stands in variables is read: the login of a proxy, a credential', async () => {
  const proxy = { url: 'socks5://proxy.example:1080', usernameEnv: 'PROXY_USER', passwordEnv: 'PROXY_PASSWORD' };
  const config = await read({
    ...LEAST,
    regions: { 'US-CA': { proxy, addresses: ['203.0.113.0/24'], warmUp: 'https://shop.example/' } },
    credentials: { shop: { origin: 'https://shop.example', env: 'SHOP' }, trial: { origin: 'http://127.0.0.1:8080', value: 'plain' } },
  });
  expect(config.regions['US-CA']).toEqual({
    proxy: { url: 'socks5://proxy.example:1080', username: 'region', password: 'not-in-the-file' },
    addresses: ['203.0.113.0/24'],
    warmUp: 'https://shop.example/',
  });
  expect(config.credentials).toEqual({
    shop: { origin: 'https://shop.example', value: 'shop-password' },
    trial: { origin: 'http://127.0.0.1:8080', value: 'plain' },
  });
});

test('the other providers have their defaults too', async () => {
  const cdp = await read({ ...LEAST, provider: { kind: 'cdp', endpoint: 'http://127.0.0.1:9222' } });
  expect(cdp.provider).toEqual({ kind: 'cdp', endpoint: 'http://127.0.0.1:9222', headersEnv: {}, egress: 'adapter' });
  const provider = {
    kind: 'http-profiles',
    baseUrl: 'http://127.0.0.1:50325',
    profiles: { 'US-CA': ['p1'] },
    start: { path: '/start?id={id}' },
    stop: { method: 'POST', path: '/stop', body: { id: '{id}' } },
    endpoint: '{/data/ws/puppeteer}',
  };
  expect((await read({ ...LEAST, provider })).provider).toEqual({
    ...provider,
    headersEnv: {},
    start: { method: 'GET', path: '/start?id={id}', body: null },
    status: null,
    success: null,
    busy: null,
    ratePerSecond: 5,
  });
});

describe('a mistake is told with its place and what to do', () => {
  const region = (proxy: object) => ({ ...LEAST, regions: { 'US-CA': { addresses: ['203.0.113.7'], proxy } } });
  test.each([
    ['no section at all', [], /^reference: the section must be object/],
    ['no regions', { echo: { url: ECHO } }, /^reference\/regions: the key "regions" is missing/],
    [
      'an unknown key names the nearest',
      { ...LEAST, privatHosts: [] },
      /^reference\/privatHosts: unknown key "privatHosts" — did you mean "privateHosts"\?/,
    ],
    [
      'so does one within a region',
      region({ url: 'http://p.example:1', passwordenv: 'X' }),
      /US-CA\/proxy\/passwordenv: unknown key .*"passwordEnv"/,
    ],
    ['so does one of the provider', { ...LEAST, provider: { kind: 'local', browsr: 'x' } }, /provider\/browsr: unknown key .*"browser"/],
    ['a limit of zero', { ...LEAST, limits: { pages: 0 } }, /^reference\/limits\/pages: .*>= 1/],
    ['a provider that is none', { ...LEAST, provider: { kind: 'docker' } }, /^reference\/provider\/kind: /],
    [
      'a member of another kind',
      { ...LEAST, provider: { kind: 'cdp', endpoint: 'http://127.0.0.1:1', browser: 'x' } },
      /provider\/browser: a provider of kind "cdp" has no "browser"/,
    ],
    [
      'a member that the kind needs',
      { ...LEAST, provider: { kind: 'cdp' } },
      /^reference\/provider: a provider of kind "cdp" needs "endpoint"/,
    ],
    [
      'a variable that is not set',
      region({ url: 'http://p.example:1', passwordEnv: 'NOBODY_SET_IT' }),
      /proxy\/passwordEnv: the variable "NOBODY_SET_IT" is not set/,
    ],
    [
      'a login within the URL of a proxy',
      region({ url: 'http://me:pw@p.example:1' }),
      /proxy\/url: user and password stand in the URL — .*passwordEnv/,
    ],
    [
      'a proxy of another kind',
      region({ url: 'ftp://p.example:1' }),
      /proxy\/url: .* — it begins with http:\/\/ or https:\/\/ or socks5:\/\//,
    ],
    ['an echo that is no page', { ...LEAST, echo: { url: 'file:///etc/passwd' } }, /^reference\/echo\/url: /],
    ['a pointer without its slash', { ...LEAST, echo: { url: ECHO, pointer: 'ip' } }, /^reference\/echo\/pointer: "ip" is no JSON pointer/],
    [
      'a private host without a port',
      { ...LEAST, privateHosts: ['127.0.0.1:80', 'localhost'] },
      /^reference\/privateHosts\/1: "localhost" is not of the form host:port/,
    ],
    [
      'an origin with a path',
      { ...LEAST, targets: [{ file: 'a.yaml', origin: 'https://shop.example/cart' }] },
      /targets\/0\/origin: .* — write https:\/\/shop\.example/,
    ],
    [
      'a credential without a value',
      { ...LEAST, credentials: { shop: { origin: 'https://shop.example' } } },
      /credentials\/shop: it needs exactly one of "value" and "env"/,
    ],
    [
      'a credential with two',
      { ...LEAST, credentials: { shop: { origin: 'https://shop.example', value: 'a', env: 'SHOP' } } },
      /exactly one of/,
    ],
    [
      'a credential whose variable is not set',
      { ...LEAST, credentials: { shop: { origin: 'https://shop.example', env: 'NOBODY' } } },
      /credentials\/shop\/env: the variable "NOBODY" is not set/,
    ],
  ])('%s', async (_situation, json, expected) => {
    const told = await read(json).then(
      () => 'nothing',
      (error: unknown) => (error instanceof Fault ? `${error.message} — ${error.hint}` : error),
    );
    expect(told).toMatch(expected);
  });

  test('and none of them shows a password', async () => {
    const faulty = { ...region({ url: 'ftp://p.example', password: 'hush-hush' }), credentials: {} };
    await expect(read(faulty)).rejects.toSatisfy(
      (error: unknown) => error instanceof Fault && !`${error.message}${error.hint}`.includes('hush'),
    );
  });
});
