import { visible } from '../model/text.ts';
import type { Output } from './io.ts';

/** How much of an adapter's stderr is passed on (contracts §2, "Streams"). */
const MAX_BYTES = 64 * 1024;

/** Passes an adapter's stderr on, line by line: prefixed, escaped, masked, and at most 64 KiB of it. */
export class AdapterStderr {
  readonly #output: Output;
  readonly #mask: (text: string) => string;
  #rest = '';
  #shown = 0;
  #all = 0;

  constructor(output: Output, mask: (text: string) => string) {
    this.#output = output;
    this.#mask = mask;
  }

  readonly push = (chunk: Buffer): void => {
    this.#all += chunk.length;
    if (this.#shown >= MAX_BYTES) return;
    const lines = (this.#rest + chunk.toString('utf8')).split('\n');
    this.#rest = (lines.pop() ?? '').slice(0, MAX_BYTES);
    for (const line of lines) this.#line(line);
  };

  /** The last line, and how much was left out. */
  async end(): Promise<void> {
    if (this.#rest) this.#line(this.#rest);
    this.#rest = '';
    if (this.#shown >= MAX_BYTES) await this.#output.write(`[adapter] … ${this.#all} bytes of stderr in all\n`);
  }

  #line(line: string): void {
    if (this.#shown >= MAX_BYTES) return;
    this.#shown += Buffer.byteLength(line) + 1;
    void this.#output.write(`[adapter] ${visible(this.#mask(line.replace(/\r$/, '')))}\n`);
  }
}
