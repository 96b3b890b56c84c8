import type { Readable } from 'node:stream';
import { reasonOf } from './http-request.ts';

/** How much of a body is read: of anything, and of what begins like JSON. */
export const TEXT_BYTES = 64 * 1024;
export const JSON_BYTES = 16 * 1024 * 1024;

export interface BodyText {
  text: string;
  /** Bytes read. */
  bytes: number;
  /** Milliseconds from the call until the first byte. */
  firstByteMs: number | null;
  /** True when the rest was left unread because of its size. */
  cut: boolean;
  /** Why it broke off, in the words of the operating system. */
  broken: string | null;
}

/** Reads a body as text: 16 MiB when it begins like JSON, else 64 KiB; the rest is not read. Never rejects. */
export async function readText(body: Readable): Promise<BodyText> {
  const started = performance.now();
  const chunks: Buffer[] = [];
  const read: BodyText = { text: '', bytes: 0, firstByteMs: null, cut: false, broken: null };
  let limit: number | null = null;
  try {
    for await (const chunk of body) {
      const piece = Buffer.from(chunk);
      read.firstByteMs ??= performance.now() - started;
      read.bytes += piece.length;
      chunks.push(piece);
      limit ??= limitFor(piece);
      if (read.bytes > (limit ?? TEXT_BYTES)) {
        read.cut = true;
        break;
      }
    }
  } catch (error) {
    read.broken = reasonOf(error);
  }
  read.text = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  return read;
}

/** The limit that the first bytes that are no white space ask for; null while there are none. */
function limitFor(piece: Buffer): number | null {
  const first = /[^\s\ufeff]/.exec(piece.toString('utf8', 0, 1024))?.[0];
  return first === undefined ? null : first === '{' || first === '[' ? JSON_BYTES : TEXT_BYTES;
}
