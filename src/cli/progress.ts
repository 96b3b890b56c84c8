import type { Output } from './io.ts';

/** One line on a terminal's stderr that says what a long command is doing; nothing elsewhere. */
export class Progress {
  readonly #output: Output;
  readonly #on: boolean;
  #shown = false;

  constructor(output: Output, on: boolean) {
    this.#output = output;
    this.#on = on;
  }

  show(text: string): void {
    if (!this.#on) return;
    this.#shown = true;
    void this.#output.write(`\r\u001b[K… ${text.slice(0, Math.max(10, this.#output.columns - 4))}`);
  }

  clear(): void {
    if (this.#shown) void this.#output.write('\r\u001b[K');
    this.#shown = false;
  }
}
