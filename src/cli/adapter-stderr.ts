import { visible } from '../model/text.ts';
import type { Output } from './io.ts';

/** How much of an adapter's stderr is passed on (contracts §2, "Streams"). */
const MAX_BYTES = 64 * 1024;

/** The first line of a private key, whose lines tell nothing of what they are; and how many are waited for. */
const KEY_BEGINS = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?!.*-----END)/;
const MAX_KEY_LINES = 200;

/** Passes an adapter's stderr on, line by line: prefixed, escaped, masked, and at most 64 KiB of it. A private key is masked as a whole. */
export class AdapterStderr {
  readonly #output: Output;
  readonly #mask: (text: string) => string;
  #rest = '';
  #key: string[] = [];
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
    for (const line of lines) this.#take(line);
  };

  /** The last line, and how much was left out. */
  async end(): Promise<void> {
    if (this.#rest) this.#take(this.#rest);
    this.#rest = '';
    this.#showKey();
    if (this.#shown >= MAX_BYTES) await this.#output.write(`[adapter] … ${this.#all} bytes of stderr in all\n`);
  }

  #take(line: string): void {
    if (this.#key.length || KEY_BEGINS.test(line)) {
      this.#key.push(line);
      if (line.includes('-----END') || this.#key.length >= MAX_KEY_LINES) this.#showKey();
    } else this.#line(this.#mask(line.replace(/\r$/, '')));
  }

  #showKey(): void {
    if (!this.#key.length) return;
    const lines = this.#mask(this.#key.join('\n')).split(/\r?\n/);
    this.#key = [];
    for (const line of lines) this.#line(line);
  }

  #line(line: string): void {
    if (this.#shown >= MAX_BYTES) return;
    this.#shown += Buffer.byteLength(line) + 1;
    void this.#output.write(`[adapter] ${visible(line)}\n`);
  }
}
