import type { Socket } from 'node:net';
import { dialTarget } from './dial-target.ts';
import { dialUpstream, type Upstream } from './dial-upstream.ts';
import type { Judge } from './judge.ts';
import { type Resolve, resolveHost } from './resolve-host.ts';

/**
 * Makes the connections of one guard: looks the host up once, judges every address, and connects to one of exactly these.
 * @throws ToolError with a code of `GuardFailure`, or the signal's reason
 */
export type Dialer = (host: string, port: number, signal: AbortSignal) => Promise<Socket>;

export interface DialerOptions {
  judge: Judge;
  /** Null: from this machine. */
  upstream: Upstream | null;
  resolve?: Resolve | undefined;
  /** Milliseconds, for the look-up and for the connection each. */
  timeoutMs: number;
}

export function createDialer({ judge, upstream, resolve, timeoutMs }: DialerOptions): Dialer {
  return async (host, port, signal) => {
    judge.host(host, port);
    const addresses = await resolveHost(host, timeoutMs, resolve);
    judge.addresses(host, port, addresses);
    const target = { host, port, addresses };
    return upstream ? dialUpstream(upstream, target, timeoutMs, signal) : dialTarget(target, timeoutMs, signal);
  };
}
