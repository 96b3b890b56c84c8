import { once } from 'node:events';
import type { Server } from 'node:http';
import { Fault } from '../../model/fault.ts';

const REASONS: Record<string, (port: number, host: string) => [string, string]> = {
  EADDRINUSE: (port, host) => [`port ${port} of ${host} is in use`, 'end what listens there, or choose another port; 0 takes any free one'],
  EACCES: (port) => [`port ${port} may not be opened by this user`, 'choose a port above 1023'],
  EADDRNOTAVAIL: (_, host) => [`this machine has no address ${host}`, 'listen on 127.0.0.1, or on an address of this machine'],
  ENOTFOUND: (_, host) => [`the host name ${host} is not known`, 'listen on 127.0.0.1, or on an address of this machine'],
};

/**
 * Listens, and tells on which port.
 * @throws Fault when the port or address cannot be had
 */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen({ port, host });
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = REASONS[code]?.(port, host);
    if (!reason) throw error;
    throw new Fault('config', ...reason);
  }
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}
