import { expect, test } from 'vitest';
import { ToolError } from '../../../src/kit/tool-error.ts';
import { Fault } from '../../../src/model/fault.ts';
import { checkUrl } from '../../../src/reference/guard/check-url.ts';
import type { GuardPolicy } from '../../../src/reference/guard/policy.ts';

const OPEN: GuardPolicy = { allowHosts: null, denyHosts: [], privateHosts: [] };

test.each([
  ['https://shop.example/orders?page=2#top', 'https://shop.example/orders?page=2#top'],
  ['HTTP://Shop.Example:80/', 'http://shop.example/'],
  ['https://shop.example.:443/a', 'https://shop.example/a'],
  ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
  ['https://1.1.1.1/', 'https://1.1.1.1/'],
  ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
  [`https://shop.example/${'a'.repeat(2027)}`, `https://shop.example/${'a'.repeat(2027)}`],
])('%s may be opened where every public host is allowed', (text, href) => {
  expect(checkUrl(text, OPEN).href).toBe(href);
});

test.each([
  ['file:///etc/hostname', /"file:" addresses cannot be opened/],
  ['chrome://version', /"chrome:"/],
  ['view-source:http://shop.example/', /"view-source:"/],
  ['about:blank', /"about:"/],
  ['data:text/html,hello', /"data:"/],
  ['javascript:alert(1)', /"javascript:"/],
  ['blob:https://shop.example/5f', /"blob:"/],
  ['ws://shop.example/', /"ws:"/],
  ['ftp://shop.example/', /"ftp:"/],
  ['', /no address of a page/],
  ['/orders', /no address of a page/],
  ['shop.example', /no address of a page/],
  ['http://', /no address of a page/],
  ['http://1.2.3.4.5/', /no address of a page/],
  ['http://user@shop.example/', /user or password/],
  ['http://:secret@shop.example/', /user or password/],
  ['http://shop..example/', /no name of a host/],
  ['http://127.0.0.9../', /no name of a host/],
  ['http://./', /no name of a host/],
  [`https://shop.example/${'a'.repeat(2028)}`, /2049 characters; at most 2048/],
  ['http://shop.example:22/', /port 22 belongs to another protocol/],
  ['http://shop.example:0/', /port 0 belongs/],
  ['http://shop.example:6667/', /port 6667 belongs/],
  ['http://127.0.0.9/', /an address of this machine/],
  ['http://127.9/', /an address of this machine/],
  ['http://0x7f.0.0.9/', /an address of this machine/],
  ['http://0x7f.9/', /an address of this machine/],
  ['http://2130706441/', /an address of this machine/],
  ['http://017700000011/', /an address of this machine/],
  ['http://127.0.0.9./', /an address of this machine/],
  ['http://127。0。0。9/', /an address of this machine/],
  ['http://①②⑦.0.0.⑨/', /an address of this machine/],
  ['http://%31%32%37.0.0.9/', /an address of this machine/],
  ['http://[::1]/', /an address of this machine/],
  ['http://[::ffff:127.0.0.9]/', /an address of this machine/],
  ['http://[::ffff:7f00:9]/', /an address of this machine/],
  ['http://[64:ff9b::7f00:9]/', /an address of this machine/],
  ['http://[2002:7f00:9::]/', /special meaning/],
  ['http://[::7f00:9]/', /special meaning/],
  ['http://0/', /special meaning/],
  ['http://10.1.2.3/', /a private network/],
  ['http://[fd00::1]/', /a private network/],
  ['http://169.254.169.254/latest/', /metadata service/],
  ['http://2852039166/', /metadata service/],
])('%j is refused with the rule that it breaks', (text, message) => {
  const error = refusal(text, OPEN);
  expect(error).toMatchObject({ code: 'url_blocked', retryable: false });
  expect(error.message).toMatch(message);
});

test('a message shows a name in ASCII, and neither user nor password', () => {
  const policy = { ...OPEN, allowHosts: ['shop.example'] };
  expect(refusal('https://bücher.example/', policy).message).toMatch(/^"xn--bcher-kva\.example:443" is not on the operator's allow list/);
  expect(refusal('https://alice:hunter2@shop.example/', policy).message).not.toMatch(/alice|hunter2/);
});

test.each([
  ['http://shop.example/', true],
  ['https://www.shop.example/', true],
  ['https://SHOP.example./', true],
  ['http://myshop.example/', false],
  ['http://shop.example.evil.example/', false],
  ['http://example/', false],
  ['https://pay.example:8443/', true],
  ['https://eu.pay.example:8443/', true],
  ['https://pay.example/', false],
  ['https://xn--mnchen-3ya.example/', true],
  ['http://1.1.1.1/', true],
  ['http://1.1.1.2/', false],
  ['http://127.0.0.1:4173/', true],
])('with an allow list, %s is allowed: %s', (text, isAllowed) => {
  const allowHosts = ['shop.example', 'pay.example:8443', 'münchen.example', '1.1.1.1'];
  const policy = { ...OPEN, allowHosts, privateHosts: ['127.0.0.1:4173'] };
  if (isAllowed) expect(checkUrl(text, policy)).toBeInstanceOf(URL);
  else expect(refusal(text, policy).message).toMatch(/allow list \(allowHosts\)\. Pages may use shop\.example, pay\.example:8443/);
});

test('an empty allow list allows nothing', () => {
  expect(refusal('https://shop.example/', { ...OPEN, allowHosts: [] }).message).toMatch(/Pages may use no host at all/);
});

test.each([
  'https://bad.example/',
  'https://www.bad.example/',
  'http://1.1.1.1/',
  'http://[::ffff:1.1.1.1]/',
  'http://0x1010101/',
  'http://127.0.0.1:4174/',
])('the deny list refuses %s, whatever else is said', (text) => {
  const policy = {
    allowHosts: ['bad.example', '1.1.1.1'],
    denyHosts: ['bad.example', '1.1.1.1', '127.0.0.1:4174'],
    privateHosts: ['127.0.0.1:4174'],
  };
  expect(refusal(text, policy).message).toMatch(/deny list \(denyHosts\)/);
});

test.each([
  ['http://127.0.0.1:4173/', true],
  ['http://0x7f.1:4173/', true],
  ['http://[::ffff:127.0.0.1]:4173/', true],
  ['http://127.0.0.1:4174/', false],
  ['http://127.0.0.1/', false],
  ['http://127.0.0.2:4173/', false],
  ['http://[::1]:8080/', true],
  ['http://169.254.169.254/', false],
  ['http://127.0.0.1:22/', false],
])('with exactly declared private hosts, %s is allowed: %s', (text, isAllowed) => {
  const policy = { ...OPEN, privateHosts: ['127.0.0.1:4173', '[::1]:8080', '169.254.169.254:80', '127.0.0.1:22'] };
  if (isAllowed) expect(checkUrl(text, policy)).toBeInstanceOf(URL);
  else expect(refusal(text, policy).code).toBe('url_blocked');
});

test.each([
  [{ allowHosts: ['https://shop.example/'] }, /"https:\/\/shop\.example\/" in allowHosts is no host/],
  [{ allowHosts: ['*.shop.example'] }, /is no host/],
  [{ denyHosts: ['.shop.example'] }, /in denyHosts is no host/],
  [{ denyHosts: ['shop.example:99999'] }, /is no host/],
  [{ denyHosts: ['::1'] }, /is no host/],
  [{ privateHosts: ['127.0.0.1'] }, /"127\.0\.0\.1" in privateHosts has no port/],
])('a policy with %j is a fault of the operator', (lists, message) => {
  expect(() => checkUrl('https://shop.example/', { ...OPEN, ...lists })).toThrow(Fault);
  expect(() => checkUrl('https://shop.example/', { ...OPEN, ...lists })).toThrow(message);
});

function refusal(text: string, policy: GuardPolicy): ToolError {
  try {
    checkUrl(text, policy);
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
  throw new Error(`${text} was allowed`);
}
