import { createWriteStream, type WriteStream } from 'node:fs';
import type { Frame } from '../model/frame.ts';
import type { Phase } from '../model/protocol.ts';

/** Texts of frames are kept in memory up to this many bytes in all; after that only what a trace file takes. */
const MEMORY_BYTES = 32 * 1024 * 1024;
/** So many frames are kept in memory; a flood beyond them is only counted. */
const MEMORY_FRAMES = 20_000;

/**
 * Every message in and out, in order, with its time. Frames keep their exact text up to a cap in memory; a trace file, when there is one,
 * gets all of them (`mcp-adapter/trace@1`: a header line, then one JSON document a line).
 */
export class FrameLog {
  readonly frames: Frame[] = [];
  /** All frames so far, kept or not. */
  count = 0;
  readonly startedAt = performance.now();
  #textBytes = 0;
  #trace: WriteStream | null = null;

  /** Writes every frame from now on to `file` as well, each line through `mask`. */
  traceTo(file: string, header: Record<string, unknown>, mask: (text: string) => string): void {
    // Appended to, because a restarted adapter goes on in the same trace.
    this.#trace = createWriteStream(file, { flags: 'a', mode: 0o600 });
    // A trace that cannot be written must not fail the run it describes.
    this.#trace.on('error', () => {
      this.#trace = null;
    });
    this.#mask = mask;
    this.note({ format: 'mcp-adapter/trace@1', ...header });
  }
  #mask = (text: string): string => text;

  /** Milliseconds since the connection began. */
  now(): number {
    return Math.round((performance.now() - this.startedAt) * 10) / 10;
  }

  add(direction: Frame['direction'], text: string, message: unknown, at: { phase: Phase; tool: string | null; line?: number }): Frame {
    const bytes = Buffer.byteLength(text);
    const frame: Frame = { seq: ++this.count, ms: this.now(), direction, bytes, message, ...at };
    if (this.frames.length < MEMORY_FRAMES && this.#textBytes + bytes <= MEMORY_BYTES) {
      frame.text = text;
      this.#textBytes += bytes;
      this.frames.push(frame);
    }
    this.note({ seq: frame.seq, ms: frame.ms, dir: direction, phase: at.phase, tool: at.tool ?? undefined, line: at.line, text });
    return frame;
  }

  /** Adds a line to the trace that is no frame: noise, stderr, a step. */
  note(entry: Record<string, unknown>): void {
    this.#trace?.write(`${this.#mask(JSON.stringify(entry))}\n`);
  }

  /** Waits until the trace is on disk. */
  async end(): Promise<void> {
    const trace = this.#trace;
    this.#trace = null;
    if (trace) await new Promise<void>((resolve) => trace.end(() => resolve()));
  }
}
