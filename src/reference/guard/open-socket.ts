import { once } from 'node:events';
import type { Socket } from 'node:net';

/**
 * Waits until a socket that has begun to connect is open, and destroys it when that fails.
 * @throws the socket's error, or the signal's
 */
export async function openSocket<T extends Socket>(socket: T, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<T> {
  // What breaks is closed as well, and that is what everybody here listens to; an error without a listener would end the process.
  socket.on('error', () => {});
  try {
    await once(socket, event, { signal });
    return socket.setNoDelay(true);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Does something that may take so long, and is cut off by its signal; tells a time-up from other ends by what `timeUp` throws. */
export async function withinTime<T>(
  ms: number,
  outer: AbortSignal,
  timeUp: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer.throwIfAborted();
  const inner = new AbortController();
  let isUp = false;
  const timer = setTimeout(() => {
    isUp = true;
    inner.abort();
  }, ms);
  const cut = () => inner.abort();
  outer.addEventListener('abort', cut, { once: true });
  try {
    return await work(inner.signal);
  } catch (error) {
    throw isUp ? timeUp() : error;
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', cut);
  }
}
