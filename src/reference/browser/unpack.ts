import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliDecompress, createBrotliDecompress } from 'node:zlib';
import { execa } from 'execa';
import { sweepLeftovers } from '../../kit/stores/leftovers.ts';
import { syncNames } from '../../model/whole-file.ts';

const TAR_MS = 30_000;

/**
 * Unpacks a brotli file into an executable that appears whole, whoever else is at it. What processes left that died over it is removed.
 * @param bytes how long it must be
 * @throws the error of the file system or of the decompressor; then nothing is left behind
 */
export async function unpackFile(packed: string, file: string, bytes: number): Promise<void> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await sweepLeftovers(folder);
  const temporary = temporaryFor(file);
  try {
    const output = createWriteStream(temporary, { flags: 'wx', mode: 0o700, flush: true });
    await pipeline(createReadStream(packed), createBrotliDecompress({ chunkSize: 1024 * 1024 }), output);
    const { size } = await stat(temporary);
    if (size !== bytes) throw new Error(`${basename(packed)} holds ${size} bytes, not ${bytes}`);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncNames(folder);
}

/** Unpacks a small brotli tar into a folder that appears whole; does nothing when it is there. */
export async function unpackFolder(packed: string, folder: string): Promise<void> {
  if (existsSync(folder)) return;
  const temporary = temporaryFor(folder);
  try {
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    const input = await promisify(brotliDecompress)(await readFile(packed));
    await execa('tar', ['-x', '-f', '-', '-C', temporary], { input, timeout: TAR_MS });
    await rename(temporary, folder).catch((error: unknown) => {
      // Another process was faster.
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Named as `sweepLeftovers` knows them. */
function temporaryFor(file: string): string {
  return join(dirname(file), `.${basename(file)}.${randomBytes(12).toString('hex')}.tmp`);
}
