import type { Socket } from 'node:net';
import { SocksClient } from 'socks';
import { messageOf } from '../../model/fault.ts';
import type { UpstreamConfig } from '../config/reference-config.ts';
import { type Target, targetGone } from './dial-target.ts';
import { egressAuthFailed, egressUnavailable } from './egress-errors.ts';

/**
 * Asks a SOCKS5 proxy (RFC 1928, 1929), at the other end of `socket`, for a tunnel; afterwards the socket is the tunnel.
 * @throws ToolError `egress_unavailable`, `egress_auth_failed`, `target_unreachable`
 */
export async function tunnelBySocks(
  socket: Socket,
  address: string,
  { username, password }: UpstreamConfig,
  target: Target,
): Promise<void> {
  // RFC 1929: one byte for each length; the library would throw where nobody catches it.
  if ([username, password].some((each) => Buffer.byteLength(each ?? '') > 255)) throw egressAuthFailed();
  try {
    await SocksClient.createConnection({
      command: 'connect',
      // The socket is open already; the library only wants to see an address.
      proxy: { host: 'proxy', port: 1080, type: 5, ...(username === null ? {} : { userId: username, password: password ?? '' }) },
      destination: { host: address, port: target.port },
      existing_socket: socket,
    });
  } catch (error) {
    // The library tells its failures apart by their text only.
    const text = messageOf(error);
    if (/authentication failed|no accepted authentication/i.test(text)) throw egressAuthFailed(error);
    if (/NotAllowed|NotSupported/.test(text)) throw targetGone(target, "is refused by the region's proxy", error);
    if (text.startsWith('Socks5 proxy rejected')) throw targetGone(target, "could not be reached by the region's proxy", error);
    throw egressUnavailable(error);
  }
}
