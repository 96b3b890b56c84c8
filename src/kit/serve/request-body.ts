import type { IncomingMessage } from 'node:http';
import { size } from '../../model/text.ts';
import type { Refusal } from '../http/refusal.ts';

/**
 * The body of a request as text; 413 when it is longer than so many bytes. What is left unread then is thrown away by node as it comes in, so
 * that the client sees the answer instead of a broken connection. Null when the client went away.
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<{ text: string } | Refusal | null> {
  const tooLarge = { status: 413, message: `the body is longer than ${size(maxBytes)}` };
  if (Number(request.headers['content-length']) > maxBytes) return Promise.resolve(tooLarge);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request
      .on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= maxBytes) chunks.push(chunk);
        else {
          chunks.length = 0;
          resolve(tooLarge);
        }
      })
      .on('end', () => resolve({ text: Buffer.concat(chunks).toString('utf8') }))
      .on('close', () => resolve(null))
      .on('error', () => resolve(null));
  });
}
