import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { ToolError } from '../../kit/tool-error.ts';
import { ENDED, targetGone } from './dial-target.ts';
import type { Dialer } from './dialer.ts';
import { statusOf } from './forward-request.ts';
import { FAILURE_HEADER } from './headers.ts';
import { parseHostPort } from './host-rule.ts';

/** Answers CONNECT (RFC 9110, 9.3.6), by which Chromium reaches https and WebSockets: dials, then passes bytes both ways. */
export async function openTunnel(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  dial: Dialer,
  failed: (error: ToolError, host: string, port: number) => void,
): Promise<void> {
  const wanted = parseHostPort(request.url ?? '');
  if (!wanted || wanted.port === null) {
    client.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    return;
  }
  const { host, port } = wanted;
  const gone = new AbortController();
  client.once('close', () => gone.abort());
  let target: Socket;
  try {
    target = await dial(host, port, gone.signal);
  } catch (error) {
    if (gone.signal.aborted) return;
    const failure = error instanceof ToolError ? error : targetGone({ host, port }, 'could not be reached', error);
    failed(failure, host, port);
    const status = statusOf(failure);
    client.end(
      `HTTP/1.1 ${status} ${status === 403 ? 'Forbidden' : 'Bad Gateway'}\r\n${FAILURE_HEADER}: ${failure.code}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    );
    return;
  }
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  if (head.length) target.write(head);
  // A proxy has answered through this socket too.
  const before = target.bytesRead;
  // Each pipeline ends or destroys both of its streams, also where the client is gone by now.
  pipeline(client, target, () => {});
  pipeline(target, client, () => {});
  target.once('close', () => {
    if (target.bytesRead === before && !gone.signal.aborted) failed(targetGone({ host, port }, ENDED), host, port);
    client.end(() => client.destroy());
  });
}
