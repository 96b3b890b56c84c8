import { open, readdir } from 'node:fs/promises';

/** What the log needs of `node:fs/promises`, so that tests can let a disk fail. */
export interface AuditFs {
  open(path: string, flags: string, mode?: number): Promise<AuditHandle>;
  readdir(path: string): Promise<string[]>;
}

/** What the log needs of a `FileHandle`. */
export interface AuditHandle {
  write(buffer: Buffer, offset: number, length: number): Promise<{ bytesWritten: number }>;
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  datasync(): Promise<void>;
  truncate(length: number): Promise<void>;
  stat(): Promise<{ size: number; nlink: number }>;
  close(): Promise<void>;
}

export const REAL_FS: AuditFs = { open, readdir };

/**
 * Writes all bytes at the end of the file.
 * @throws the error of the file system; a part may be written then. A full disk may take a part without an error.
 */
export async function writeWhole(handle: AuditHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done);
    if (bytesWritten <= 0) throw new Error(`the file system took ${done} of ${bytes.length} bytes`);
    done += bytesWritten;
  }
}

/** The bytes from `position` on; fewer than `length` only where the file ends. */
export async function readWhole(handle: AuditHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await handle.read(bytes, done, length - done, position + done);
    if (bytesRead <= 0) return bytes.subarray(0, done);
    done += bytesRead;
  }
  return bytes;
}

/** Cuts a file off after `length` bytes, if it is longer. */
export async function cutTo(handle: AuditHandle, length: number): Promise<void> {
  const { size } = await handle.stat();
  if (size > length) await handle.truncate(length);
}
