import type { Exchange } from '../model/exchange.ts';
import { answerOf, fillFromText } from './http-answer.ts';
import { readText } from './http-body.ts';
import { connectionFailed } from './http-exchange.ts';
import { mergeHeaders } from './http-headers.ts';
import type { Inbox } from './http-inbox.ts';
import type { Connections, HttpHead } from './http-request.ts';
import { blankExchange } from './pending.ts';
import { readEvents } from './sse.ts';
import { TimeLimit } from './time-limit.ts';
import { aborted } from './wait.ts';

/** Asks for an event stream by GET, on a connection of its own. Rejects with HttpFailure. */
export async function requestStream(
  connections: Connections,
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<HttpHead> {
  const accept = { 'User-Agent': 'mcp-adapter', Accept: 'text/event-stream' };
  const head = await connections.request({ method: 'GET', url, headers: mergeHeaders(accept, headers), body: null, signal, fresh: true });
  head.body.on('error', () => {});
  return head;
}

/** True for an answer that is an event stream. */
export function isStream({ contentType, status }: HttpHead): boolean {
  return contentType === 'text/event-stream' && status < 300;
}

/**
 * Opens the stream on which an adapter speaks unasked (2025-11-25 basic/transports, "Listening for Messages") and reads it in the
 * background until `closing`. Resolves when its head has come, with the answer whatever it is; never rejects.
 */
export async function listen(
  connections: Connections,
  url: URL,
  headers: Record<string, string>,
  { inbox, timeoutMs, closing }: { inbox: Inbox; timeoutMs: number; closing: AbortSignal },
): Promise<Exchange> {
  const exchange = blankExchange({ method: 'GET', message: null, expects: 'nothing', timeoutMs, phase: 'handshake', tool: null });
  const limit = new TimeLimit({ timeoutMs }, closing);
  const startedAt = performance.now();
  try {
    const head = await requestStream(connections, url, headers, limit.signal);
    exchange.http = answerOf(head, 'GET', url, startedAt);
    exchange.outcome = head.status < 300 ? 'accepted' : 'refused';
    if (head.contentType === 'text/event-stream') {
      const stop = () => void head.body.destroy();
      if (closing.aborted) stop();
      closing.addEventListener('abort', stop, { once: true });
      void readEvents(head.body, { onEvent: ({ data }) => void (data && inbox.receive(data, null)) }).ended;
    } else {
      const read = await Promise.race([readText(head.body), aborted(limit.signal)]);
      if (read) fillFromText(exchange.http, read);
      else head.body.destroy();
    }
  } catch (error) {
    connectionFailed({ exchange, limit }, error);
  } finally {
    limit.clear();
  }
  exchange.ms = Math.round(performance.now() - startedAt);
  return exchange;
}
