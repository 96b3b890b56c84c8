import { setTimeout as sleep } from 'node:timers/promises';

export interface PaceOptions {
  /** Milliseconds that only go forward. */
  now?(): number;
  wait?(ms: number, signal: AbortSignal): Promise<unknown>;
}

/**
 * Lets through so many a second, one after the other: each waits for its turn.
 * @returns rejects with the signal's reason
 */
export function createPace(perSecond: number, options: PaceOptions = {}): (signal: AbortSignal) => Promise<void> {
  const { now = () => performance.now(), wait = (ms, signal) => sleep(ms, undefined, { signal }) } = options;
  let free = Number.NEGATIVE_INFINITY;
  return async (signal) => {
    signal.throwIfAborted();
    const mine = Math.max(now(), free);
    free = mine + 1_000 / perSecond;
    if (mine > now()) await wait(mine - now(), signal).catch(() => signal.throwIfAborted());
  };
}
