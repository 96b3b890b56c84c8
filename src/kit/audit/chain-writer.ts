import { dirname } from 'node:path';
import { syncFolder } from '../stores/folder-sync.ts';
import { type Draft, draft, GENESIS, seal } from './chain.ts';
import { type AuditFs, type AuditHandle, cutTo, writeWhole } from './file-system.ts';
import { holdLane, type Lane } from './lane.ts';
import { type DayFile, dayFile, dayFiles } from './layout.ts';
import type { AuditEvent } from './record.ts';
import { lastRecord, moveTorn } from './tail.ts';

/** Where a chain goes on: number and `prev` of its next record, and the bytes of the file before it. */
interface Place {
  seq: number;
  prev: string;
  size: number;
}

interface OpenFile extends DayFile {
  handle: AuditHandle;
  /** Where the chain is with what was written, and with what is certainly on disk. */
  written: Place;
  synced: Place;
}

/**
 * Writes the chain of one lane. After any failure of the file system the file is cut back to the records before it, at once or before the next write; so a
 * failed write is not in the log, and the writer works again once the file system does.
 */
export class ChainWriter {
  readonly #folder: string;
  readonly #fs: AuditFs;
  #lane: Lane | null = null;
  /** Of the chain, while no file is open; null before it was read. */
  #next: { seq: number; prev: string } | null = null;
  /** Of the newest file of the lane: a clock that is set back must not write into a file before it. */
  #day = '';
  #file: OpenFile | null = null;
  /** A file that still holds what was given up, because it could not be cut. */
  #uncut: { path: string; size: number } | null = null;
  #recovered: AuditEvent[] = [];
  #gone = 0;

  constructor(folder: string, fs: AuditFs) {
    this.#folder = folder;
    this.#fs = fs;
  }

  /**
   * Appends records, all of the day of the first, in one write; with `durable` they are on disk when it resolves, and all before them.
   * @throws the error of the file system; then none of them is in the log
   */
  async write(drafts: readonly [Draft, ...Draft[]], durable: boolean): Promise<void> {
    const { at } = drafts[0];
    const file = await this.#open(at.slice(0, 10));
    const recovered = this.#recovered.map((event) => draft(event, at));
    const before = file.written;
    await this.#append(file, [...recovered, ...drafts]);
    // Our own records are worth a sync: what they tell happens once.
    if (durable || recovered.length) await this.#sync(file, before.seq);
    this.#recovered = [];
  }

  /** How many records of earlier writes a failed sync took away since this was last asked. */
  takeGone(): number {
    const gone = this.#gone;
    this.#gone = 0;
    return gone;
  }

  /** Puts on disk what was written, and gives the lane back. @throws the error of the sync */
  async close(): Promise<void> {
    const file = this.#file;
    try {
      if (file) await this.#sync(file, file.written.seq);
    } finally {
      await this.#leave();
      await this.#lane?.release().catch(() => {});
      this.#lane = null;
    }
  }

  async #append(file: OpenFile, drafts: readonly Draft[]): Promise<void> {
    const { written } = file;
    let { seq, prev } = written;
    let text = '';
    for (const each of drafts) {
      const { line, sum } = seal(each, seq++, prev);
      text += line;
      prev = sum;
    }
    const bytes = Buffer.from(text);
    try {
      await writeWhole(file.handle, bytes);
    } catch (error) {
      await this.#backTo(file, written);
      throw error;
    }
    file.written = { seq, prev, size: written.size + bytes.length };
  }

  /** `told` is the number of the first record whose loss the caller learns from the failure. */
  async #sync(file: OpenFile, told: number): Promise<void> {
    const { written, synced } = file;
    if (written.size === synced.size) return;
    let strange = false;
    try {
      const [{ size, nlink }] = await Promise.all([file.handle.stat(), file.handle.datasync()]);
      strange = nlink === 0 || size !== written.size;
      if (strange) throw new Error(`somebody else changed or removed ${file.name}`);
      // A new file is on disk only when its name is.
      if (synced.size === 0) await syncFolder(dirname(file.path));
      file.synced = written;
    } catch (error) {
      // Nobody knows now what of the unsynced is on disk. What somebody else did to the file stays as it is, and shows as a break.
      this.#gone += told - synced.seq;
      if (!strange) await this.#backTo(file, synced);
      await this.#leave();
      throw error;
    }
  }

  async #backTo(file: OpenFile, place: Place): Promise<void> {
    file.written = place;
    try {
      await cutTo(file.handle, place.size);
    } catch {
      this.#uncut = { path: file.path, size: place.size };
      await this.#leave();
    }
  }

  async #leave(): Promise<void> {
    const file = this.#file;
    if (!file) return;
    this.#file = null;
    this.#next = file.written;
    await file.handle.close().catch(() => {});
  }

  /** The file to write to, its end as this writer left it. */
  async #open(day: string): Promise<OpenFile> {
    if (this.#file) {
      if (day <= this.#day) return this.#file;
      await this.#sync(this.#file, this.#file.written.seq);
      await this.#leave();
    }
    const lane = await this.#heldLane();
    if (this.#uncut) await this.#cut(this.#uncut);
    const next = this.#next ?? (await this.#readNext(lane.number));
    if (day > this.#day) this.#day = day;
    const file = dayFile(this.#folder, this.#day, lane.number);
    const handle = await this.#fs.open(file.path, 'a+', 0o600);
    try {
      await this.#recover(file, handle);
      const { size } = await handle.stat();
      const place = { ...next, size };
      this.#next = next;
      this.#file = { ...file, handle, written: place, synced: place };
      return this.#file;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async #heldLane(): Promise<Lane> {
    if (this.#lane && (await this.#lane.isHeld())) return this.#lane;
    this.#next = null;
    this.#uncut = null;
    this.#day = '';
    this.#lane = await holdLane(this.#folder);
    return this.#lane;
  }

  /** Where the chain on disk goes on: after the last record of the newest file that has one. */
  async #readNext(lane: number): Promise<{ seq: number; prev: string }> {
    const files = dayFiles(this.#folder, await this.#fs.readdir(this.#folder)).filter((file) => file.lane === lane);
    this.#day = files.at(-1)?.day ?? '';
    for (const file of files.reverse()) {
      const handle = await this.#fs.open(file.path, 'r+');
      try {
        await this.#recover(file, handle);
        const record = await lastRecord(handle);
        if (record) return { seq: record.seq + 1, prev: record.hash };
      } finally {
        await handle.close();
      }
    }
    return { seq: 0, prev: GENESIS };
  }

  async #recover(file: DayFile, handle: AuditHandle): Promise<void> {
    const bytes = await moveTorn(handle, file.path, this.#fs);
    if (bytes) this.#recovered.push({ kind: 'recovered', detail: { file: file.name, bytes } });
  }

  async #cut({ path, size }: { path: string; size: number }): Promise<void> {
    const handle = await this.#fs.open(path, 'r+');
    try {
      await cutTo(handle, size);
      await handle.datasync();
    } finally {
      await handle.close();
    }
    this.#uncut = null;
  }
}
