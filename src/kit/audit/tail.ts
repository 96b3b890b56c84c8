import { MAX_LINE, readLine } from './chain.ts';
import { type AuditFs, type AuditHandle, cutTo, readWhole, writeWhole } from './file-system.ts';
import type { AuditRecord } from './record.ts';

const NEWLINE = 0x0a;
const BLOCK = 64 * 1024;

/**
 * Moves a torn last line (without newline, or no whole JSON) to the end of `<file>.torn`.
 * @returns the bytes that were moved; 0 when the file ends well
 */
export async function moveTorn(handle: AuditHandle, path: string, fs: AuditFs): Promise<number> {
  const { size } = await handle.stat();
  const start = await tornAt(handle, size);
  if (start === size) return 0;
  const torn = await fs.open(`${path}.torn`, 'a', 0o600);
  try {
    for (let at = start; at < size; at += BLOCK) await writeWhole(torn, await readWhole(handle, at, Math.min(BLOCK, size - at)));
    await torn.datasync();
  } finally {
    await torn.close();
  }
  await cutTo(handle, start);
  await handle.datasync();
  return size - start;
}

/** The last line that is a record, whatever damaged lines follow it; null when there is none. */
export async function lastRecord(handle: AuditHandle): Promise<AuditRecord | null> {
  const { size } = await handle.stat();
  for await (const { bytes } of linesBackwards(handle, size)) {
    const record = bytes?.length ? readLine(bytes).record : null;
    if (record) return record;
  }
  return null;
}

/** Where the torn last line begins; the size when there is none. */
async function tornAt(handle: AuditHandle, size: number): Promise<number> {
  let rest = true;
  for await (const { start, bytes } of linesBackwards(handle, size)) {
    // What stands after the last newline comes first, and is empty in a file that ends well.
    if (rest && start < size) return start;
    if (!rest) return bytes && !isJson(bytes) ? start : size;
    rest = false;
  }
  return size;
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

/** The lines from the last to the first, in blocks; `bytes` is null for a line above the limit. */
async function* linesBackwards(handle: AuditHandle, size: number): AsyncGenerator<{ start: number; bytes: Buffer | null }> {
  let held: Buffer | null = Buffer.alloc(0);
  for (let position = size; position > 0; ) {
    const length = Math.min(BLOCK, position);
    position -= length;
    let block = await readWhole(handle, position, length);
    for (let at = block.lastIndexOf(NEWLINE); at >= 0; at = block.lastIndexOf(NEWLINE)) {
      yield { start: position + at + 1, bytes: joined(block.subarray(at + 1), held) };
      held = Buffer.alloc(0);
      block = block.subarray(0, at);
    }
    held = joined(block, held);
  }
  yield { start: 0, bytes: held };
}

function joined(block: Buffer, held: Buffer | null): Buffer | null {
  return held && block.length + held.length <= MAX_LINE ? Buffer.concat([block, held]) : null;
}
