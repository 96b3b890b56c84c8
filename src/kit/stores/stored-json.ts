import { constants, open } from 'node:fs/promises';
import { codeOf } from '../../model/error-code.ts';
import { messageOf } from '../../model/fault.ts';
import { size } from '../../model/text.ts';

/** What a file of the state folder holds. */
export type Stored = { kind: 'json'; value: unknown } | { kind: 'missing' } | { kind: 'damaged'; why: string };

/** Neither a link to somewhere else nor a pipe that never ends is a file of ours. Windows knows no such flags. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a JSON file of at most `maxBytes`.
 * @throws the error of the file system, but for a file that is not there
 */
export async function readStored(file: string, maxBytes: number): Promise<Stored> {
  try {
    const text = await readRegular(file, maxBytes);
    return { kind: 'json', value: JSON.parse(text) };
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return { kind: 'missing' };
    if (code === 'ELOOP') return { kind: 'damaged', why: 'it is a link' };
    if (error instanceof NotOurs) return { kind: 'damaged', why: error.message };
    if (error instanceof SyntaxError) return { kind: 'damaged', why: `it is no JSON: ${messageOf(error)}` };
    throw error;
  }
}

class NotOurs extends Error {}

async function readRegular(file: string, maxBytes: number): Promise<string> {
  const handle = await open(file, FLAGS);
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new NotOurs('it is no regular file');
    if (stat.size > maxBytes) throw new NotOurs(`it is larger than ${size(maxBytes)}`);
    if (stat.size === 0) throw new NotOurs('it is empty');
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}
