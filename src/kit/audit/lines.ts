import { open } from 'node:fs/promises';
import { size } from '../../model/text.ts';
import { MAX_LINE, type ReadLine, readLine } from './chain.ts';

const NEWLINE = 0x0a;
const BLOCK = 64 * 1024;

/** A line of a file of the log, as it was when reading began: a running adapter may write on. */
export type Line = ReadLine & {
  /** From 1. */
  number: number;
  /** Null for a line above the limit. */
  bytes: Buffer | null;
  /** False for what stands after the last newline. */
  complete: boolean;
};

/** The lines of a file of the log, in constant memory. @throws the error of the file system */
export async function* linesIn(path: string): AsyncGenerator<Line> {
  const handle = await open(path, 'r');
  try {
    const end = (await handle.stat()).size;
    let [number, held, long] = [0, Buffer.alloc(0), false];
    for (let position = 0; position < end; ) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(BLOCK), 0, Math.min(BLOCK, end - position), position);
      if (bytesRead === 0) break;
      position += bytesRead;
      let block = buffer.subarray(0, bytesRead);
      for (let at = block.indexOf(NEWLINE); at >= 0; at = block.indexOf(NEWLINE)) {
        const part = block.subarray(0, at);
        yield lineOf(++number, long || held.length + part.length > MAX_LINE ? null : Buffer.concat([held, part]), true);
        [held, long] = [Buffer.alloc(0), false];
        block = block.subarray(at + 1);
      }
      long ||= held.length + block.length > MAX_LINE;
      held = long ? Buffer.alloc(0) : Buffer.concat([held, block]);
    }
    if (held.length || long) yield lineOf(++number, long ? null : held, false);
  } finally {
    await handle.close();
  }
}

function lineOf(number: number, bytes: Buffer | null, complete: boolean): Line {
  const read: ReadLine = bytes ? readLine(bytes) : { record: null, why: `longer than ${size(MAX_LINE)}` };
  return { ...read, number, bytes, complete };
}
