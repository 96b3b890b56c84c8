import type { Exchange } from '../model/exchange.ts';
import type { Frame, Noise, NoiseKind } from '../model/frame.ts';
import { type JsonObject, member } from '../model/json.ts';
import type { Phase } from '../model/protocol.ts';
import type { Launch } from '../model/target.ts';
import { AdapterProcess } from './adapter-process.ts';
import type { Channel, Outgoing, ServerRequestHandler } from './channel.ts';
import { FrameLog } from './frame-log.ts';
import { unsafeNumbers } from './number-texts.ts';
import { Pending } from './pending.ts';
import { StdoutDecoder } from './stdout-decoder.ts';
import { aborted, within } from './wait.ts';

/** Noise entries kept one by one; what follows of the same kind is folded into the last of it. */
const MAX_NOISE = 500;
const NOISE_TEXT = 400;
/** Messages that answer nothing of ours are kept up to this many and so many bytes; a flood tells nothing new. */
const MAX_UNASKED = 1_000;
const MAX_UNASKED_BYTES = 4 * 1024 * 1024;

/** A conversation with a child process: one JSON-RPC message a line on its stdin and stdout. */
export class StdioChannel implements Channel {
  readonly kind = 'stdio';
  readonly frames = new FrameLog();
  readonly noise: Noise[] = [];
  /** Requests and notifications of the adapter's own, and answers to nothing. */
  readonly unsolicited: Frame[] = [];
  readonly process: AdapterProcess;
  readonly #decoder: StdoutDecoder;
  readonly #pending = new Pending();
  #handler: ServerRequestHandler = () => null;
  #last: { phase: Phase; tool: string | null } = { phase: 'spawn', tool: null };
  #messages = 0;
  #unasked = 0;
  #unaskedBytes = 0;
  #skipped = 0;
  /** Milliseconds from the start of the process until its first message; null when none came. */
  firstMessageMs: number | null = null;

  constructor(launch: Launch, ours: NodeJS.ProcessEnv, onStderr?: (chunk: Buffer) => void) {
    this.#decoder = new StdoutDecoder({
      message: (message, text, line) => this.#message(message, text, line),
      noise: (kind, line, endLine, bytes, text) => this.#noise(kind, line, endLine, bytes, text),
      skip: (line) => this.#isFlood(line),
    });
    this.process = new AdapterProcess(launch, ours, (chunk) => this.#decoder.push(chunk), onStderr);
    this.process.countLines = () => this.#decoder.lines;
    void this.process.ended.then(() => {
      this.#decoder.end();
      this.#pending.endAll('gone');
    });
  }

  onServerRequest(handler: ServerRequestHandler): void {
    this.#handler = handler;
  }

  async exchange(out: Outgoing): Promise<Exchange> {
    // In JSON a line break is nothing but a space, and on stdio it ends the message (2026-07-28 basic/transports/stdio).
    const text = (out.text ?? JSON.stringify(out.message)).replace(/[\r\n]/g, ' ');
    this.#last = { phase: out.phase, tool: out.tool };
    const wait = this.#pending.open(out, this.process.stderr.bytes);
    this.frames.add('out', text, out.message ?? undefined, this.#last);
    if (!this.process.write(`${text}\n`)) {
      // A process that has just ended may still have output on its way.
      await this.process.ended;
      this.#pending.end(wait, 'gone');
    }
    const exchange = await wait.done;
    if (out.phase === 'call') await this.#stderrDrained();
    exchange.stderrBytes = this.process.stderr.bytes - wait.stderrBefore;
    return exchange;
  }

  /**
   * What was written to stderr before the answer may be read after it: waits while more keeps coming, a few turns of the event loop. Answers
   * that were read together wait together.
   */
  #stderrDrained(): Promise<void> {
    this.#draining ??= this.#drained();
    return this.#draining;
  }
  #draining: Promise<void> | null = null;

  async #drained(): Promise<void> {
    for (let turns = 0, quiet = 0; turns < 100 && quiet < 3; turns++) {
      const before = this.process.stderr.bytes;
      await new Promise((resolve) => setImmediate(resolve));
      // Who is answered from now on waits for turns of its own.
      this.#draining = null;
      quiet = this.process.stderr.bytes === before ? quiet + 1 : 0;
    }
  }

  /** Waits a moment for what an adapter may say unasked; `signal` cuts it short. */
  async listen(ms: number, signal: AbortSignal): Promise<void> {
    await within(Promise.race([this.process.ended, aborted(signal)]), ms);
  }

  async close(): Promise<void> {
    this.#last = { phase: 'shutdown', tool: null };
    await this.process.end();
    this.#pending.endAll('gone');
    if (this.#skipped) this.frames.note({ ms: this.frames.now(), skipped: this.#skipped });
    await this.frames.end();
  }

  #message(message: JsonObject, text: string, line: number): void {
    this.#messages++;
    this.firstMessageMs ??= Math.round(performance.now() - this.process.startedAt);
    const wait = this.#pending.match(message);
    const context = wait ? { phase: wait.exchange.phase, tool: wait.exchange.tool } : this.#context();
    const frame = this.frames.add('in', text, message, { ...context, line });
    if (wait && typeof message.method !== 'string') {
      this.#pending.answer(wait, message, { line, bytes: frame.bytes, numbers: unsafeNumbers(text) });
      return;
    }
    const keep = this.#unasked++ < MAX_UNASKED && this.#unaskedBytes <= MAX_UNASKED_BYTES;
    this.#unaskedBytes += frame.bytes;
    if (wait) {
      this.#pending.progressed(wait, message, keep);
      return;
    }
    if (keep) this.unsolicited.push(frame);
    if (typeof message.method === 'string' && member(message, 'id') !== undefined) this.#answerRequest(message);
  }

  /** After megabytes of what nobody asked for, another notification without progress is only counted, in the trace too: nothing bounds them. */
  #isFlood(line: Buffer): boolean {
    if (this.#unaskedBytes <= MAX_UNASKED_BYTES || line.includes('"id"') || line.includes('progressToken')) return false;
    const isFlood = line.subarray(0, 200).includes('"method"');
    if (isFlood) this.#skipped++;
    return isFlood;
  }

  #answerRequest(request: JsonObject): void {
    const reply = this.#handler(request);
    if (!reply) return;
    const text = JSON.stringify(reply);
    this.frames.add('out', text, reply, this.#context());
    this.process.write(`${text}\n`);
  }

  #noise(kind: NoiseKind, line: number, endLine: number, bytes: number, text: string): void {
    const { phase, tool } = this.#context();
    if (this.noise.length >= MAX_NOISE) {
      const last = this.noise.findLast((each) => each.kind === kind && each.tool === tool) ?? this.noise.at(-1);
      if (last) Object.assign(last, { endLine, bytes: last.bytes + bytes });
      return;
    }
    const entry: Noise = {
      kind,
      line,
      endLine,
      bytes,
      text: text.slice(0, NOISE_TEXT),
      ms: this.frames.now(),
      phase,
      tool,
      beforeFirst: this.#messages === 0,
    };
    this.noise.push(entry);
    this.frames.note({ noise: kind, line, endLine, bytes, phase, tool: tool ?? undefined, ms: entry.ms, text: entry.text });
  }

  /** What is under way, or was last: where a stray line belongs. */
  #context(): { phase: Phase; tool: string | null } {
    const open = this.#pending.newest();
    return open ? { phase: open.exchange.phase, tool: open.exchange.tool } : { phase: this.#last.phase, tool: null };
  }
}
