import ipaddr from 'ipaddr.js';
import { expect, test } from 'vitest';
import { addressKind } from '../../../src/reference/guard/address.ts';
import { randomFrom } from '../../random-from.ts';

/** Ranges of the registries of special addresses (RFC 6890 and those that update it), and the kind each has to be. */
const RANGES: [string, string][] = [
  ['0.0.0.0/8', 'special'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'private'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'special'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'special'],
  ['192.0.2.0/24', 'special'],
  ['192.88.99.0/24', 'special'],
  ['192.168.0.0/16', 'private'],
  ['198.18.0.0/15', 'special'],
  ['198.51.100.0/24', 'special'],
  ['203.0.113.0/24', 'special'],
  ['224.0.0.0/4', 'special'],
  ['240.0.0.0/4', 'special'],
  ['::/96', 'special'],
  ['::ffff:0:0:0/96', 'special'],
  ['64:ff9b:1::/48', 'special'],
  ['100::/64', 'special'],
  ['2001::/23', 'special'],
  ['2001:db8::/32', 'special'],
  ['2002::/16', 'special'],
  ['3fff::/20', 'special'],
  ['4000::/3', 'special'],
  ['5f00::/16', 'special'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'special'],
  ['fec0::/10', 'special'],
  ['ff00::/8', 'special'],
];

/** These lie in the ranges above and have a kind of their own. */
const METADATA = ['169.254.169.254', '168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'];

const PUBLIC = ['1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0', '172.15.255.255'];
const PUBLIC_TOO = [
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00:1450:4001::1',
  '2001:4860:4860::8888',
];

test.each(RANGES)('every address of %s is %s, and so is a v4 one that is mapped or translated to v6', (range, kind) => {
  const random = randomFrom(20261130);
  for (let round = 0; round < 500; round++) {
    const address = randomAddress(range, random);
    const wanted = address === '::1' ? 'loopback' : METADATA.includes(address) ? 'metadata' : kind;
    expect([address, addressKind(address)]).toEqual([address, wanted]);
    if (range.includes(':')) continue;
    for (const around of [`::ffff:${address}`, `64:ff9b::${address}`]) expect([around, addressKind(around)]).toEqual([around, wanted]);
    for (const around of tunnels(address)) expect([around, addressKind(around)]).toEqual([around, 'special']);
  }
});

test('the first and the last address of every range belong to it', () => {
  for (const [range, kind] of RANGES) {
    for (const bit of [0, 1]) {
      const address = randomAddress(range, () => (bit ? 0.999_999 : 0));
      expect([address, addressKind(address)]).toEqual([address, kind]);
    }
  }
});

test.each(METADATA)('%s, where a cloud keeps credentials, is metadata', (address) => {
  expect(addressKind(address)).toBe('metadata');
});

test.each([...PUBLIC, ...PUBLIC_TOO])('%s, beside a special range or far from it, is public', (address) => {
  expect(addressKind(address)).toBe('public');
});

test('a public v4 address is public as a mapped or translated one too, and not by way of a tunnel', () => {
  expect(['::ffff:1.1.1.1', '64:ff9b::1.1.1.1'].map(addressKind)).toEqual(['public', 'public']);
  expect(tunnels('1.1.1.1').map(addressKind)).toEqual(['special', 'special', 'special']);
});

test.each(['', '127.1', '0x7f.0.0.9', '2130706441', 'localhost', '127.0.0.1:80', '[::1]', '1.1.1.1%eth0', 'fe80::1%eth0'])(
  '%j, which is no address as resolvers write it, or one of a link, is never public',
  (text) => {
    expect(addressKind(text)).toBe('special');
  },
);

/** 6to4, Teredo (which inverts the address) and stateless translation (RFC 6145), holding a v4 address. */
function tunnels(v4: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = v4.split('.').map(Number);
  const words = (mask: number) => [(a << 8) | b, (c << 8) | d].map((word) => (word ^ mask).toString(16)).join(':');
  return [`2002:${words(0)}::1`, `2001:0:1:2:3:4:${words(0xffff)}`, `::ffff:0:${v4}`];
}

function randomAddress(range: string, random: () => number): string {
  const [base, bits] = ipaddr.parseCIDR(range);
  const bytes = base.toByteArray().map((byte, at) => {
    const free = Math.min(8, Math.max(0, (at + 1) * 8 - bits));
    return byte | Math.floor(random() * 2 ** free);
  });
  return ipaddr.fromByteArray(bytes).toString();
}
