import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import type { UpstreamConfig } from '../config/reference-config.ts';
import { type Target, targetGone } from './dial-target.ts';
import { egressAuthFailed, egressUnavailable } from './egress-errors.ts';
import { hostPort } from './host-rule.ts';

/**
 * Asks an HTTP proxy, at the other end of `socket`, for a tunnel (RFC 9110, 9.3.6); afterwards the socket is the tunnel.
 * @throws ToolError `egress_unavailable`, `egress_auth_failed`, `target_unreachable`
 */
export async function tunnelByConnect(
  socket: Socket,
  address: string,
  { username, password }: UpstreamConfig,
  target: Target,
): Promise<void> {
  const authority = hostPort(address, target.port);
  const credentials =
    username === null ? {} : { 'proxy-authorization': `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}` };
  const asked = request({
    createConnection: () => socket,
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, connection: 'keep-alive', ...credentials },
  });
  asked.end();
  const answer = await once(asked, 'connect').catch((error: unknown) => {
    throw egressUnavailable(error);
  });
  const [{ statusCode = 0 }, , head]: [IncomingMessage, Socket, Buffer] = [answer[0], answer[1], answer[2]];
  if (statusCode === 407) throw egressAuthFailed();
  if (statusCode >= 500) throw targetGone(target, "could not be reached by the region's proxy");
  if (statusCode < 200 || statusCode > 299) throw targetGone(target, "is refused by the region's proxy");
  if (head.length) socket.unshift(head);
}
