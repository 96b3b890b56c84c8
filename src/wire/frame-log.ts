import { createWriteStream, type WriteStream } from 'node:fs';
import type { Frame } from '../model/frame.ts';
import type { Phase } from '../model/protocol.ts';

/** Lines that come within this time are masked and written together: one by one they cost more than the quick calls that they tell of. */
const TOGETHER_MS = 20;
/** Characters that are held back at most. */
const MAX_HELD = 256 * 1024;

/**
 * Numbers every message in and out, and gives it its time. Its text goes to a trace file, when there is one (`mcp-adapter/trace@1`: a
 * header line, then one JSON document a line), and is not kept in memory: an adapter may send without end. Exact, but for secrets: a
 * frame that holds one is masked in the trace, and can no longer be sent again from there.
 */
export class FrameLog {
  /** All frames so far. */
  count = 0;
  readonly startedAt = performance.now();
  /** Told of every frame with its exact text. */
  onFrame: ((frame: Frame, text: string) => void) | null = null;
  #trace: WriteStream | null = null;

  /** Writes every frame from now on to `file` as well, each line through `mask`. `onLost` is told once why no more of it can be written. */
  traceTo(file: string, header: Record<string, unknown>, mask: (text: string) => string, onLost: (error: Error) => void = () => {}): void {
    // Appended to, because a restarted adapter goes on in the same trace.
    this.#trace = createWriteStream(file, { flags: 'a', mode: 0o600 });
    // A trace that cannot be written must not fail the run it describes.
    this.#trace.on('error', (error) => {
      this.#trace = null;
      onLost(error);
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
    if (this.#trace)
      this.note({ seq: frame.seq, ms: frame.ms, dir: direction, phase: at.phase, tool: at.tool ?? undefined, line: at.line, text });
    this.onFrame?.(frame, text);
    return frame;
  }

  /** Adds a line to the trace that is no frame: noise, stderr, a step. */
  note(entry: Record<string, unknown>): void {
    if (!this.#trace) return;
    if (!this.#lines.length) setTimeout(() => this.#flush(), TOGETHER_MS);
    const line = JSON.stringify(entry);
    this.#lines.push(line);
    this.#held += line.length;
    if (this.#held > MAX_HELD) this.#flush();
  }

  /** Waits until the trace is on disk. */
  async end(): Promise<void> {
    this.#flush();
    const trace = this.#trace;
    this.#trace = null;
    if (trace) await new Promise<void>((resolve) => trace.end(() => resolve()));
  }

  /** Writes what was held back. Lines with a secret in them are masked one by one, so that each stays a JSON document. */
  #flush(): void {
    const lines = this.#lines;
    if (!lines.length) return;
    this.#lines = [];
    this.#held = 0;
    const text = lines.join('\n');
    this.#trace?.write(`${this.#mask(text) === text ? text : lines.map(this.#mask).join('\n')}\n`);
  }
  #lines: string[] = [];
  #held = 0;
}
