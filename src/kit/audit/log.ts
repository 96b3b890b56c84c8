import { messageOf } from '../../model/fault.ts';
import { plural } from '../../model/text.ts';
import { type Draft, draft } from './chain.ts';
import { ChainWriter } from './chain-writer.ts';
import { type AuditFs, REAL_FS } from './file-system.ts';
import { auditFolder } from './layout.ts';
import type { AuditEvent, AuditSink } from './record.ts';

export interface AuditOptions {
  /** Milliseconds since 1970. */
  now?: () => number;
  fs?: AuditFs;
  /** Told when the log begins to fail, and when it is well again. */
  log?: (line: string) => void;
}

/**
 * The audit log in a state folder: `audit/<day>.ndjson` (UTC, 0600), a hash chain that goes on from day to day; further processes on the
 * same folder write chains of their own (`<day>.2.ndjson`, …). Nothing is opened before the first event, and nothing is thrown here: while
 * the folder cannot be written, `sync` rejects, and each later one tries anew. `close` rejects when notes were lost and could not be told.
 */
export function openAudit(state: string, { now = Date.now, fs = REAL_FS, log = () => {} }: AuditOptions = {}): AuditSink {
  return new AuditLog(auditFolder(state), () => new Date(now()).toISOString(), fs, log);
}

/** How long notes gather, in milliseconds. An event that somebody waits for gathers while the write before it is under way. */
const GATHER_MS = 5;
/** How long notes gather, and until lost ones are told, after a failure. */
const RETRY_MS = 250;
/** Characters of notes that may wait for a slow disk; more are lost. */
const MAX_NOTES = 16 * 1024 * 1024;
/** Characters of one write, so that sealing its records never keeps the process from answering. */
const MAX_GROUP = 256 * 1024;

interface Entry {
  draft: Draft;
  /** Null for a note. */
  waiter: { resolve(): void; reject(error: Error): void } | null;
}

class AuditLog implements AuditSink {
  readonly #now: () => string;
  readonly #writer: ChainWriter;
  readonly #folder: string;
  readonly #log: (line: string) => void;
  #entries: Entry[] = [];
  /** Of the entries, those that somebody waits for, and the characters of those that nobody does. */
  #waiting = 0;
  #noteSize = 0;
  #lost = 0;
  #failing = false;
  #timer: NodeJS.Timeout | undefined;
  /** Set from the moment somebody waits until the last of them is served. */
  #running: Promise<void> | null = null;
  #closed: Promise<void> | null = null;

  constructor(folder: string, now: () => string, fs: AuditFs, log: (line: string) => void) {
    this.#log = log;
    this.#folder = folder;
    this.#now = now;
    this.#writer = new ChainWriter(folder, fs);
  }

  sync(event: AuditEvent): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw new Error('the audit log is closed');
      this.#entries.push({ draft: draft(event, this.#now()), waiter: { resolve, reject } });
      this.#waiting += 1;
      this.#run();
    });
  }

  note(event: AuditEvent): void {
    if (this.#closed) return;
    try {
      if (this.#noteSize > MAX_NOTES) throw new Error('too many notes wait');
      const entry = { draft: draft(event, this.#now()), waiter: null };
      this.#entries.push(entry);
      this.#noteSize += entry.draft.size;
    } catch {
      this.#lost += 1;
    }
    this.#runLater();
  }

  close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  async #end(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#running;
    while (this.#entries.length) await this.#commit();
    if (this.#lost) await this.#commit();
    const cause = await this.#writer.close().catch((error: unknown) => error);
    this.#lost += this.#writer.takeGone();
    if (this.#lost) throw new Error(`${plural(this.#lost, 'record')} of the audit log in ${this.#folder} could not be written`, { cause });
  }

  #run(): void {
    this.#running ??= this.#serve();
  }

  #runLater(): void {
    if (this.#running || this.#timer) return;
    this.#timer = setTimeout(() => this.#run(), this.#failing ? RETRY_MS : GATHER_MS);
    // A disk that stays full must not keep a process alive.
    if (this.#failing) this.#timer.unref();
  }

  async #serve(): Promise<void> {
    // What comes in this turn of the loop belongs to the first group.
    await new Promise(setImmediate);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    do await this.#commit();
    while (this.#waiting);
    this.#running = null;
    if (!this.#closed && (this.#entries.length || this.#lost)) this.#runLater();
  }

  /** Writes the next group, and before it what is to be told of lost notes. */
  async #commit(): Promise<void> {
    const group = this.#takeGroup();
    const told = this.#lost;
    const drafts = group.map((entry) => entry.draft);
    if (told) drafts.unshift(draft({ kind: 'lost', detail: { count: told } }, drafts[0]?.at ?? this.#now()));
    const [first, ...rest] = drafts;
    if (!first) return;
    try {
      await this.#writer.write([first, ...rest], told > 0 || group.some(({ waiter }) => waiter));
      this.#lost -= told;
      if (this.#failing) this.#log('the audit log can be written again');
      this.#failing = false;
      for (const { waiter } of group) waiter?.resolve();
    } catch (cause) {
      const error = new Error(`the audit log in ${this.#folder} cannot be written: ${messageOf(cause)}`, { cause });
      if (!this.#failing) this.#log(`${error.message}; what changes something is refused until it can`);
      this.#failing = true;
      for (const { waiter } of group) {
        if (waiter) waiter.reject(error);
        else this.#lost += 1;
      }
    }
    this.#lost += this.#writer.takeGone();
  }

  /** As many entries as one write takes, all of one day, because a file holds one day. */
  #takeGroup(): Entry[] {
    const day = this.#entries[0]?.draft.at.slice(0, 10);
    let size = 0;
    const end = this.#entries.findIndex(({ draft }, index) => {
      size += draft.size;
      return index > 0 && (size > MAX_GROUP || draft.at.slice(0, 10) !== day);
    });
    const group = this.#entries.splice(0, end < 0 ? this.#entries.length : end);
    for (const { draft, waiter } of group) {
      if (waiter) this.#waiting -= 1;
      else this.#noteSize -= draft.size;
    }
    return group;
  }
}
