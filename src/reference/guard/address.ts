import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * What an IP address is to a page. `public` may be used; `loopback` and `private` (RFC 1918, RFC 4193, RFC 6598) only where the operator
 * declares the host; `metadata` (of clouds) and `special` (link-local, multicast, reserved, tunnels, no address at all) never.
 */
export type AddressKind = 'public' | 'loopback' | 'private' | 'metadata' | 'special';

/** Judges an address as resolvers write it, without brackets; a v4 address that is mapped or translated (RFC 6052) counts as that v4 address. */
export function addressKind(address: string): AddressKind {
  // ipaddr.js alone would read `0x7f.1` and `127.1` too.
  if (!isIP(address)) return 'special';
  const ip = innermost(ipaddr.parse(address));
  if (METADATA.has(ip.toString())) return 'metadata';
  const range: string = ip.range();
  if (range === 'loopback') return 'loopback';
  if (PRIVATE.has(range)) return 'private';
  return range === 'unicast' && (isV4(ip) || ip.match(GLOBAL, 3)) ? 'public' : 'special';
}

/** The one spelling by which addresses are compared: shortest v6, and v4 for a mapped v4. Any other text as it is. */
export function plainAddress(address: string): string {
  return isIP(address) ? ipaddr.process(address).toString() : address;
}

/** Where clouds keep the credentials of a machine, as far as no range of the others covers it; some of these addresses look public. */
const METADATA = new Set(['169.254.169.254', '168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254']);

const PRIVATE: ReadonlySet<string> = new Set(['private', 'uniqueLocal', 'carrierGradeNat']);

/** 2000::/3, all that is given out as global unicast: `::127.0.0.1` (RFC 4291, 2.5.5.1) is unicast to ipaddr.js, but not in here. */
const GLOBAL = ipaddr.IPv6.parse('2000::');

const NAT64 = ipaddr.IPv6.parse('64:ff9b::');

type Address = ReturnType<typeof ipaddr.parse>;

function innermost(ip: Address): Address {
  if (isV4(ip)) return ip;
  if (ip.isIPv4MappedAddress()) return ip.toIPv4Address();
  // Networks without v4 reach all of it through this prefix, so it is as public as the address inside.
  return ip.match(NAT64, 96) ? ipaddr.fromByteArray(ip.toByteArray().slice(12)) : ip;
}

function isV4(ip: Address): ip is InstanceType<typeof ipaddr.IPv4> {
  return ip.kind() === 'ipv4';
}
