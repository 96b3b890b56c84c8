import { open, readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import type { AuditFs, AuditHandle } from '../../src/kit/audit/file-system.ts';

type Operation = 'open' | 'write' | 'datasync' | 'truncate' | 'stat' | 'read';

/** A real disk that can be told to fail, and that remembers what was done to it. */
export interface Disk {
  fs: AuditFs;
  /** What was done to files of the log, in order: `write`, `datasync`, … */
  done: Operation[];
  /** Bytes that were read. */
  read: number;
  /** The size up to which each file, by name, would survive a loss of power. */
  durable: Map<string, number>;
  /** Bytes that a file may have at most: a write takes what fits, without an error, and the next gets ENOSPC. */
  capacity: number;
  /** Asked before each operation: an error code to fail with, or for a write a number of bytes to take. */
  fault(operation: Operation, file: string): string | number | null;
}

export function newDisk(): Disk {
  const disk: Disk = {
    fs: { open: openFile, readdir },
    done: [],
    read: 0,
    durable: new Map(),
    capacity: Number.POSITIVE_INFINITY,
    fault: () => null,
  };
  return disk;

  async function openFile(path: string, flags: string, mode?: number): Promise<AuditHandle> {
    const name = basename(path);
    act('open', name);
    const handle = await open(path, flags, mode);
    return {
      async write(buffer, offset, length) {
        const room = disk.capacity - (await handle.stat()).size;
        const wanted = act('write', name) ?? length;
        if (room <= 0) throw errorOf('ENOSPC');
        return handle.write(buffer, offset, Math.min(wanted, length, room));
      },
      async read(buffer, offset, length, position) {
        act('read', name);
        disk.read += length;
        return handle.read(buffer, offset, length, position);
      },
      async datasync() {
        act('datasync', name);
        await handle.datasync();
        disk.durable.set(name, (await handle.stat()).size);
      },
      async truncate(length) {
        act('truncate', name);
        await handle.truncate(length);
      },
      async stat() {
        act('stat', name);
        return handle.stat();
      },
      close: () => handle.close(),
    };
  }

  /** The bytes that a write is to take, null for all. */
  function act(operation: Operation, file: string): number | null {
    const fault = disk.fault(operation, file);
    if (typeof fault === 'string') throw errorOf(fault);
    disk.done.push(operation);
    return fault;
  }
}

function errorOf(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code });
}
