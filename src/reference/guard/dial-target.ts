import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { ToolError } from '../../kit/tool-error.ts';
import { quote } from '../../model/text.ts';
import { hostPort } from './host-rule.ts';
import { openSocket, withinTime } from './open-socket.ts';

/** A host that the policy lets pages use, with the addresses that were judged: only these may be dialled. */
export interface Target {
  host: string;
  port: number;
  addresses: readonly string[];
}

/**
 * Connects from this machine.
 * @throws ToolError `target_unreachable`, or the signal's reason
 */
export function dialTarget(target: Target, timeoutMs: number, signal: AbortSignal): Promise<Socket> {
  const { host, port } = target;
  return withinTime(
    timeoutMs,
    signal,
    () => targetGone(target, 'did not accept a connection in time'),
    async (limit) => {
      try {
        return await openSocket(
          connect({ host, port, lookup: judged(target), autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 1000 }),
          'connect',
          limit,
        );
      } catch (error) {
        limit.throwIfAborted();
        throw targetGone(target, 'did not accept the connection', error);
      }
    },
  );
}

/** What could not be reached, in words that the message of `target_unreachable` goes on with. */
export function targetGone({ host, port }: Pick<Target, 'host' | 'port'>, what: string, cause?: unknown): ToolError {
  const message = `${quote(hostPort(host, port), 100)} ${what}. Check the address, or try again in a while.`;
  return new ToolError('target_unreachable', { retryable: true, message, cause });
}

export const ENDED = 'ended the connection before it answered';

/** Instead of a second look-up, whose answer could be another one than was judged. */
function judged({ addresses }: Target): LookupFunction {
  return (_host, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );
}
