import { expect, test } from 'vitest';
import { Fault } from '../../../src/model/fault.ts';
import { loadReference } from '../../../src/reference/config/load-reference.ts';

const LEAST = { regions: { HERE: { addresses: ['203.0.113.7'] } }, echo: { url: 'https://echo.example/ip' } };
const read = (json: unknown) => loadReference(json, { folder: '/srv/adapter', env: {} });
const told = (json: unknown) =>
  read(json).then(
    () => 'nothing',
    (error: unknown) => (error instanceof Fault ? `${error.message} — ${error.hint}` : String(error)),
  );

test.each([
  ['without a scheme', 'region-7:hush-hush@proxy.example:8080'],
  ['with a scheme', 'http://region-7:hush-hush@proxy.example:8080'],
  ['of a kind that there is not', 'socks4://region-7:hush-hush@proxy.example:1080'],
  ['with a slash too much', 'http:///region-7:hush-hush@proxy.example'],
  ['with a password that has an @ in it', 'ftp://region-7:hush@hush-hush@proxy.example'],
  ['that cannot be read', 'http://region-7:hush-hush@proxy.example:port'],
])('the login in the URL of a proxy %s is not told in the mistake', async (_form, url) => {
  const message = await told({ ...LEAST, regions: { HERE: { addresses: ['203.0.113.7'], proxy: { url } } } });
  expect(message).toMatch(/^reference\/regions\/HERE\/proxy\/url: /);
  expect(message).not.toMatch(/hush|region-7/);
});

test.each([
  ['the DevTools endpoint', { provider: { kind: 'cdp', endpoint: 'ws://127.0.0.1:9222/devtools' } }, '127.0.0.1:9222'],
  [
    'the profile layer',
    {
      provider: {
        ...{ kind: 'http-profiles', baseUrl: 'http://127.1:50325', profiles: {}, endpoint: '{/ws}' },
        ...{ start: { path: '/start' }, stop: { path: '/stop' } },
      },
    },
    '127.0.0.1:50325',
  ],
  ["a region's proxy", { regions: { HERE: { addresses: ['203.0.113.7'], proxy: { url: 'http://localhost:3128' } } } }, 'localhost:3128'],
])('%s cannot be declared as a host that pages may use', async (_what, section, host) => {
  expect(await told({ ...LEAST, ...section, privateHosts: ['127.0.0.1:8080', host] })).toMatch(
    /^reference\/privateHosts\/1: .* any page could use it/,
  );
  expect(await told({ ...LEAST, ...section, privateHosts: ['127.0.0.1:8080'] })).toBe('nothing');
});
