import type { IncomingMessage } from 'node:http';
import { localhostAllowedHostnames } from '@modelcontextprotocol/server';
import { Fault } from '../../model/fault.ts';
import { quote } from '../../model/text.ts';
import type { Refusal } from '../http/refusal.ts';
import { fitsOrigin, hostIn, type OriginPattern, patternOf } from './origin.ts';

/** Looks at a request before anything else does; null when it may go on. */
export type Guard = (request: IncomingMessage) => Refusal | null;

/**
 * Keeps web pages out whose name was made to point to this machine, and pages of other origins (2026-07-28 basic/transports/streamable-http,
 * "Security Warning"). This machine's own names and origins are always allowed.
 */
export function createGuard(hosts: readonly string[], origins: readonly OriginPattern[], publicUrl: URL | null): Guard {
  const own = localhostAllowedHostnames();
  const names = new Set([...own, ...hosts, ...(publicUrl ? [publicUrl.hostname] : [])]);
  const patterns = [...own.map((host) => ({ scheme: null, host, port: null })), ...origins, ...(publicUrl ? [patternOf(publicUrl)] : [])];
  return ({ headersDistinct }) => {
    const [host = '', ...moreHosts] = headersDistinct.host ?? [];
    if (moreHosts.length || !names.has(hostIn(host) ?? ''))
      return {
        status: 403,
        message: `Host ${quote(host, 80)} is not allowed: if clients are meant to call this adapter by it, add it to allowedHosts`,
      };
    const sent = headersDistinct.origin ?? [];
    const foreign = sent.find((origin) => !fitsOrigin(origin, patterns));
    if (foreign !== undefined || sent.length > 1)
      return {
        status: 403,
        message: `Origin ${quote(foreign ?? sent.join(', '), 80)} is not allowed: if pages of it are meant to call this adapter, add it to allowedOrigins`,
      };
    return null;
  };
}

/**
 * The host of an entry of `allowedHosts`.
 * @throws Fault when it is more or less than a host name
 */
export function allowedHost(entry: string): string {
  const host = /:\d+$/.test(entry) ? null : hostIn(entry);
  if (host) return host;
  throw new Fault(
    'config',
    `allowedHosts: ${quote(entry)} is no host name`,
    'write the name alone, without scheme and port, such as erp.example or [::1]; there are no wildcards',
  );
}
