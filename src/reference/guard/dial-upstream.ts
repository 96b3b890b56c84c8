import { connect, isIP, isIPv4, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { ToolError } from '../../kit/tool-error.ts';
import type { UpstreamConfig } from '../config/reference-config.ts';
import type { Target } from './dial-target.ts';
import { egressTimeout, egressUnavailable } from './egress-errors.ts';
import { portOf } from './host-rule.ts';
import { openSocket, withinTime } from './open-socket.ts';
import { tunnelByConnect } from './tunnel-by-connect.ts';
import { tunnelBySocks } from './tunnel-by-socks.ts';

/** A region's proxy, and how to trust it. */
export interface Upstream extends UpstreamConfig {
  /** PEM certificates that an `https://` proxy may be signed by, instead of those the system trusts. */
  ca?: string;
}

/**
 * Connects through the region's proxy, by a tunnel to an ADDRESS, for plain http too: a proxy that is given a name looks it up once more, and
 * may get another address than the one that was judged.
 * @throws ToolError `egress_unavailable`, `egress_auth_failed`, `egress_timeout`, `target_unreachable`, or the signal's reason
 */
export function dialUpstream(upstream: Upstream, target: Target, timeoutMs: number, signal: AbortSignal): Promise<Socket> {
  return withinTime(timeoutMs, signal, egressTimeout, async (limit) => {
    let last: unknown;
    for (const address of inOrder(target.addresses)) {
      try {
        return await tunnelTo(address, upstream, target, limit);
      } catch (error) {
        limit.throwIfAborted();
        if (!(error instanceof ToolError && error.code === 'target_unreachable')) throw error;
        last = error;
      }
    }
    throw last;
  });
}

/** Proxies mostly have no v6; and a tunnel that fails takes its connection to the proxy with it, so few are tried. */
function inOrder(addresses: readonly string[]): string[] {
  return [...addresses].sort((a, b) => Number(isIPv4(b)) - Number(isIPv4(a))).slice(0, 3);
}

async function tunnelTo(address: string, upstream: Upstream, target: Target, limit: AbortSignal): Promise<Socket> {
  const socket = await reach(upstream, limit);
  const cut = () => socket.destroy();
  limit.addEventListener('abort', cut, { once: true });
  try {
    await (upstream.url.startsWith('socks5:') ? tunnelBySocks : tunnelByConnect)(socket, address, upstream, target);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    limit.removeEventListener('abort', cut);
  }
}

async function reach({ url, ca }: Upstream, limit: AbortSignal): Promise<Socket> {
  const parsed = new URL(url);
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  const to = { host, port: portOf(parsed) };
  try {
    if (parsed.protocol !== 'https:') return await openSocket(connect(to), 'connect', limit);
    // Certificates are asked for by name only.
    const secure = { ...to, ...(isIP(host) ? {} : { servername: host }), ...(ca === undefined ? {} : { ca }) };
    return await openSocket(connectTls(secure), 'secureConnect', limit);
  } catch (error) {
    limit.throwIfAborted();
    throw egressUnavailable(error);
  }
}
